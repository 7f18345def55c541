//! In-memory store, for tests and for browsers without storage.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Bound;

use super::error::StoreError;
use super::key::{Key, Range};
use super::record::{Content, Record};
use super::schema::{self, SchemaStep, Table};
use super::store::{Change, Pending, Store};

type MemoryTables = BTreeMap<String, BTreeMap<Key, Record>>;

/// Tables in memory, lost with the page.
#[derive(Debug)]
pub struct Memory {
    tables: RefCell<MemoryTables>,
    used: Cell<u64>,
    room: Cell<Option<u64>>,
}

impl Default for Memory {
    fn default() -> Self {
        let memory = Self::empty();
        memory.upgrade(schema::VERSIONS, 0);
        memory
    }
}

impl Memory {
    /// Creates empty tables of the current version.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a store without tables, as a starting point for [`upgrade`](Self::upgrade).
    pub fn empty() -> Self {
        Self { tables: RefCell::default(), used: Cell::new(0), room: Cell::new(None) }
    }

    /// Runs the upgrade steps from version `from` to the newest of `versions`.
    pub fn upgrade(&self, versions: &'static [&'static [SchemaStep]], from: usize) {
        let mut tables = self.tables.borrow_mut();
        for step in schema::steps(versions, from) {
            match step {
                SchemaStep::Create(name) => {
                    tables.entry((*name).to_owned()).or_default();
                }
                SchemaStep::Remove(name) => {
                    tables.remove(*name);
                }
                SchemaStep::Rewrite(name, rewrite) => {
                    for record in tables.get_mut(*name).into_iter().flat_map(BTreeMap::values_mut) {
                        record.json = rewrite(&record.json);
                    }
                }
            }
        }
    }

    /// Limits the store to `bytes`; changes that don't fit are refused with [`StoreError::Full`].
    pub fn set_room(&self, bytes: Option<u64>) {
        self.room.set(bytes);
    }

    fn read<T>(&self, table: Table, read: impl FnOnce(&BTreeMap<Key, Record>) -> T) -> Result<T, StoreError> {
        self.tables.borrow().get(table.name()).map(read).ok_or_else(|| no_table(table))
    }

    fn change(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        let mut tables = self.tables.borrow_mut();
        let mut undo = Vec::new();
        let mut result = changes.into_iter().try_for_each(|change| make(&mut tables, change, &mut undo));
        let (freed, taken) =
            undo.iter().fold((0, 0), |(freed, taken), old| (freed + old.before, taken + old.after));
        let used = (self.used.get() + taken).saturating_sub(freed);
        // Pure deletions are never refused.
        if result.is_ok() && taken > freed && self.room.get().is_some_and(|room| used > room) {
            result = Err(StoreError::Full);
        }
        if result.is_ok() {
            self.used.set(used);
        } else {
            for old in undo.into_iter().rev() {
                let Some(records) = tables.get_mut(old.table.name()) else { continue };
                match old.record {
                    Some(record) => records.insert(old.key, record),
                    None => records.remove(&old.key),
                };
            }
        }
        result
    }
}

/// The record under a key before a change; sizes in bytes.
struct Old {
    table: Table,
    key: Key,
    record: Option<Record>,
    before: u64,
    after: u64,
}

fn make(tables: &mut MemoryTables, change: Change, undo: &mut Vec<Old>) -> Result<(), StoreError> {
    let table = change.table();
    let records = tables.get_mut(table.name()).ok_or_else(|| no_table(table))?;
    let mut set = |records: &mut BTreeMap<Key, Record>, key: Key, record: Option<Record>| {
        let after = record.as_ref().map_or(0, size);
        let old = match record {
            Some(record) => records.insert(key.clone(), record),
            None => records.remove(&key),
        };
        undo.push(Old { table, key, before: old.as_ref().map_or(0, size), record: old, after });
    };
    match change {
        Change::Insert { key, .. } if records.contains_key(&key) => return Err(StoreError::Exists { key }),
        Change::Expect { key, revision, .. } => {
            let found = records.get(&key).map(|record| record.revision);
            if found != Some(revision) {
                return Err(StoreError::Conflict { key, found });
            }
        }
        Change::Put { key, record, .. } | Change::Insert { key, record, .. } => {
            set(records, key, Some(record));
        }
        Change::Delete { key, .. } => set(records, key, None),
        Change::DeleteBelow { prefix, .. } => {
            let keys: Vec<Key> = within(records, &Range::below(prefix)).map(|(key, _)| key.clone()).collect();
            for key in keys {
                set(records, key, None);
            }
        }
    }
    Ok(())
}

fn size(record: &Record) -> u64 {
    record.json.len() as u64 + record.content.as_ref().map_or(0, Content::size)
}

fn no_table(table: Table) -> StoreError {
    StoreError::Failed {
        action: format!("there is no table {}", table.name()),
        reason: "it was not made".to_owned(),
    }
}

/// Returns the records in a range, without visiting earlier ones.
fn within<'a>(
    records: &'a BTreeMap<Key, Record>,
    range: &Range,
) -> impl Iterator<Item = (&'a Key, &'a Record)> {
    let first = match &range.after {
        Some(after) if *after >= range.prefix => Bound::Excluded(after.clone()),
        _ => Bound::Included(range.prefix.clone()),
    };
    let prefix = range.prefix.clone();
    records.range((first, Bound::Unbounded)).take_while(move |(key, _)| key.begins_with(&prefix))
}

impl Store for Memory {
    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>> {
        Box::pin(async move { self.read(table, |records| records.get(&key).cloned()) })
    }

    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>> {
        Box::pin(async move {
            self.read(table, |records| {
                within(records, &range)
                    .take(limit)
                    .map(|(key, record)| (key.clone(), record.clone()))
                    .collect()
            })
        })
    }

    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>> {
        Box::pin(async move {
            self.read(table, |records| {
                within(records, &range).take(limit).map(|(key, _)| key.clone()).collect()
            })
        })
    }

    fn count(&self, table: Table, range: Range) -> Pending<'_, u64> {
        Box::pin(async move { self.read(table, |records| within(records, &range).count() as u64) })
    }

    fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()> {
        Box::pin(async move { self.change(changes) })
    }
}
