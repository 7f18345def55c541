//! Opening explorer: moves played from the position on the board, in one or more databases.
//!
//! Each database replies separately and late. A reply carries its question; replies to another question are ignored.

use std::collections::{BTreeMap, BTreeSet};

use tabia_chess::Color;
use tabia_library::{Bounds, EloOf, GameDate, Query};
use tabia_worker::library::messages::{DatabaseId, Explored, ExploredMove, Row, Score};

use crate::language::tr;

/// Maximum number of example games for a position.
pub const EXAMPLES: u32 = 8;

/// Selected databases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SelectedDatabases {
    /// All that are available.
    #[default]
    All,
    /// Only these.
    Some(BTreeSet<DatabaseId>),
}

impl SelectedDatabases {
    /// Whether a database is selected.
    pub fn contains(&self, id: &str) -> bool {
        match self {
            Self::All => true,
            Self::Some(ids) => ids.contains(id),
        }
    }

    /// Adds or removes one of the databases `all`. If all are selected the result is [`SelectedDatabases::All`], which includes databases that are
    /// added later.
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

/// Filter for games, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Among {
    /// Minimum Elo of both players.
    pub elo: String,
    /// First year.
    pub from: String,
    /// Last year.
    pub to: String,
    /// Name of a player.
    pub player: String,
    /// The player's colour; `None` for either.
    pub colour: Option<Color>,
}

/// Invalid field of [`Among`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmongFault {
    /// Minimum Elo.
    #[error("{}", tr!("enter the minimum Elo as a whole number, such as 2400"))]
    Elo,
    /// First year.
    #[error("{}", tr!("enter the first year with four digits"))]
    From,
    /// Last year.
    #[error("{}", tr!("enter the last year with four digits"))]
    To,
}

impl Among {
    /// Returns the filter, and the invalid fields. An invalid field restricts nothing.
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

    /// Whether all games match.
    pub fn is_open(&self) -> bool {
        [&self.elo, &self.from, &self.to, &self.player].iter().all(|text| text.trim().is_empty())
    }
}

/// Explorer request.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerQuery {
    /// The position, as FEN.
    pub fen: String,
    /// The databases.
    pub databases: Vec<DatabaseId>,
    /// Filter for the games.
    pub among: Query,
}

/// Example game and its database.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Its database.
    pub database: DatabaseId,
    /// The game.
    pub row: Row,
}

/// Merged results of all databases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplorerResult {
    /// Total over all games with the position; without examples.
    pub total: Score,
    /// Moves, most frequent first; without examples.
    pub moves: Vec<ExploredMove>,
    /// Games of the strongest players; among equals, the latest first.
    pub strongest: Vec<Example>,
    /// Example games, newest first.
    pub newest: Vec<Example>,
}

/// Merges the replies of several databases.
pub fn merge(answers: &[(DatabaseId, Explored)]) -> ExplorerResult {
    let mut known = ExplorerResult::default();
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

/// Adds the score of another database. Averages are weighted by the number of games.
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

/// Returns the shares of White wins, draws and Black wins among games with a known result, in whole percent that add up to 100; `None` if
/// no result is known.
pub fn shares(score: &Score) -> Option<[u32; 3]> {
    let counts = [score.white, score.draws, score.black];
    let known: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if known == 0 {
        return None;
    }
    // Largest remainder method: the shares add up to 100.
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
        assert_eq!(merge(&[]), ExplorerResult::default());
    }

    #[test]
    fn all_databases_stay_all() {
        let all = ["a".to_owned(), "b".to_owned()];
        let one = SelectedDatabases::All.with("a", false, &all);
        assert!(!one.contains("a") && one.contains("b") && !one.contains("new"));
        assert_eq!(one.with("a", true, &all), SelectedDatabases::All);
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
