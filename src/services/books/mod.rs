//! Opening books on the page: the connection to the book worker, and the data of the panel beside the board.
//!
//! - [`client`]: requests and their answers, through a worker that is replaced when it fails
//! - [`saved_book`]: a book of the user, and its bytes
//! - [`repository`]: the available books
//! - [`feed`]: the book of the analysis page
//! - [`play`]: choice of a book move
//! - [`lessons`]: stored lessons from games
//! - [`files`]: file names and sizes for display

pub mod client;
pub mod feed;
pub mod files;
pub mod lessons;
pub mod open_books;
pub mod play;
pub mod repository;
pub mod saved_book;
