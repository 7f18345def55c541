//! View state of the library page and the explorer.
//!
//! - [`form`]: the search form as typed; [`filter`] parses it
//! - [`address`]: the same as the query part of the address
//! - [`columns`]: columns of the games table and its sort order
//! - [`window`]: visible rows of a long table; [`row_cache`]: the rows loaded so far
//! - [`listing`]: a table while it is searched, sorted and scrolled
//! - [`marks`]: selected rows
//! - [`explorer`]: moves played from the position on the board
//! - [`text`]: display text of numbers, dates and results

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
