//! Filters, sort orders and the explorer.

use tabia_chess::Position;
use tabia_library::{MaterialScan, Order, Query, Selection};
use tabia_pgn::{needs_chess960, position_from_fen};

use super::database::{OpenDatabase, View, lookup_failure, read_failure};
use super::messages::{Explored, ExploredMove, Failure, Found, Score, ViewId};

/// Parses a FEN.
pub(super) fn position_of(fen: &str) -> Result<Position, Failure> {
    let position = position_from_fen(fen).map_err(|error| Failure::Position(error.to_string()))?;
    Ok(position.0)
}

/// Games found, not yet sorted.
#[derive(Debug)]
pub struct Selected {
    games: Selection,
    view: View,
}

impl Selected {
    /// Restricts the result to these games.
    #[must_use]
    pub fn only(self, games: Selection) -> Self {
        Self { games, ..self }
    }
}

impl OpenDatabase {
    /// First half of a search: selects the games that match the query and the position.
    ///
    /// # Errors
    /// [`Failure`] if the position is invalid or the index cannot be read.
    pub fn select(&mut self, query: &Query, position: Option<&str>) -> Result<Selected, Failure> {
        let mut query = query.clone();
        let mut view = View::default();
        if let Some(fen) = position {
            let key = position_of(fen)?.repetition_key();
            query.position = Some(key);
            for place in self.library.occurrences(key).map_err(lookup_failure)? {
                view.plies.entry(place.game).or_insert(place.ply);
            }
        }
        let games = self.library.find(&query).map_err(lookup_failure)?;
        Ok(Selected { games, view })
    }

    /// Starts a search for material that occurred at any time, if the query asks for it. [`scan_on`](Self::scan_on) replays the games.
    pub fn scan(&self, query: &Query, selected: &Selected) -> Option<MaterialScan> {
        let material = query.material.clone().filter(|_| query.material_anywhere)?;
        let either = query.material_of_either_colour;
        Some(MaterialScan::new(&self.library, &selected.games, material, either))
    }

    /// Replays some of the games; returns whether there are more.
    ///
    /// # Errors
    /// [`Failure`] if the file cannot be read.
    pub fn scan_on(&mut self, scan: &mut MaterialScan) -> Result<bool, Failure> {
        scan.step(&self.library, &mut self.file).map_err(read_failure)
    }

    /// Second half of a search: sorts the games and stores the view.
    pub fn arrange(&mut self, view: ViewId, selected: Selected, order: Order) -> Found {
        let games = self.library.sorted(&selected.games, order);
        let found = Found { count: games.len() as u32, total: self.library.len(), ms: 0.0 };
        self.views.insert(view, View { games, ..selected.view });
        found
    }

    /// Finds the moves played from a position in the games that match `among`.
    ///
    /// # Errors
    /// [`Failure`] if the position is invalid or the index cannot be read.
    pub fn explore(&mut self, fen: &str, among: &Query, examples: u32) -> Result<Explored, Failure> {
        let position = position_of(fen)?;
        if *among != Query::default() && self.among.as_ref().is_none_or(|(query, _)| query != among) {
            let games = self.library.find(among).map_err(lookup_failure)?;
            self.among = Some((among.clone(), games));
        }
        let games =
            if *among == Query::default() { None } else { self.among.as_ref().map(|(_, games)| games) };
        let examples = examples.min(50) as usize;
        let explored =
            self.library.explore(position.repetition_key(), games, examples).map_err(lookup_failure)?;
        let chess960 = needs_chess960(&position);
        let moves = explored.moves.iter().filter_map(|mv| {
            // A move that is illegal here was played in another position with the same key.
            let played = mv.book_move.resolve(&position)?;
            let (san, uci) = (position.san(played), position.uci_with(played, chess960));
            Some(ExploredMove { san, uci, score: self.score(&mv.score) })
        });
        let moves = moves.collect();
        Ok(Explored { total: self.score(&explored.total), moves, ms: 0.0 })
    }

    fn score(&self, score: &tabia_library::Score) -> Score {
        Score {
            games: score.games,
            white: score.white,
            draws: score.draws,
            black: score.black,
            average_elo: score.average_elo,
            last_year: score.last_year,
            examples: score.examples.iter().map(|&game| self.row(game, None)).collect(),
        }
    }
}
