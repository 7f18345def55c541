//! Contents of a page.

use tabia_pgn::Game;

use crate::findings::Findings;
use crate::remark::Remark;
use crate::report::Report;

/// A game with its report.
#[derive(Debug, Clone, Copy)]
pub struct GamePage<'a> {
    /// The game, annotated or not.
    pub game: &'a Game,
    /// Both sides' numbers.
    pub report: &'a Report,
    /// Findings for its positions.
    pub findings: &'a Findings,
    /// Remarks on moves; each gets a diagram.
    pub remarks: &'a [Remark],
}
