//! The search's interface to its host: a clock, a stop signal, a receiver of reports.

use tabia_chess::{Move, Position};

use crate::value::Score;

/// Request of the host to a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Signal {
    /// Keep searching.
    #[default]
    Go = 0,
    /// Stop and answer.
    Stop = 1,
    /// The expected move was played: the clock counts from now on.
    PonderHit = 2,
}

/// The search's connection to its host, polled every few thousand nodes.
pub trait Control {
    /// Milliseconds since a fixed moment.
    fn now_ms(&mut self) -> f64;

    /// The current signal. It stays until another one replaces it.
    fn signal(&mut self) -> Signal;

    /// Receives what the search found.
    fn report(&mut self, report: &Report<'_>);

    /// Called repeatedly while a finished search waits for `stop` or `ponderhit`; should sleep for a moment
    /// where the platform can.
    fn wait(&mut self) {}
}

/// Whether the score of a line is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is exact.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A report of the search.
#[derive(Clone, Copy, Debug)]
pub enum Report<'a> {
    /// A principal variation with its score.
    Pv(PvInfo<'a>),
    /// The tablebases know the root: its distance to zeroing in plies, that is, to the next capture or pawn
    /// move that keeps the result. Positive if the side to move wins, negative if it loses, 0 in a draw.
    RootDtz(i32),
    /// The root move that is being searched.
    CurrentMove {
        /// Depth in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in search order, from 1.
        number: u32,
    },
}

/// A principal variation with its score.
#[derive(Clone, Copy, Debug)]
pub struct PvInfo<'a> {
    /// The position searched.
    pub root: &'a Position,
    /// Depth in plies.
    pub depth: u32,
    /// Greatest depth reached in plies.
    pub seldepth: u32,
    /// Number of the line, from 1.
    pub multipv: u32,
    /// Score from the point of view of the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the start of the search in milliseconds.
    pub time_ms: u64,
    /// Use of the transposition table in thousandths.
    pub hashfull: u32,
    /// Positions looked up in tablebases.
    pub tb_hits: u64,
    /// The moves; all legal, ending where the game ends.
    pub pv: &'a [Move],
}
