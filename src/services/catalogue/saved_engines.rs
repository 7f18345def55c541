//! Stored engines: look-up, renaming, removal and restoring.

use super::entry::EngineEntry;
use super::list::{AddError, EngineList, contents_key, key, missing, own_name, refused};
use super::news;
use crate::language::tr;
use crate::state::lab::latency::Timing;
use crate::storage::document::update_record;
use crate::storage::files::now_ms;
use crate::storage::{Change, Database, Range, Record, Store, StoreError, Table};

/// Applies `change` to the stored entry of an engine, and returns it. `change` is called again when something else writes the entry first,
/// such as a measurement or another tab.
async fn update(
    database: &Database,
    id: &str,
    change: impl Fn(&mut EngineEntry) -> Result<(), StoreError>,
) -> Result<EngineEntry, StoreError> {
    let read = |record: Option<&Record>| {
        record.ok_or_else(|| missing(id))?.read::<EngineEntry>(&tr!("the engine {id}", id))
    };
    let write = |entry: &EngineEntry| Record::of(entry).map(|record| record.json);
    update_record(database, Table::Engines, &key(id), read, write, |entry| change(entry).map(|()| Vec::new()))
        .await
}

/// As [`update`], for an engine that is not removed, nor while this waits for its turn.
async fn update_present(
    database: &Database,
    id: &str,
    change: impl Fn(&mut EngineEntry),
) -> Result<EngineEntry, StoreError> {
    update(database, id, |entry| {
        if entry.removed_ms.is_some() {
            return Err(missing(id));
        }
        change(entry);
        Ok(())
    })
    .await
}

impl EngineList {
    /// Changes the entry of an engine that was not removed, and returns it.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if it is not stored, or was removed; a database error.
    pub(super) async fn change(
        &self,
        id: &str,
        change: impl Fn(&mut EngineEntry),
    ) -> Result<EngineEntry, StoreError> {
        let entry = update_present(&self.inner.database, id, change).await?;
        news::changed();
        Ok(self.with_origin(entry))
    }

    /// Adds what depends on the version of the app.
    fn with_origin(&self, mut entry: EngineEntry) -> EngineEntry {
        entry.is_builtin = self.is_builtin(&entry.id);
        entry.can_have_threads = self.threads_url(&entry.id).is_some();
        entry
    }

    /// Returns an engine.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if it is not stored, or was removed.
    pub async fn entry(&self, id: &str) -> Result<EngineEntry, StoreError> {
        let entry = self.any_entry(id).await?;
        if entry.removed_ms.is_some() { Err(missing(id)) } else { Ok(entry) }
    }

    /// Returns an engine, even a removed one whose data still exists.
    pub(super) async fn any_entry(&self, id: &str) -> Result<EngineEntry, StoreError> {
        let missing = || missing(id);
        let record = self.inner.database.get(Table::Engines, key(id)).await?.ok_or_else(missing)?;
        Ok(self.with_origin(record.read(&tr!("the engine {id}", id))?))
    }

    /// Renames an engine; an empty name restores its own.
    ///
    /// # Errors
    /// If it is not stored, or on a database error.
    pub async fn rename(&self, id: &str, name: &str) -> Result<EngineEntry, StoreError> {
        let name = name.trim();
        self.change(id, |entry| {
            entry.name = if name.is_empty() { own_name(entry) } else { name.to_owned() };
        })
        .await
    }

    /// Removes an engine. Its files stay until [`EngineList::purge`], so that [`EngineList::restore`] can undo this. Matches it played keep
    /// their results.
    ///
    /// # Errors
    /// [`AddError::Refused`] for an engine shipped with the app.
    pub async fn remove(&self, id: &str) -> Result<(), AddError> {
        if self.is_builtin(id) {
            return Err(refused(tr!("the engine"), tr!("it comes with the app and cannot be removed")));
        }
        self.change(id, |entry| entry.removed_ms = Some(now_ms())).await?;
        self.inner.sandboxes.borrow_mut().remove(id);
        Ok(())
    }

