//! The explorer: moves played from a position.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use tabia_pgn::GameResult;
use tabia_polyglot::{BlockSource, BookMove};

use super::selection::Selection;
use crate::positions::find;
use crate::record::{Record, result_of};
use crate::{Library, LookupError};

/// Results and players of some games.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Score {
    /// Number of games. A game that reaches the position several times counts once.
    pub games: u32,
    /// Games that White won.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// The average Elo of all rated players.
    pub average_elo: Option<f64>,
    /// The year of the last game.
    pub last_year: Option<u16>,
    /// The games with the strongest players, the later first among equals.
    pub examples: Vec<u32>,
}

/// Statistics of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveStatistics {
    /// The move.
    #[serde(serialize_with = "squares")]
    pub book_move: BookMove,
    /// The games in which it was played from the position.
    #[serde(flatten)]
    pub score: Score,
}

/// Moves played from a position.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Explorer {
    /// All games with the position.
    pub total: Score,
    /// The moves, those played most often first.
    pub moves: Vec<MoveStatistics>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn squares<S: Serializer>(book_move: &BookMove, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(book_move)
}

/// Accumulator of a [`Score`].
#[derive(Default)]
struct Sum {
    last_game: Option<u32>,
    score: Score,
    elo: u64,
    rated: u32,
    /// The examples, worst first, each with its sort key.
    best: Vec<((u32, u16), u32)>,
}

impl Sum {
    /// Counts a game, once. Games must come in order.
    fn add(&mut self, game: u32, record: &Record, examples: usize) {
        if self.last_game.replace(game) == Some(game) {
            return;
        }
        let score = &mut self.score;
        score.games += 1;
        match result_of(record.result) {
            GameResult::WhiteWins => score.white += 1,
            GameResult::BlackWins => score.black += 1,
            GameResult::Draw => score.draws += 1,
            GameResult::Unknown => {}
        }
        for elo in [record.white_elo, record.black_elo] {
            self.elo += u64::from(elo);
            self.rated += u32::from(elo > 0);
        }
        let year = record.date().year();
        score.last_year = score.last_year.max(year);
        let worth = (u32::from(record.white_elo) + u32::from(record.black_elo), year.unwrap_or(0));
        if self.best.len() < examples || self.best.first().is_some_and(|(worst, _)| worth > *worst) {
            let place = self.best.partition_point(|(other, _)| *other < worth);
            self.best.insert(place, (worth, game));
            if self.best.len() > examples {
                self.best.remove(0);
            }
        }
    }

    fn finish(mut self) -> Score {
        self.score.average_elo = (self.rated > 0).then(|| self.elo as f64 / f64::from(self.rated));
        self.score.examples = self.best.iter().rev().map(|&(_, game)| game).collect();
        self.score
    }
}

impl<S: BlockSource> Library<S> {
    /// Returns the moves played from a position, by its [`tabia_chess::Position::repetition_key`], in the main lines of all or some games.
    ///
    /// `examples` is the maximum number of games to list for a move.
    ///
    /// # Errors
    /// [`LookupError`] if the index cannot be read or is damaged.
    pub fn explore(
        &mut self,
        key: u64,
        among: Option<&Selection>,
        examples: usize,
    ) -> Result<Explorer, LookupError> {
        let columns = &self.contents.columns;
        let mut total = Sum::default();
        let mut moves: BTreeMap<u16, Sum> = BTreeMap::new();
        find(&self.contents.directory, &mut self.source, key, |place| {
            let game = place.game;
            if place.in_variation || among.is_some_and(|games| !games.contains(game)) {
                return;
            }
            let record = columns.get(game);
            total.add(game, &record, examples);
            if place.book_move != BookMove::NONE {
                moves.entry(place.book_move.0).or_default().add(game, &record, examples);
            }
        })?;
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|(code, sum)| MoveStatistics { book_move: BookMove(code), score: sum.finish() })
            .collect();
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.score.games));
        Ok(Explorer { total: total.finish(), moves })
    }
}
