//! Search options for one place only: search beyond the limit, or only some of the moves.

use super::threat::Place;
use tabia_chess::Move;

/// Search options for one place. A move or another game ends them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Focus {
    place: Option<Place>,
    is_deeper: bool,
    /// Search these moves and no others; empty for all.
    only: Vec<Move>,
    /// Exclude these moves from the search.
    without: Vec<Move>,
}

impl Focus {
    fn here(&self, place: Place) -> Self {
        if self.place == Some(place) {
            return self.clone();
        }
        Self { place: Some(place), ..Self::default() }
    }

    /// Lets the search continue without a limit.
    #[must_use]
    pub fn deeper(&self, place: Place) -> Self {
        Self { is_deeper: true, ..self.here(place) }
    }

    /// Returns whether the search is unlimited at this place.
    pub fn is_deeper(&self, place: Place) -> bool {
        self.is_deeper && self.place == Some(place)
    }

    /// Searches only this move.
    #[must_use]
    pub fn only(&self, place: Place, m: Move) -> Self {
        Self { only: vec![m], without: Vec::new(), ..self.here(place) }
    }

    /// Excludes this move.
    #[must_use]
    pub fn without(&self, place: Place, m: Move) -> Self {
        let mut focus = self.here(place);
        focus.only.retain(|other| *other != m);
        if !focus.without.contains(&m) {
            focus.without.push(m);
        }
        focus
    }

    /// Searches only these moves.
    #[must_use]
    pub fn chosen(&self, place: Place, moves: Vec<Move>) -> Self {
        Self { only: moves, without: Vec::new(), ..self.here(place) }
    }

    /// Searches all moves again.
    #[must_use]
    pub fn all_moves(&self, place: Place) -> Self {
        Self { only: Vec::new(), without: Vec::new(), ..self.here(place) }
    }

    /// Returns the legal moves to search at a place; empty for all of them.
    pub fn moves(&self, place: Place, legal: &[Move]) -> Vec<Move> {
        if self.place != Some(place) || (self.only.is_empty() && self.without.is_empty()) {
            return Vec::new();
        }
        let is_wanted =
            |m: &&Move| (self.only.is_empty() || self.only.contains(m)) && !self.without.contains(m);
        let moves: Vec<Move> = legal.iter().filter(is_wanted).copied().collect();
        // An engine needs at least one move to search.
        if moves.len() == legal.len() { Vec::new() } else { moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::game::{GameAction, GameState};

    fn place(state: &GameState) -> Place {
        (state.game_id(), state.node())
    }

    fn legal(state: &GameState) -> Vec<Move> {
        state.position().legal_moves().iter().copied().collect()
    }

    #[test]
    fn moves_are_chosen_and_left_out_at_one_place() {
        let start = GameState::default();
        let (here, legal) = (place(&start), legal(&start));
        let [first, second, ..] = legal[..] else { panic!("20 moves") };
        let only = Focus::default().only(here, first);
        assert_eq!(only.moves(here, &legal), [first]);
        let without = Focus::default().without(here, first).without(here, second).without(here, first);
        assert_eq!(without.moves(here, &legal), legal[2..]);
        assert!(without.all_moves(here).moves(here, &legal).is_empty());
        // Excluding the only move selects all others.
        assert_eq!(only.without(here, first).moves(here, &legal), legal[1..]);
        assert!(Focus::default().chosen(here, legal.clone()).moves(here, &legal).is_empty(), "that is all");
        let moved = start.reduce(GameAction::PlayText("e4".into())).unwrap();
        assert!(only.moves(place(&moved), &legal).is_empty(), "another place");
    }

    #[test]
    fn deeper_holds_until_the_next_move() {
        let start = GameState::default();
        let deeper = Focus::default().deeper(place(&start));
        assert!(deeper.is_deeper(place(&start)));
        let moved = start.reduce(GameAction::PlayText("e4".into())).unwrap();
        assert!(!deeper.is_deeper(place(&moved)));
        assert!(!deeper.only(place(&moved), legal(&moved)[0]).is_deeper(place(&start)));
    }
}
