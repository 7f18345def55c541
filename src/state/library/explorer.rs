//! What was played from the position on the board, in some databases.
//!
//! Each database answers by itself, and late: an answer is about the question with which it was asked for, and what is about another question
//! changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use tabia_chess::Color;
use tabia_library::{Bounds, EloOf, GameDate, Query};
use tabia_worker::library::messages::{DatabaseId, Explored, ExploredMove, Row, Score};

/// The most games that are named for a position.
pub const EXAMPLES: u32 = 8;

/// Which databases are looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Chosen {
    /// All that can be.
    #[default]
    All,
    /// These.
    Some(BTreeSet<DatabaseId>),
}

impl Chosen {
    /// Whether a database is looked at.
    pub fn contains(&self, id: &str) -> bool {
        match self {
            Self::All => true,
            Self::Some(ids) => ids.contains(id),
        }
    }

    /// With one database of `all` more or less. All of them are [`Chosen::All`], so that one which is added later is looked at too.
    #[must_use]
    pub fn with(&self, id: &str, is_in: bool, all: &[DatabaseId]) -> Self {
        let mut ids: BTreeSet<DatabaseId> =
            all.iter().filter(|other| self.contains(other)).cloned().collect();
        if is_in {
            ids.insert(id.to_owned());
        } else {
            ids.remove(id);
        }
        if all.iter().all(|id| ids.contains(id)) { Self::All } else { Self::Some(ids) }
    }
}

/// Which games count, as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Among {
    /// The least Elo of both players.
    pub elo: String,
    /// The first year.
    pub from: String,
    /// The last year.
    pub to: String,
    /// A player's name.
    pub player: String,
    /// The player's colour; either if unknown.
    pub colour: Option<Color>,
}

/// What is wrong with a field of [`Among`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmongFault {
    /// The Elo.
    #[error("write the least Elo as a whole number, such as 2400")]
    Elo,
    /// The first year.
    #[error("write the first year with four digits")]
    From,
    /// The last year.
    #[error("write the last year with four digits")]
    To,
}

impl Among {
    /// The games that count, and what is wrong with the fields. A field with a fault restricts nothing.
    pub fn read(&self) -> (Query, Vec<AmongFault>) {
        let mut faults = Vec::new();
        let mut number = |text: &str, most: u16, fault: AmongFault| {
            let text = text.trim();
            let number = text.parse::<u16>().ok().filter(|number| *number <= most);
            if number.is_none() && !text.is_empty() {
                faults.push(fault);
            }
            number
        };
        let min = number(&self.elo, 4000, AmongFault::Elo);
        let from = number(&self.from, 9999, AmongFault::From);
        let to = number(&self.to, 9999, AmongFault::To);
        let date = |year: Option<u16>| year.map(|year| GameDate::of_tag(format!("{year:04}").as_bytes()));
        let player = Some(self.player.trim().to_owned()).filter(|player| !player.is_empty());
        let of = |colour: Option<Color>| player.clone().filter(|_| self.colour == colour);
        let query = Query {
            elo: Bounds { min, max: None },
            elo_of: EloOf::Both,
            from: date(from),
            to: date(to),
            player: of(None),
            white: of(Some(Color::White)),
            black: of(Some(Color::Black)),
            ..Query::default()
        };
        (query, faults)
    }

    /// Whether all games count.
    pub fn is_open(&self) -> bool {
        [&self.elo, &self.from, &self.to, &self.player].iter().all(|text| text.trim().is_empty())
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The position, as FEN.
    pub fen: String,
    /// The databases.
    pub databases: Vec<DatabaseId>,
    /// The games that count.
    pub among: Query,
}

/// A game that is named, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Its database.
    pub database: DatabaseId,
    /// The game.
    pub row: Row,
}

/// What is known of the position, of all databases together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// All games that have the position; without examples.
    pub total: Score,
    /// The moves, those played most often first; without examples.
    pub moves: Vec<ExploredMove>,
    /// The games with the strongest players, the later first among equals.
    pub strongest: Vec<Example>,
    /// Of the same games the newest first.
    pub newest: Vec<Example>,
}

/// Puts together what databases have answered.
pub fn merge(answers: &[(DatabaseId, Explored)]) -> Known {
    let mut known = Known::default();
    let mut moves: BTreeMap<&str, ExploredMove> = BTreeMap::new();
    for (database, explored) in answers {
        add(&mut known.total, &explored.total);
        let named = explored.moves.iter().flat_map(|m| &m.score.examples);
        for row in explored.total.examples.iter().chain(named) {
            let is_known = |other: &Example| other.database == *database && other.row.game == row.game;
            if !known.strongest.iter().any(is_known) {
                known.strongest.push(Example { database: database.clone(), row: row.clone() });
            }
        }
        for m in &explored.moves {
            let none = || ExploredMove { score: Score::default(), ..m.clone() };
            add(&mut moves.entry(&m.uci).or_insert_with(none).score, &m.score);
        }
    }
    known.moves = moves.into_values().collect();
    known.moves.sort_by_key(|m| std::cmp::Reverse(m.score.games));
    known.newest.clone_from(&known.strongest);
    known.newest.sort_by_key(|example| std::cmp::Reverse(example.row.date));
    known.strongest.sort_by_key(|example| std::cmp::Reverse((strength(&example.row), example.row.date)));
    known.strongest.truncate(EXAMPLES as usize);
    known.newest.truncate(EXAMPLES as usize);
    known
}

