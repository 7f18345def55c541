//! What the library page and the explorer show, as values.
//!
//! - [`form`]: what is looked for, as it is typed; [`filter`] reads it
//! - [`address`]: the same as the part of the address behind `?`
//! - [`columns`]: the columns of the table of games and its order
//! - [`window`]: which rows of a long table can be seen; [`row_cache`]: those of them that are known
//! - [`listing`]: a table while it is searched, sorted and scrolled
//! - [`marks`]: the rows that are selected
//! - [`explorer`]: what was played from the position on the board
//! - [`text`]: numbers, dates and results as they are read

pub mod address;
pub mod columns;
pub mod explorer;
pub mod filter;
pub mod form;
pub mod listing;
pub mod marks;
pub mod row_cache;
pub mod text;
pub mod window;
