//! State shown by the components of the game view.

use std::rc::Rc;

use tabia_chess::Color;

use crate::apps::play::strings;
use crate::services::play::PlaySnapshot;
use crate::state::play::game::LiveGame;

/// Game and the position shown.
#[derive(Clone, PartialEq)]
pub struct ShownGame {
    /// Snapshot of the service.
    pub snapshot: Rc<PlaySnapshot>,
    /// Game being shown.
    pub game: Rc<LiveGame>,
    /// Ply shown, counted from the start of the game; `None` for its end.
    pub ply: Option<usize>,
    /// Side at the bottom.
    pub orientation: Color,
}

impl ShownGame {
    /// Returns the ply shown.
    pub fn place(&self) -> usize {
        let last = self.game.line().len();
        self.ply.map_or(last, |ply| ply.min(last))
    }

    /// Returns the side to move if a person plays it. A move resumes a paused game.
    pub fn to_move(&self) -> Option<Color> {
        let turn = self.game.turn();
        (self.snapshot.is_running() && self.game.setup().player(turn).is_human()).then_some(turn)
    }

    /// Returns whether the end of the game is shown, where moves are played.
    pub fn is_at_end(&self) -> bool {
        self.place() == self.game.line().len()
    }
}

/// Returns the side at the bottom of a board that isn't flipped: the only person, or, if the board turns, the one to move of two.
pub fn side_below(game: &LiveGame, turns: bool) -> Color {
    match game.setup().human() {
        Some(human) => human,
        None if turns && !game.setup().has_engine() && !game.is_over() => game.turn(),
        None => Color::White,
    }
}

/// Returns "White" or "Black".
pub fn side(color: Color) -> &'static str {
    if color.is_white() { strings::white() } else { strings::black() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::setup::{PlaySetup, SidePlayer, Start};

    #[test]
    fn the_board_turns_for_two_people_only() {
        let fen = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1".to_owned();
        let game = |players: [SidePlayer; 2]| {
            let setup = PlaySetup { players, start: Start::Fen(fen.clone()), ..PlaySetup::default() };
            LiveGame::new(String::new(), setup, 0.0).unwrap()
        };
        let below = |players, turns| side_below(&game(players), turns);
        assert_eq!(below([SidePlayer::human(), SidePlayer::human()], true), Color::Black);
        assert_eq!(below([SidePlayer::human(), SidePlayer::human()], false), Color::White);
        assert_eq!(below([SidePlayer::human(), SidePlayer::level(3)], true), Color::White);
        assert_eq!(below([SidePlayer::level(3), SidePlayer::human()], false), Color::Black);
        assert_eq!(below([SidePlayer::level(3), SidePlayer::level(3)], true), Color::White);
    }
}
