//! Results by level, and streaks of wins, from rated games.

use super::rating::{Points, RatedGame};

/// Results against a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelRecord {
    /// Number of the level.
    pub level: u8,
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
}

/// All results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayRecord {
    /// Results by level, lowest first. Levels without games are left out.
    pub levels: Vec<LevelRecord>,
    /// Number of games won in a row up to now.
    pub streak: usize,
    /// Most games ever won in a row.
    pub longest_streak: usize,
}

/// Returns the record of games, oldest first.
pub fn record(games: &[RatedGame]) -> PlayRecord {
    let mut record = PlayRecord::default();
    for game in games {
        let place = record.levels.partition_point(|own| own.level < game.level);
        if record.levels.get(place).is_none_or(|own| own.level != game.level) {
            record.levels.insert(place, LevelRecord { level: game.level, ..LevelRecord::default() });
        }
        let own = &mut record.levels[place];
        match game.points {
            Points::Won => own.won += 1,
            Points::Drawn => own.drawn += 1,
            Points::Lost => own.lost += 1,
        }
        record.streak = if game.points == Points::Won { record.streak + 1 } else { 0 };
        record.longest_streak = record.longest_streak.max(record.streak);
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_by_level_and_wins_in_a_row() {
        use Points::{Drawn, Lost, Won};
        let games = |list: &[(u8, Points)]| -> Vec<RatedGame> {
            let game = |&(level, points)| RatedGame { level, points, finished_ms: 0.0, is_adaptive: false };
            list.iter().map(game).collect()
        };
        assert_eq!(record(&[]), PlayRecord::default());
        let own = record(&games(&[(5, Won), (3, Won), (5, Won), (5, Drawn), (3, Lost), (4, Won)]));
        let levels: Vec<_> = own.levels.iter().map(|own| (own.level, own.won, own.drawn, own.lost)).collect();
        assert_eq!(levels, [(3, 1, 0, 1), (4, 1, 0, 0), (5, 2, 1, 0)]);
        assert_eq!((own.streak, own.longest_streak), (1, 3));
        assert_eq!(record(&games(&[(5, Won), (5, Drawn)])).streak, 0);
    }
}
