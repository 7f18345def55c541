//! What a page is made of.

use tabia_pgn::Game;

use crate::findings::Findings;
use crate::remark::Remark;
use crate::report::Report;

/// A game with all that is said about it.
#[derive(Debug, Clone, Copy)]
pub struct GamePage<'a> {
    /// The game, annotated or not.
    pub game: &'a Game,
    /// Both sides' numbers.
    pub report: &'a Report,
    /// What was found in its positions.
    pub findings: &'a Findings,
    /// The moves that something is said about; each gets a diagram.
    pub remarks: &'a [Remark],
}
