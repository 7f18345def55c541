//! The page of opening books, one subject at a time: the user's books with an editor, a form that makes one of games, books beside
//! games and beside each other, and what games teach.
//!
//! A part of the program of its own, loaded when it is first seen ([`crate::shell`]); it stays when another page is seen. The book of the board is chosen here too: see [`BookFeed`](crate::services::books::feed::BookFeed).

mod app;
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
mod kept;
mod learning;
mod leaving;
mod merging;
mod recipes;
mod shelf;
mod strings;

pub use app::BookApp;