fn strength(row: &Row) -> u32 {
    u32::from(row.white_elo.unwrap_or(0)) + u32::from(row.black_elo.unwrap_or(0))
}

/// Adds the games of another database. Averages are weighted by games.
fn add(sum: &mut Score, other: &Score) {
    sum.average_elo = match (sum.average_elo, other.average_elo) {
        (Some(one), Some(two)) => {
            let (ours, theirs) = (f64::from(sum.games), f64::from(other.games));
            Some((one * ours + two * theirs) / (ours + theirs).max(1.0))
        }
        (one, two) => one.or(two),
    };
    sum.games += other.games;
    sum.white += other.white;
    sum.draws += other.draws;
    sum.black += other.black;
    sum.last_year = sum.last_year.max(other.last_year);
}

/// The parts of games with a known result that White won, that were drawn and that Black won, in whole percent that come to 100; nothing
/// if no result is known.
pub fn shares(score: &Score) -> Option<[u32; 3]> {
    let counts = [score.white, score.draws, score.black];
    let known: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if known == 0 {
        return None;
    }
    // Largest remainders: the parts come to 100.
    let mut parts = counts.map(|count| (u64::from(count) * 100 / known) as u32);
    let mut rest: Vec<(u64, usize)> =
        counts.iter().enumerate().map(|(place, &count)| (u64::from(count) * 100 % known, place)).collect();
    rest.sort_unstable_by_key(|&(rest, place)| (std::cmp::Reverse(rest), place));
    let missing = 100 - parts.iter().sum::<u32>();
    for (_, place) in rest.into_iter().take(missing as usize) {
        parts[place] += 1;
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::library::listing::tests::row as blank;
    use proptest::prelude::*;

    fn row(game: u32, elo: u16, date: &str) -> Row {
        Row {
            white: String::new(),
            white_elo: Some(elo),
            black_elo: Some(elo),
            date: GameDate::of_tag(date.as_bytes()),
            ..blank(game)
        }
    }

    fn score(games: u32, elo: f64, examples: Vec<Row>) -> Score {
        Score {
            games,
            draws: games,
            average_elo: Some(elo),
            last_year: Some(2000),
            examples,
            ..Score::default()
        }
    }

    fn explored(uci: &str, games: u32, elo: f64, examples: Vec<Row>) -> Explored {
        let m = ExploredMove { san: uci.into(), uci: uci.into(), score: score(games, elo, examples.clone()) };
        Explored { total: score(games, elo, examples), moves: vec![m], ms: 1.0 }
    }

    #[test]
    fn databases_are_put_together() {
        let one = explored("e2e4", 10, 2500.0, vec![row(1, 2500, "1990")]);
        let two = explored("e2e4", 30, 2700.0, vec![row(1, 2700, "1980"), row(2, 2400, "2020")]);
        let three = explored("d2d4", 50, 2600.0, Vec::new());
        let known = merge(&[("a".into(), one), ("b".into(), two), ("c".into(), three)]);
        assert_eq!(known.total.games, 90);
        let moves: Vec<_> = known.moves.iter().map(|m| (m.uci.as_str(), m.score.games)).collect();
        assert_eq!(moves, [("d2d4", 50), ("e2e4", 40)]);
        assert_eq!(known.moves[1].score.average_elo, Some(2650.0));
        let games = |list: &[Example]| list.iter().map(|example| example.row.white_elo).collect::<Vec<_>>();
        assert_eq!(games(&known.strongest), [Some(2700), Some(2500), Some(2400)]);
        assert_eq!(games(&known.newest), [Some(2400), Some(2500), Some(2700)]);
        assert_eq!(merge(&[]), Known::default());
    }

    #[test]
    fn all_databases_stay_all() {
        let all = ["a".to_owned(), "b".to_owned()];
        let one = Chosen::All.with("a", false, &all);
        assert!(!one.contains("a") && one.contains("b") && !one.contains("new"));
        assert_eq!(one.with("a", true, &all), Chosen::All);
    }

    #[test]
    fn which_games_count_is_read() {
        let among = Among {
            elo: "2400".into(),
            player: "tal".into(),
            colour: Some(Color::White),
            ..Among::default()
        };
        let (query, faults) = among.read();
        assert!(faults.is_empty() && !among.is_open());
        assert_eq!((query.white.as_deref(), query.player), (Some("tal"), None));
        assert_eq!(query.elo.min, Some(2400));
        let (query, faults) = Among { from: "later".into(), to: "1990".into(), ..Among::default() }.read();
        assert_eq!(faults, [AmongFault::From]);
        assert!(query.from.is_none() && query.to.is_some());
    }

    proptest! {
        #[test]
        fn shares_come_to_a_hundred(white in 0_u32..9_000_000, draws in 0_u32..50, black in 0_u32..1000) {
            let score = Score { games: white, white, draws, black, ..Score::default() };
            if let Some(parts) = shares(&score) { prop_assert_eq!(parts.iter().sum::<u32>(), 100) } else { prop_assert_eq!(white + draws + black, 0) }
        }
    }
}
