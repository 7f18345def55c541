//! The library: the user's games, and databases of PGN files.
//!
//! A separate part of the program, loaded when the library is first seen ([`crate::shell`]). Its state is in the address:
//! see [`LibraryPlace`](crate::state::library::address::LibraryPlace).

mod actions;
mod adding;
mod app;
mod context;
mod databases;
mod dialogs;
mod duplicates;
mod empty;
mod errors;
mod filters;
mod games;
mod grid;
mod grid_rows;
mod head;
mod listed;
mod notices;
mod place;
mod preview;
mod selection;
mod strings;

pub use app::LibraryApp;
