//! Evaluations of positions that were on the board, so that they are there again after a reload.
//!
//! There is one record per evaluation; its key stands for position and author. Evaluations don't belong to a game: a position is found
//! again whatever game it comes from.

use serde::{Deserialize, Serialize};

use super::Database;
use super::error::StoreError;
use super::files::now_ms;
use super::key::{Key, Range};
use super::record::Record;
use super::schema::Table;
use super::store::{Change, Store};

/// Key prefix of these documents in the table.
const KIND: &str = "evaluation";

/// Number of evaluations that survive the opening of the page: with five lines each they take about a megabyte.
pub const MOST: usize = 400;

/// A stored evaluation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedEvaluation {
    /// Time of writing, in milliseconds since 1970.
    pub updated_ms: f64,
    /// Start position of the moves.
    pub start_fen: String,
    /// Moves from the start position, in UCI.
    pub moves: String,
    /// Moves to search, in UCI; empty for all.
    pub search_moves: String,
    /// Whether the search was complete.
    pub finished: bool,
    /// The lines as the engine printed them, best first (`info depth 20 … pv e2e4`).
    pub lines: Vec<String>,
}

/// The evaluations of a database.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedEvaluations {
    database: Database,
}

fn key(name: u64) -> Key {
    Key::of(KIND).and(format!("{name:016x}"))
}

impl SavedEvaluations {
    /// Returns the evaluations of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns the evaluation of this name; `None` if it is missing or unreadable.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn get(&self, name: u64) -> Result<Option<SavedEvaluation>, StoreError> {
        let record = self.database.get(Table::Documents, key(name)).await?;
        Ok(record.and_then(|record| record.read("an evaluation").ok()))
    }

    /// Saves an evaluation with the current time, replacing any of the same name.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put(&self, name: u64, evaluation: SavedEvaluation) -> Result<(), StoreError> {
        let record = Record::of(&SavedEvaluation { updated_ms: now_ms(), ..evaluation })?;
        self.database.apply(vec![Change::Put { table: Table::Documents, key: key(name), record }]).await
    }

    /// Deletes unreadable evaluations and the oldest beyond `most`.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn trim(&self, most: usize) -> Result<(), StoreError> {
        let records = self.database.list(Table::Documents, Range::below(Key::of(KIND)), usize::MAX).await?;
        if records.len() <= most {
            return Ok(());
        }
        let age = |record: &Record| {
            record.read::<SavedEvaluation>("an evaluation").map_or(0.0, |kept| kept.updated_ms)
        };
        let mut aged: Vec<(f64, Key)> =
            records.into_iter().map(|(key, record)| (age(&record), key)).collect();
        aged.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let delete = |(_, key)| Change::Delete { table: Table::Documents, key };
        self.database.apply(aged.into_iter().skip(most).map(delete).collect()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use futures::executor::block_on;
    use std::rc::Rc;

    fn kept(moves: &str) -> SavedEvaluation {
        SavedEvaluation { moves: moves.to_owned(), ..SavedEvaluation::default() }
    }

    #[test]
    fn the_newest_stay() {
        let database = Database::of(Rc::new(Memory::new()));
        let evaluations = SavedEvaluations::new(database.clone());
        block_on(async {
            for name in 0..5_u64 {
                let record =
                    Record::of(&SavedEvaluation { updated_ms: name as f64, ..kept("e2e4") }).unwrap();
                let put = Change::Put { table: Table::Documents, key: key(name), record };
                database.apply(vec![put]).await.unwrap();
            }
            let other = Change::Put {
                table: Table::Documents,
                key: Key::of("workspace").and("a"),
                record: Record::of(&1).unwrap(),
            };
            database.apply(vec![other]).await.unwrap();
            evaluations.trim(2).await.unwrap();
            for (name, is_kept) in [(0, false), (2, false), (3, true), (4, true)] {
                assert_eq!(evaluations.get(name).await.unwrap().is_some(), is_kept, "{name}");
            }
            let all = database.list(Table::Documents, Range::all(), usize::MAX).await.unwrap();
            assert_eq!(all.len(), 3, "documents of other kinds stay");
        });
    }
}
