//! What the parts of the view show.

use std::rc::Rc;

use tabia_chess::Color;

use crate::apps::play::strings;
use crate::services::play::PlaySnapshot;
use crate::state::play::game::LiveGame;

/// A game as it is looked at.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// What the service shows.
    pub snapshot: Rc<PlaySnapshot>,
    /// The game.
    pub game: Rc<LiveGame>,
    /// The place in the game that is looked at, in half-moves from its start; `None` for its end.
    pub ply: Option<usize>,
    /// The side at the bottom.
    pub orientation: Color,
}

impl Shown {
    /// The place in the game that is looked at.
    pub fn place(&self) -> usize {
        let last = self.game.line().len();
        self.ply.map_or(last, |ply| ply.min(last))
    }

    /// The side of the person whose turn it is. A move of a paused game goes on with it.
    pub fn to_move(&self) -> Option<Color> {
        let turn = self.game.turn();
        (self.snapshot.is_running() && self.game.setup().seat(turn).is_human()).then_some(turn)
    }

    /// Whether the end of the game is looked at: where moves are played.
    pub fn is_at_end(&self) -> bool {
        self.place() == self.game.line().len()
    }
}

/// "White" or "Black".
pub fn side(color: Color) -> &'static str {
    if color.is_white() { strings::WHITE } else { strings::BLACK }
}
