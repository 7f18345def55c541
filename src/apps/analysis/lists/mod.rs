//! The lists of games beside the board: those of the text that is open, and those of the library that a game was opened from. They are a
//! part of the program of their own, fetched when there is one of them.

mod browsed;
mod lazy;
mod of_file;
mod rows;

pub use lazy::Lists;
pub use of_file::GamesListProps;
