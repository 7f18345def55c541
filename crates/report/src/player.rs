//! Selecting a player's side in a game.

use tabia_chess::Color;
use tabia_pgn::Game;

/// Which side of a game a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerIs {
    /// The player has this side.
    Playing(Color),
    /// Neither player's name contains the name.
    Absent,
    /// Both players' names contain it.
    OnBothSides,
}

/// Finds a player's side in a game by part of the name. Case-sensitive, as in Crafty.
pub fn side_of(game: &Game, name: &str) -> PlayerIs {
    let has = |tag: &str| game.tags().get(tag).is_some_and(|value| value.contains(name));
    match (has("White"), has("Black")) {
        (true, false) => PlayerIs::Playing(Color::White),
        (false, true) => PlayerIs::Playing(Color::Black),
        (false, false) => PlayerIs::Absent,
        (true, true) => PlayerIs::OnBothSides,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_name_is_enough_and_the_case_matters() {
        let game =
            tabia_pgn::read("[White \"Karpov, Anatoly\"]\n[Black \"Anand, V\"]\n\n1. e4 *").games.remove(0);
        assert_eq!(side_of(&game, "Karpov"), PlayerIs::Playing(Color::White));
        assert_eq!(side_of(&game, "Anand"), PlayerIs::Playing(Color::Black));
        assert_eq!(side_of(&game, "karpov"), PlayerIs::Absent);
        assert_eq!(side_of(&game, "An"), PlayerIs::OnBothSides);
    }
}
