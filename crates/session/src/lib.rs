//! A UCI session: lines of text in, lines of text out.
//!
//! The session owns the engine and the position; everything platform-specific (output, a clock, a signal
//! during a search) comes through [`Host`]. The native program, the wasm build and the tests differ only in
//! their hosts.
//!
//! A host that reads its input on another thread replies to `isready` during a search itself; everything else
//! goes to [`Session::line`], line by line.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod benchmark;
mod book_game;
mod book_options;
mod built_in_net;
mod display;
mod explanation;
mod files;
mod host;
mod host_error;
mod learning;
mod limits;
mod net;
mod opening_book;
mod option_table;
mod options;
mod own_book;
mod position;
mod report;
mod session;
mod set_option;
#[cfg(feature = "syzygy")]
mod syzygy;
mod tablebase_moves;
mod uci_move;
mod wdl;

pub use book_game::{BookGame, BookSearch};
pub use display::{evaluation as evaluation_table, net as net_table};
pub use explanation::evaluation_json;
pub use files::{NetFiles, TablebaseSource, TextFiles};
pub use host::{Host, Threads};
pub use host_error::HostError;
pub use opening_book::{BookAnswer, BookRules, BookSelection, OpeningBook};
pub use options::BUILT_IN_NET;
pub use session::{Flow, Session};
#[cfg(feature = "syzygy")]
pub use syzygy::SyzygyTablebase;
pub use tabia_engine::{HelperTask, RunThreads, Signal};
