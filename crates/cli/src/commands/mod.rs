//! The subcommands besides UCI. Each returns whether what it checked passed.

pub(crate) mod annotate;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod data;
pub(crate) mod epd;
pub(crate) mod eval;
mod fen;
pub(crate) mod games;
pub(crate) mod genfens;
mod limits;
mod line_of_moves;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod ratings;
#[cfg(feature = "tune")]
pub(crate) mod spsa;
pub(crate) mod stats;
pub(crate) mod train;
pub(crate) mod tune;

pub(crate) use fen::FenFailure;
