//! Stored engines: look-up, renaming, removal and restoring.

use super::entry::EngineEntry;
use super::list::{AddError, Catalogue, contents_key, key, missing, own_name, refused};
use super::news;
use crate::state::lab::latency::Timing;
use crate::storage::files::now_ms;
use crate::storage::{Change, Database, Range, Record, Store, StoreError, Table};

/// Maximum number of retries when something else writes the entry first.
const TRIES: u32 = 20;

/// Applies `change` to the stored entry of an engine, and returns it. When it is written in between, by a measurement or another tab,
/// `change` is called again on that entry, so that neither change is lost.
async fn update(
    database: &Database,
    id: &str,
    change: impl Fn(&mut EngineEntry),
) -> Result<EngineEntry, StoreError> {
    let (table, key) = (Table::Engines, key(id));
    let mut tries = 0;
    loop {
        let stored = database.get(table, key.clone()).await?.ok_or_else(|| missing(id))?;
        let mut entry: EngineEntry = stored.read(&format!("the engine {id}"))?;
        change(&mut entry);
        let record = Record::of(&entry)?.revised(stored.revision + 1);
        let changes = vec![
            Change::Expect { table, key: key.clone(), revision: stored.revision },
            Change::Put { table, key: key.clone(), record },
        ];
        match database.apply(changes).await {
            Err(StoreError::Conflict { .. }) if tries < TRIES => tries += 1,
            result => return result.map(|()| entry),
        }
    }
}

impl Catalogue {
    /// Changes the entry of an engine that was not removed, and returns it.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if it is not stored, or was removed; a database error.
    pub(super) async fn change(
        &self,
        id: &str,
        change: impl Fn(&mut EngineEntry),
    ) -> Result<EngineEntry, StoreError> {
        self.entry(id).await?;
        self.change_any(id, change).await
    }

    /// Changes the entry of an engine, even a removed one whose data still exists.
    async fn change_any(
        &self,
        id: &str,
        change: impl Fn(&mut EngineEntry),
    ) -> Result<EngineEntry, StoreError> {
        let entry = update(&self.inner.database, id, change).await?;
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
        Ok(self.with_origin(record.read(&format!("the engine {id}"))?))
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

    /// Removes an engine. Its files stay until [`Catalogue::purge`], so that [`Catalogue::restore`] can undo this. Matches it played keep
    /// their results.
    ///
    /// # Errors
    /// [`AddError::Refused`] for an engine shipped with the app.
    pub async fn remove(&self, id: &str) -> Result<(), AddError> {
        if self.is_builtin(id) {
            return Err(refused("the engine", "it comes with the app and cannot be removed"));
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
        self.change_any(id, |entry| entry.removed_ms = None).await
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

    #[test]
    fn a_measurement_does_not_undo_a_new_name() {
        let database = Database::of(std::rc::Rc::new(crate::storage::Memory::new()));
        let json = r#"{"id":"a","name":"Old","kind":"build","files":[]}"#.to_owned();
        let record = Record { json, ..Record::default() };
        let put = Change::Put { table: Table::Engines, key: key("a"), record };
        database.apply(vec![put]).now_or_never().unwrap().unwrap();
        let is_renamed = Cell::new(false);
        let measured = update(&database, "a", |entry| {
            // It is renamed after the measurement has read it.
            if !is_renamed.replace(true) {
                let renamed = update(&database, "a", |entry| entry.name = "New".to_owned());
                renamed.now_or_never().unwrap().unwrap();
            }
            entry.bench = Bench::Nodes(1234);
        });
        let measured = measured.now_or_never().unwrap().unwrap();
        assert_eq!((measured.name.as_str(), measured.bench), ("New", Bench::Nodes(1234)));
    }
}
