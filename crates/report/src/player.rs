//! Whose moves of a game are meant.

use tabia_chess::Color;
use tabia_pgn::Game;

/// The games and the side of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerIs {
    /// The player has this side.
    Playing(Color),
    /// The name stands in neither player's name.
    Absent,
    /// It stands in both.
    OnBothSides,
}

/// Which side of a game a player has, by a part of the name. As in Crafty the case matters.
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
