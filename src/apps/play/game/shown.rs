//! State shown by the components of the game view.

use std::rc::Rc;

use tabia_chess::Color;

use crate::apps::play::strings;
use crate::services::play::PlaySnapshot;
use crate::state::play::game::LiveGame;

/// Game and the position shown.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// Snapshot of the service.
    pub snapshot: Rc<PlaySnapshot>,
    /// Game being shown.
    pub game: Rc<LiveGame>,
    /// Ply shown, counted from the start of the game; `None` for its end.
    pub ply: Option<usize>,
    /// Side at the bottom.
    pub orientation: Color,
}

impl Shown {
    /// Returns the ply shown.
    pub fn place(&self) -> usize {
        let last = self.game.line().len();
        self.ply.map_or(last, |ply| ply.min(last))
    }

    /// Returns the side to move if a person plays it. A move resumes a paused game.
    pub fn to_move(&self) -> Option<Color> {
        let turn = self.game.turn();
        (self.snapshot.is_running() && self.game.setup().seat(turn).is_human()).then_some(turn)
    }

    /// Returns whether the end of the game is shown, where moves are played.
    pub fn is_at_end(&self) -> bool {
        self.place() == self.game.line().len()
    }
}

/// Returns "White" or "Black".
pub fn side(color: Color) -> &'static str {
    if color.is_white() { strings::WHITE } else { strings::BLACK }
}
