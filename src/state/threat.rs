//! Threat mode: analyses what the opponent would play if it were their turn.

use tabia_pgn::NodeId;

/// A place in one of the games, by [`GameState::game_id`](super::game::GameState::game_id) and
/// [`GameState::node`](super::game::GameState::node).
pub type Place = (u64, NodeId);

/// Whether the threat is shown. Applies to one place only: a move or another game ends it, as on lichess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreatMode(Option<Place>);

impl ThreatMode {
    /// Whether the mode is on at this place.
    pub fn is_on(self, place: Place) -> bool {
        self.0 == Some(place)
    }

    /// Toggles the mode at this place.
    #[must_use]
    pub fn toggled(self, place: Place) -> Self {
        Self((!self.is_on(place)).then_some(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::game::{GameAction, GameState};

    fn place(state: &GameState) -> Place {
        (state.game_id(), state.node())
    }

    #[test]
    fn a_move_or_another_game_ends_it() {
        let start = GameState::default();
        let mode = ThreatMode::default().toggled(place(&start));
        assert!(mode.is_on(place(&start)));
        assert!(!mode.toggled(place(&start)).is_on(place(&start)));
        let flipped = start.reduce(GameAction::Flip).unwrap();
        assert!(mode.is_on(place(&flipped)));
        let moved = start.reduce(GameAction::PlayText("e4".into())).unwrap();
        assert!(!mode.is_on(place(&moved)));
        let renewed = start.reduce(GameAction::NewGame).unwrap();
        assert!(!mode.is_on(place(&renewed)));
        // Turned on at one place, then toggled at another: on there.
        assert!(mode.toggled(place(&moved)).is_on(place(&moved)));
    }
}