    /// Restores a removed engine.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if its files have been deleted.
    pub async fn restore(&self, id: &str) -> Result<EngineEntry, StoreError> {
        let restore = |entry: &mut EngineEntry| {
            entry.removed_ms = None;
            Ok(())
        };
        let entry = update(&self.inner.database, id, restore).await?;
        news::changed();
        Ok(self.with_origin(entry))
    }

    /// Deletes the engines removed at least `age_ms` ago, with their files.
    ///
    /// # Errors
    /// On a database error.
    pub async fn purge(&self, age_ms: f64) -> Result<(), StoreError> {
        let records = self.inner.database.list(Table::Engines, Range::all(), usize::MAX).await?;
        let entries = records.iter().filter_map(|(_, record)| record.read::<EngineEntry>("an engine").ok());
        let until = now_ms() - age_ms;
        let mut changes = Vec::new();
        for entry in entries.filter(|entry| entry.removed_ms.is_some_and(|removed| removed <= until)) {
            changes.push(Change::Delete { table: Table::Engines, key: key(&entry.id) });
            changes.push(Change::DeleteBelow { table: Table::Contents, prefix: contents_key(&entry.id) });
        }
        if changes.is_empty() { Ok(()) } else { self.inner.database.apply(changes).await }
    }

    /// Saves the measured latency of an engine.
    ///
    /// # Errors
    /// If it is not stored, or on a database error.
    pub async fn set_timing(&self, id: &str, timing: Timing) -> Result<EngineEntry, StoreError> {
        self.change(id, |entry| entry.timing = timing.clone()).await
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures::FutureExt;

    use super::super::entry::Bench;
    use super::*;

    fn database() -> Database {
        let database = Database::of(std::rc::Rc::new(crate::storage::Memory::new()));
        let json = r#"{"id":"a","name":"Old","kind":"build","files":[]}"#.to_owned();
        let record = Record { json, ..Record::default() };
        let put = Change::Put { table: Table::Engines, key: key("a"), record };
        database.apply(vec![put]).now_or_never().unwrap().unwrap();
        database
    }

    #[test]
    fn a_measurement_does_not_undo_a_new_name() {
        let database = database();
        let is_renamed = Cell::new(false);
        let measured = update_present(&database, "a", |entry| {
            // It is renamed after the measurement has read it.
            if !is_renamed.replace(true) {
                let renamed = update_present(&database, "a", |entry| entry.name = "New".to_owned());
                renamed.now_or_never().unwrap().unwrap();
            }
            entry.bench = Bench::Nodes(1234);
        });
        let measured = measured.now_or_never().unwrap().unwrap();
        assert_eq!((measured.name.as_str(), measured.bench), ("New", Bench::Nodes(1234)));
    }

    #[test]
    fn an_engine_removed_while_it_is_changed_stays_removed_and_unchanged() {
        let database = database();
        let is_removed = Cell::new(false);
        let renamed = update_present(&database, "a", |entry| {
            if !is_removed.replace(true) {
                let removed = update_present(&database, "a", |entry| entry.removed_ms = Some(5.0));
                removed.now_or_never().unwrap().unwrap();
            }
            entry.name = "New".to_owned();
        });
        assert_eq!(renamed.now_or_never().unwrap(), Err(missing("a")));
        let entry = update(&database, "a", |_| Ok(())).now_or_never().unwrap().unwrap();
        assert_eq!((entry.name.as_str(), entry.removed_ms), ("Old", Some(5.0)));
        // Deleted in between.
        let gone = update(&database, "a", |_| {
            let delete = Change::Delete { table: Table::Engines, key: key("a") };
            database.apply(vec![delete]).now_or_never().unwrap()
        });
        assert_eq!(gone.now_or_never().unwrap(), Err(missing("a")));
    }
}
