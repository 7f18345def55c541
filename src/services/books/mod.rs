//! Opening books on the page: the line to the book worker, and what keeps the panel beside the board up to date.
//!
//! - [`client`]: requests and their answers, over a worker that is replaced when it fails
//! - [`kept_book`]: a book of the user's, and its bytes
//! - [`shelf`]: the books that can be chosen
//! - [`feed`]: the book of the analysis page
//! - [`play`]: a move of the book, chosen as the user wants
//! - [`lessons`]: what games have taught, as it is kept
//! - [`files`]: what the user downloads, and names of files

pub mod client;
pub mod feed;
pub mod files;
pub mod kept_book;
pub mod lessons;
pub mod open_books;
pub mod play;
pub mod shelf;
