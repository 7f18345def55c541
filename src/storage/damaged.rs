//! Unreadable records: the lists of their kinds leave them out, and nothing overwrites them. They can be found here, exported as they are
//! in the database, and deleted. Matches have a separate list ([`MatchStore::damaged`](super::matches::MatchStore::damaged)).

use super::{Change, Content, Database, Key, Range, Record, Store, StoreError, Table};
use crate::language::Text;
use crate::platform::turns::next_turn;

/// Number of records checked per turn of the event loop.
const BATCH: usize = 200;

/// A kind of record.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Table of the records.
    pub table: Table,
    /// First part of their keys; `None` for the whole table.
    pub below: Option<&'static str>,
    /// Description for the user: "a game".
    pub what: Text,
    /// Parses a record.
    pub read: fn(&Record) -> Result<(), StoreError>,
    /// Returns the table and key prefix of everything that belongs to the record under a key.
    pub belongings: fn(&Key) -> Vec<(Table, Key)>,
}

/// A record that cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Damaged {
    /// Description for the user: "a game".
    pub what: &'static str,
    /// Why it cannot be read.
    pub reason: String,
    /// Key of the record.
    pub key: Key,
    table: Table,
    revision: u64,
    belongings: Vec<(Table, Key)>,
}

/// Finds the unreadable records of these kinds, without blocking the page.
///
/// # Errors
/// When the database cannot be read.
pub async fn find(database: &Database, kinds: &[Kind]) -> Result<Vec<Damaged>, StoreError> {
    let mut found = Vec::new();
    for kind in kinds {
        let all = Range::below(kind.below.map_or_else(Key::default, Key::of));
        let mut range = all.clone();
        loop {
            let records = database.list(kind.table, range, BATCH).await?;
            for (key, record) in &records {
                if let Err(error) = (kind.read)(record) {
                    found.push(Damaged {
                        what: (kind.what)(),
                        reason: error.to_string(),
                        key: key.clone(),
                        table: kind.table,
                        revision: record.revision,
                        belongings: (kind.belongings)(key),
                    });
                }
            }
            let Some((last, _)) = records.into_iter().next_back() else { break };
            range = all.clone().after(last);
            if cfg!(target_arch = "wasm32") {
                next_turn().await;
            }
        }
    }
    Ok(found)
}

/// Exports the record as it is in the database, as a line of JSON, followed by everything that belongs to it.
///
/// # Errors
/// [`StoreError::Missing`] when it has been deleted in the meantime.
pub async fn export_raw(database: &Database, damaged: &Damaged) -> Result<Content, StoreError> {
    let missing = || StoreError::Missing { what: damaged.what.to_owned() };
    let own = database.get(damaged.table, damaged.key.clone()).await?.ok_or_else(missing)?;
    let mut pieces = Vec::new();
    let mut push = |record: Record| {
        if !record.json.is_empty() {
            pieces.push(Content::from((record.json + "\n").as_str()));
        }
        pieces.extend(record.content);
    };
    push(own);
    for (table, below) in &damaged.belongings {
        for (_, record) in database.list(*table, Range::below(below.clone()), usize::MAX).await? {
            push(record);
        }
    }
    Content::joined(&pieces)
}

/// Deletes the record and everything that belongs to it, unless the record has changed.
///
/// # Errors
/// [`StoreError::Conflict`] when another tab has written it in the meantime, or when the database refuses.
pub async fn remove(database: &Database, damaged: &Damaged) -> Result<(), StoreError> {
    let (table, key) = (damaged.table, damaged.key.clone());
    let mut changes = vec![
        Change::Expect { table, key: key.clone(), revision: damaged.revision },
        Change::Delete { table, key },
    ];
    for (table, prefix) in damaged.belongings.clone() {
        changes.push(Change::DeleteBelow { table, prefix });
    }
    database.apply(changes).await
}
