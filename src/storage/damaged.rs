//! Records that cannot be read: the lists of their kinds leave them out, and nothing writes over them. They can be looked up here, saved
//! as they stand in the database, and deleted. Matches have a list of their own ([`MatchStore::damaged`](super::matches::MatchStore::damaged)).

use super::{Change, Content, Database, Key, Range, Record, Store, StoreError, Table};
use crate::platform::turns::next_turn;

/// How many records are looked at in one turn.
const BATCH: usize = 200;

/// A kind of records.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Their table.
    pub table: Table,
    /// The first part of their keys; all of the table if there is none.
    pub below: Option<&'static str>,
    /// What one is to the user: "a game".
    pub what: &'static str,
    /// Reads one.
    pub read: fn(&Record) -> Result<(), StoreError>,
    /// What belongs to the one of this key: everything whose key begins with these parts.
    pub belongings: fn(&Key) -> Vec<(Table, Key)>,
}

/// A record that cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Damaged {
    /// What it is to the user: "a game".
    pub what: &'static str,
    /// Why it cannot be read.
    pub reason: String,
    /// Its key.
    pub key: Key,
    table: Table,
    revision: u64,
    belongings: Vec<(Table, Key)>,
}

/// The records of these kinds that cannot be read; the page goes on meanwhile.
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
                        what: kind.what,
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

/// The record as it stands in the database, in a line of JSON, and behind it whatever belongs to it, one after the other.
///
/// # Errors
/// [`StoreError::Missing`] when it was deleted meanwhile.
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

/// Deletes the record and what belongs to it, unless it is another by now.
///
/// # Errors
/// [`StoreError::Conflict`] when another tab has written it meanwhile, or when the database refuses.
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
