//! What the search needs from outside: a clock, a signal, somebody who listens.

use tabia_chess::{Move, Position};

use crate::value::Score;

/// What the outside wants of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Signal {
    /// Go on.
    #[default]
    Go = 0,
    /// Stop and answer.
    Stop = 1,
    /// The move that was pondered on has been played: from now on the clock counts.
    PonderHit = 2,
}

/// The search's window to the world. It is asked every few thousand nodes.
pub trait Control {
    /// Milliseconds since a moment that stays the same during a search.
    fn now_ms(&mut self) -> f64;

    /// What the outside wants. A signal stays until it is replaced by another.
    fn signal(&mut self) -> Signal;

    /// Takes what the search found.
    fn report(&mut self, report: &Report<'_>);

    /// Called again and again while a finished search waits for `stop` or `ponderhit`; should let a moment
    /// pass where the platform can.
    fn wait(&mut self) {}
}

/// Whether the score of a line is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// Something the search found.
#[derive(Clone, Copy, Debug)]
pub enum Report<'a> {
    /// A line with its score.
    Pv(PvInfo<'a>),
    /// The tablebases know the root: its distance to zeroing in plies, the moves to the next capture or pawn move with which the
    /// result is kept. Positive if the side to move wins, negative if it loses, 0 in a draw.
    RootDtz(i32),
    /// The root move that is searched now.
    CurrentMove {
        /// Depth in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: u32,
    },
}

/// A line with its score.
#[derive(Clone, Copy, Debug)]
pub struct PvInfo<'a> {
    /// The position searched.
    pub root: &'a Position,
    /// Depth in plies.
    pub depth: u32,
    /// Greatest depth reached in plies.
    pub seldepth: u32,
    /// Which line this is, from 1.
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
