//! The match schedule: pairings, colours and openings.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The tournament format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentFormat {
    /// Round-robin: every engine against every other.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

/// A schedule, counted as in c-chess-cli: `games` per encounter, all of it `rounds` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    engines: usize,
    format: TournamentFormat,
    games: usize,
    rounds: usize,
    repeat: bool,
    alternate: bool,
}

/// Reason why a schedule is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// Fewer than two engines.
    #[error("at least 2 engines are needed, not {0}")]
    Engines(usize),
    /// No games.
    #[error("games and rounds must be at least 1")]
    Empty,
    /// More games than can be numbered.
    #[error("too many games")]
    TooMany,
}

/// The unit of scheduling, storage and resumption: a pair of games with the same opening, or one game if
/// openings are not repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamePair {
    /// Its number, from 0.
    pub id: usize,
    /// The round, from 0.
    pub round: usize,
    /// The encounter it belongs to: an index into [`Schedule::encounters`].
    pub encounter: usize,
    /// The two engines; results are counted from the first one's point of view.
    pub engines: [usize; 2],
    /// Its games, in order: one or two.
    pub games: Vec<ScheduledGame>,
}

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledGame {
    /// Its number in the whole match, from 0.
    pub number: usize,
    /// Its number in its round, from 0.
    pub number_in_round: usize,
    /// The engine with White.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
    /// The number of the opening, from 0, modulo the number of openings.
    pub opening: usize,
}

impl Schedule {
    /// Creates a schedule. With `repeat`, each opening is played twice with colours swapped.
    ///
    /// # Errors
    /// If there are fewer than two engines, no games or too many games.
    pub fn new(
        engines: usize,
        format: TournamentFormat,
        games: usize,
        rounds: usize,
        repeat: bool,
    ) -> Result<Self, ScheduleError> {
        if engines < 2 {
            return Err(ScheduleError::Engines(engines));
        }
        if games == 0 || rounds == 0 {
            return Err(ScheduleError::Empty);
        }
        let schedule = Self { engines, format, games, rounds, repeat, alternate: false };
        let encounters = match format {
            TournamentFormat::Gauntlet => Some(engines - 1),
            TournamentFormat::RoundRobin => engines.checked_mul(engines - 1).map(|twice| twice / 2),
        };
        let total = encounters.and_then(|games_each| games_each.checked_mul(games)?.checked_mul(rounds));
        total.filter(|&total| u32::try_from(total).is_ok()).ok_or(ScheduleError::TooMany)?;
        Ok(schedule)
    }

    /// Sets whether colours alternate over all rounds of an encounter; otherwise each round begins with the
    /// same colours, as in c-chess-cli. This matters only for rounds with an odd number of games.
    #[must_use]
    pub fn alternating(self, alternate: bool) -> Self {
        Self { alternate, ..self }
    }

    /// Returns the encounters (pairs of engines) of a round, in order.
    pub fn encounters(&self) -> Vec<[usize; 2]> {
        let firsts = match self.format {
            TournamentFormat::Gauntlet => 0..1,
            TournamentFormat::RoundRobin => 0..self.engines - 1,
        };
        firsts.flat_map(|first| (first + 1..self.engines).map(move |second| [first, second])).collect()
    }

    /// Returns whether every game belongs to a pair with the same opening, so that results can be counted by
    /// pairs.
    ///
    /// With an odd number of repeated games, the last game of each encounter has no partner. Counting pairs
    /// would drop games, so such a match is counted by single games.
    pub fn is_paired(&self) -> bool {
        self.repeat && self.games.is_multiple_of(2)
    }

    /// Returns the number of engines.
    pub fn engines(&self) -> usize {
        self.engines
    }

    /// Returns the number of games in the whole match.
    pub fn total_games(&self) -> usize {
        self.encounter_count() * self.games * self.rounds
    }

    /// Returns the number of units in the whole match.
    pub fn total_units(&self) -> usize {
        self.encounter_count() * self.units_per_encounter() * self.rounds
    }

    fn encounter_count(&self) -> usize {
        match self.format {
            TournamentFormat::Gauntlet => self.engines - 1,
            TournamentFormat::RoundRobin => self.engines * (self.engines - 1) / 2,
        }
    }

    fn units_per_encounter(&self) -> usize {
        if self.repeat { self.games.div_ceil(2) } else { self.games }
    }

