//! The opening book page, with one subject at a time: the user's books with an editor, a form that builds a book from games, comparisons
//! of books with games and with each other, and learning from games.
//!
//! A separate part of the program, loaded on first view ([`crate::shell`]); it stays mounted while another page is visible. The board's
//! book is chosen here, too: see [`BookFeed`](crate::services::books::feed::BookFeed).

mod app;
mod book_list;
mod book_match;
mod book_select;
mod build;
mod changes;
mod context;
mod dropped;
mod editor;
mod error;
mod example;
mod game_files;
mod learning;
mod leaving;
mod merging;
mod recipes;
mod saved_inputs;
mod strings;

pub use app::BookApp;
