//! Text layer of the Universal Chess Interface: commands of a GUI ([`Command`]) and messages of an engine
//! ([`Message`]), parsed and formatted.
//!
//! The crate knows only the protocol: there is no position and no legality check. A [`UciMove`] is
//! well-formed text; whether it is legal is up to `tabia_chess`.
//!
//! Parsing is as tolerant as the specification demands: any white space separates tokens, unknown words are
//! skipped, and a line without a known command is not an error but `Ok(None)`. A known but malformed command
//! is rejected as a whole, with an error that names the wrong word. Two commands are instead parsed as far as
//! possible, and record what was skipped: `go`, since the GUI waits for its `bestmove`, and the moves of
//! `position`.
//!
//! ```
//! use tabia_uci::{Command, Message, Score};
//!
//! let command = Command::parse("joho go depth 12\r")?;
//! assert_eq!(command.map(|c| c.to_string()).as_deref(), Some("go depth 12"));
//!
//! let Some(Message::Info(info)) = Message::parse("info depth 5 score mate -2 pv e8d8")? else { panic!() };
//! assert_eq!(info.score, Some(Score::Mate(-2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod command;
mod go;
mod info;
mod learn;
mod message;
mod option;
mod position;
mod setoption;
mod tokens;
mod uci_move;

pub use command::{Command, CommandError, DebugError, EvalForm, PerftError};
pub use go::{Go, GoPerftError, GoProblem};
pub use info::{Bound, Info, InfoError, Score, Wdl};
pub use learn::{Learn, LearnError, LearnedPosition};
pub use message::{BestMove, BestMoveError, Message, MessageError, Status};
pub use option::{EngineOption, OptionError, OptionKind};
pub use position::{ParsePositionError, PositionCommand};
pub use setoption::{SetOption, SetOptionError};
pub use uci_move::{ParseUciMoveError, UciMove};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