    /// Returns the unit with a number; `None` after the last.
    pub fn unit(&self, id: usize) -> Option<GamePair> {
        if id >= self.total_units() {
            return None;
        }
        let per_encounter = self.units_per_encounter();
        let per_round = per_encounter * self.encounter_count();
        let (round, in_round) = (id / per_round, id % per_round);
        let (encounter, in_encounter) = (in_round / per_encounter, in_round % per_encounter);
        let [first, second] = *self.encounters().get(encounter)?;
        let numbers = if self.repeat {
            2 * in_encounter..(2 * in_encounter + 2).min(self.games)
        } else {
            in_encounter..in_encounter + 1
        };
        let before = if self.alternate { round * self.games } else { 0 };
        let games = numbers
            .map(|game| {
                let number_in_round = encounter * self.games + game;
                let is_swapped = (before + game) % 2 == 1;
                let [white, black] = if is_swapped { [second, first] } else { [first, second] };
                let number = round * self.encounter_count() * self.games + number_in_round;
                ScheduledGame { number, number_in_round, white, black, opening: id }
            })
            .collect();
        Some(GamePair { id, round, encounter, engines: [first, second], games })
    }

    /// Returns all units in order.
    pub fn units(&self) -> impl Iterator<Item = GamePair> + '_ {
        (0..self.total_units()).filter_map(|id| self.unit(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_c_chess_cli() {
        // engines, format, games, rounds, total games
        let cases = [
            (2, TournamentFormat::RoundRobin, 10, 1, 10),
            (2, TournamentFormat::Gauntlet, 10, 3, 30),
            (4, TournamentFormat::Gauntlet, 10, 1, 30),
            (4, TournamentFormat::RoundRobin, 10, 1, 60),
            (5, TournamentFormat::RoundRobin, 2, 3, 60),
            (5, TournamentFormat::Gauntlet, 3, 2, 24),
        ];
        for (engines, format, games, rounds, total) in cases {
            for repeat in [false, true] {
                let schedule = Schedule::new(engines, format, games, rounds, repeat).unwrap();
                assert_eq!(schedule.total_games(), total);
                let numbers: Vec<usize> =
                    schedule.units().flat_map(|unit| unit.games).map(|game| game.number).collect();
                assert_eq!(numbers, (0..total).collect::<Vec<_>>(), "every game once, in order");
                for encounter in schedule.encounters() {
                    let of_pair = schedule.units().filter(|unit| unit.engines == encounter);
                    assert_eq!(of_pair.map(|unit| unit.games.len()).sum::<usize>(), games * rounds);
                }
            }
        }
    }

    #[test]
    fn a_pair_has_one_opening_and_both_colours() {
        let schedule = Schedule::new(3, TournamentFormat::RoundRobin, 4, 2, true).unwrap();
        assert!(schedule.is_paired());
        for unit in schedule.units() {
            let [a, b] = unit.games[..] else { panic!("{unit:?}") };
            assert_eq!((a.white, a.black), (b.black, b.white));
            assert_eq!((a.opening, b.opening), (unit.id, unit.id));
            assert_eq!([a.white, a.black], unit.engines);
        }
    }

    #[test]
    fn without_repeat_colours_alternate_and_openings_go_on() {
        let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 3, 1, false).unwrap();
        let games: Vec<_> =
            schedule.units().flat_map(|unit| unit.games).map(|g| (g.white, g.opening)).collect();
        assert_eq!(games, [(0, 0), (1, 1), (0, 2)]);
        assert!(!schedule.is_paired());
    }

    #[test]
    fn colours_alternate_over_rounds_if_they_are_to() {
        let whites = |engines, games, rounds, repeat, alternate| -> Vec<usize> {
            let schedule =
                Schedule::new(engines, TournamentFormat::RoundRobin, games, rounds, repeat).unwrap();
            let units: Vec<_> = schedule.alternating(alternate).units().collect();
            let of_first = units.iter().filter(|unit| unit.encounter == 0);
            of_first.flat_map(|unit| &unit.games).map(|game| game.white).collect()
        };
        assert_eq!(whites(2, 1, 4, false, true), [0, 1, 0, 1]);
        assert_eq!(whites(4, 1, 4, false, true), [0, 1, 0, 1]);
        assert_eq!(whites(2, 3, 2, true, true), [0, 1, 0, 1, 0, 1]);
        assert_eq!(whites(2, 1, 3, false, false), [0, 0, 0], "as the files of earlier versions have it");
        for alternate in [false, true] {
            assert_eq!(whites(2, 2, 2, true, alternate), [0, 1, 0, 1], "as ever with an even number");
        }
    }

    #[test]
    fn an_odd_number_of_repeated_games_ends_with_a_single_one() {
        let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 3, 1, true).unwrap();
        assert_eq!(schedule.units().map(|unit| unit.games.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(schedule.unit(2), None);
        assert!(!schedule.is_paired());
    }

    #[test]
    fn impossible_schedules_are_refused() {
        assert_eq!(Schedule::new(1, TournamentFormat::Gauntlet, 1, 1, false), Err(ScheduleError::Engines(1)));
        assert_eq!(Schedule::new(2, TournamentFormat::Gauntlet, 0, 1, false), Err(ScheduleError::Empty));
        assert_eq!(
            Schedule::new(2, TournamentFormat::Gauntlet, usize::MAX, 2, false),
            Err(ScheduleError::TooMany)
        );
    }
}
