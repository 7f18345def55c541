//! Game lists next to the board: the games of the open text, and the library list that a game was opened from. A separate part of the
//! program, loaded when there is such a list.

mod browsed;
mod lazy;
mod of_file;
mod rows;

pub use lazy::Lists;
pub use of_file::GamesListProps;
