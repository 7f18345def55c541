//! Evaluations of positions that were on the board, for when they come again after a reload.
//!
//! A record an evaluation, under what names position and author. They belong to no game: a position is found again wherever the game
//! comes from.

use serde::{Deserialize, Serialize};

use super::Database;
use super::error::StoreError;
use super::files::now_ms;
use super::key::{Key, Range};
use super::record::Record;
use super::schema::Table;
use super::store::{Change, Store};

/// What these documents are called in the table.
const KIND: &str = "evaluation";

/// So many stay when the page is opened: with five lines each they take about a megabyte.
pub const MOST: usize = 400;

/// An evaluation as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptEvaluation {
    /// When it was written, in milliseconds since 1970.
    pub updated_ms: f64,
    /// The position that the moves start from.
    pub start_fen: String,
    /// The moves from there, in UCI.
    pub moves: String,
    /// The moves that were searched, in UCI; empty for all.
    pub search_moves: String,
    /// Whether the search had ended.
    pub finished: bool,
    /// The lines as the engine printed them, best first (`info depth 20 … pv e2e4`).
    pub lines: Vec<String>,
}

/// The evaluations of a database.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptEvaluations {
    database: Database,
}

fn key(name: u64) -> Key {
    Key::of(KIND).and(format!("{name:016x}"))
}

impl KeptEvaluations {
    /// The evaluations of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// The evaluation of this name; `None` if there is none that can be read.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn get(&self, name: u64) -> Result<Option<KeptEvaluation>, StoreError> {
        let record = self.database.get(Table::Documents, key(name)).await?;
        Ok(record.and_then(|record| record.read("an evaluation").ok()))
    }

    /// Keeps an evaluation in place of that of the same name, written now.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put(&self, name: u64, evaluation: KeptEvaluation) -> Result<(), StoreError> {
        let record = Record::of(&KeptEvaluation { updated_ms: now_ms(), ..evaluation })?;
        self.database.apply(vec![Change::Put { table: Table::Documents, key: key(name), record }]).await
    }

    /// Deletes the oldest beyond `most`, and what cannot be read.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn trim(&self, most: usize) -> Result<(), StoreError> {
        let records = self.database.list(Table::Documents, Range::below(Key::of(KIND)), usize::MAX).await?;
        if records.len() <= most {
            return Ok(());
        }
        let age = |record: &Record| {
            record.read::<KeptEvaluation>("an evaluation").map_or(0.0, |kept| kept.updated_ms)
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

    fn kept(moves: &str) -> KeptEvaluation {
        KeptEvaluation { moves: moves.to_owned(), ..KeptEvaluation::default() }
    }

    #[test]
    fn the_newest_stay() {
        let database = Database::of(Rc::new(Memory::new()));
        let evaluations = KeptEvaluations::new(database.clone());
        block_on(async {
            for name in 0..5_u64 {
                let record = Record::of(&KeptEvaluation { updated_ms: name as f64, ..kept("e2e4") }).unwrap();
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
