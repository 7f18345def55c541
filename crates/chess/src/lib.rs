//! Rules of chess: positions, moves, notation, Polyglot keys and perft, for standard chess and Chess960.
//!
//! A [`Setup`] can describe anything; a [`Position`] is always legal. Moves are sixteen-bit [`Move`]s, and a
//! position is copied before a move is played on it.
//!
//! ```
//! use tabia_chess::Position;
//!
//! let mut position: Position = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4".parse()?;
//! let mate = position.parse_san("Qxf7#")?;
//! position.play_unchecked(mate);
//! assert!(position.is_checkmate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod color;
mod faults;
pub mod fen;
mod moves;
mod outcome;
mod perft;
mod piece;
mod position;
mod role;
pub mod san;
mod setup;
mod square;
pub mod uci;
mod winnable;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use faults::{Fault, Faults, PositionError};
pub use fen::FenError;
pub use moves::{IntoMoves, Move, MoveKind, MoveList};
pub use outcome::Outcome;
pub use perft::{PerftCase, PerftSuiteError, PerftSuiteFault, parse_perft_suite, perft, perft_divide};
pub use piece::Piece;
pub use position::{CheckInfo, GenKind, IllegalMove, ParsePositionError, Position};
pub use role::Role;
pub use san::SanError;
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::UciMoveError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
