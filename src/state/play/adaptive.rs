//! Adaptive level: an opponent that adapts to the user's results.
//!
//! Two wins in a row make the next opponent a level stronger, two losses in a row a level weaker; a draw ends a
//! streak. Only rated games count, so hints and takebacks don't help. At even chances the level goes up and down
//! equally often, so it settles where the user scores about half.

use super::levels::LEVELS;
use super::rating::{Points, RatedGame};
use super::setup::{PlaySetup, SidePlayer};

/// Number of consecutive wins or losses that change the level.
const ROW: u32 = 2;

/// Returns the level of the next game. `first` is the user's initial level, `games` are all rated games, oldest
/// first, of which only those against an adaptive level count. A game against a level other than the rule's choice
/// resets it to that level.
pub fn next_level(first: u8, games: &[RatedGame]) -> u8 {
    let strongest = LEVELS.len() as u8;
    let mut level = first.clamp(1, strongest);
    let mut row = (Points::Drawn, 0);
    for game in games.iter().filter(|game| game.is_adaptive) {
        if game.level != level {
            (level, row) = (game.level.clamp(1, strongest), (Points::Drawn, 0));
        }
        row = if row.0 == game.points { (game.points, row.1 + 1) } else { (game.points, 1) };
        let next = match row {
            (Points::Won, ROW..) => (level + 1).min(strongest),
            (Points::Lost, ROW..) => level.max(2) - 1,
            _ => continue,
        };
        (level, row) = (next, (Points::Drawn, 0));
    }
    level
}

/// Returns the setup with the level chosen by the rule if it is adaptive and a person plays against a level. The
/// level in the setup is the initial one.
#[must_use]
pub fn adapted(mut setup: PlaySetup, games: &[RatedGame]) -> PlaySetup {
    if let (true, Some(human)) = (setup.adaptive, setup.human())
        && let SidePlayer::Level { number, .. } = &mut setup.players[(!human).index()]
    {
        *number = next_level(*number, games);
    }
    setup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_gets_the_level_of_the_rule_if_it_asks_for_it() {
        let won = RatedGame { level: 3, points: Points::Won, finished_ms: 0.0, is_adaptive: true };
        let level = |setup: PlaySetup| match adapted(setup, &[won, won]).players {
            [SidePlayer::Human { .. }, SidePlayer::Level { number, .. }] => number,
            other => panic!("{other:?}"),
        };
        let setup =
            PlaySetup { players: [SidePlayer::human(), SidePlayer::level(3)], ..PlaySetup::default() };
        assert_eq!(level(setup.clone()), 3);
        assert_eq!(level(PlaySetup { adaptive: true, ..setup.clone() }), 4);
        let watched =
            PlaySetup { players: [SidePlayer::level(3), SidePlayer::level(3)], adaptive: true, ..setup };
        assert_eq!(adapted(watched.clone(), &[won, won]), watched);
    }

    /// Plays games given by letters: w, d, l.
    fn play(first: u8, results: &str) -> u8 {
        let mut games: Vec<RatedGame> = Vec::new();
        for letter in results.chars() {
            let points = match letter {
                'w' => Points::Won,
                'l' => Points::Lost,
                _ => Points::Drawn,
            };
            let level = next_level(first, &games);
            games.push(RatedGame { level, points, finished_ms: games.len() as f64, is_adaptive: true });
        }
        next_level(first, &games)
    }

    #[test]
    fn two_in_a_row_change_the_level_by_one() {
        for (results, expected) in [
            ("", 5),
            ("w", 5),
            ("ww", 6),
            ("www", 6),
            ("wwww", 7),
            ("wl", 5),
            ("wlw", 5),
            ("wdw", 5),
            ("ll", 4),
            ("lwll", 4),
            ("llww", 5),
            ("dddd", 5),
        ] {
            assert_eq!(play(5, results), expected, "{results}");
        }
    }

    #[test]
    fn there_is_no_level_below_the_first_or_above_the_last() {
        let strongest = LEVELS.len() as u8;
        assert_eq!((play(1, "llllll"), play(strongest, "wwwwww")), (1, strongest));
        assert_eq!((play(0, ""), play(200, "")), (1, strongest));
        assert_eq!(play(2, "llwwwwww"), 4);
    }

    #[test]
    fn a_level_that_the_user_chooses_is_where_it_goes_on() {
        let game = |level, points| RatedGame { level, points, finished_ms: 0.0, is_adaptive: true };
        let mut games = [game(3, Points::Won), game(7, Points::Won), game(7, Points::Won)];
        assert_eq!(next_level(3, &games), 8);
        games[2].is_adaptive = false;
        assert_eq!(next_level(3, &games), 7, "a game that did not count");
    }

    /// A user of known strength ends up at the closest levels.
    #[test]
    fn it_settles_where_the_chances_are_even() {
        let strength = f64::from(LEVELS[5].elo);
        let mut random = tabia_polyglot::select::SplitMix64::new(7);
        let mut games: Vec<RatedGame> = Vec::new();
        let mut visits = [0_u32; 13];
        for at in 0..400 {
            let level = next_level(1, &games);
            let elo = f64::from(super::super::levels::level(level).elo);
            let expected = super::super::rating::expected_score(strength - elo);
            let points = if random.unit() < expected { Points::Won } else { Points::Lost };
            games.push(RatedGame { level, points, finished_ms: f64::from(at), is_adaptive: true });
            visits[usize::from(level)] += u32::from(at >= 50);
        }
        let near: u32 = visits[5..=7].iter().sum();
        assert!(near >= 280, "{visits:?}");
    }
}
