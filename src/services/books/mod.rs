//! Opening books on the page: the line to the book worker, and what keeps the panel beside the board up to date.
//!
//! - [`client`]: requests and their answers, over a worker that is replaced when it fails
//! - [`shelf`]: the books that can be chosen, and their bytes
//! - [`feed`]: the book of the analysis page
//! - [`play`]: a move of the book, chosen as the user wants
//! - [`lessons`]: what games have taught, as it is kept
//! - [`files`]: what the user downloads, and names of files

pub mod client;
pub mod feed;
pub mod files;
pub mod lessons;
pub mod open_books;
pub mod play;
pub mod shelf;
