//! `match`: plays engines against each other, with c-chess-cli's option names.

mod args;
mod engine;
mod error;
mod files;
mod foreign;
mod groups;
mod identity;
mod journal;
mod merge;
mod openings;
mod options;
mod output;
mod own_books;
mod play;
mod runner;
mod setup;
mod side;
mod syncer;
mod tablebase;
mod values;

pub(crate) use args::MatchArgs;
pub(crate) use error::MatchError;
pub(crate) use setup::run;
