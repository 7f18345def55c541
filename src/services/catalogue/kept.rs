//! Stored engines: look-up, renaming, removal and restoring.

use super::entry::EngineEntry;
use super::list::{AddError, Catalogue, contents_key, key, missing, own_name, refused};
use crate::state::lab::latency::Timing;
use crate::storage::files::now_ms;
use crate::storage::{Change, Range, Store, StoreError, Table};

impl Catalogue {
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
        let mut entry: EngineEntry = record.read(&format!("the engine {id}"))?;
        entry.is_builtin = self.is_builtin(id);
        entry.can_have_threads = self.threads_url(id).is_some();
        Ok(entry)
    }

    /// Renames an engine; an empty name restores its own.
    ///
    /// # Errors
    /// If it is not stored, or on a database error.
    pub async fn rename(&self, id: &str, name: &str) -> Result<EngineEntry, StoreError> {
        let mut entry = self.entry(id).await?;
        let name = name.trim();
        entry.name = if name.is_empty() { own_name(&entry) } else { name.to_owned() };
        self.put(&entry).await?;
        Ok(entry)
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
        let entry = EngineEntry { removed_ms: Some(now_ms()), ..self.entry(id).await? };
        self.put(&entry).await?;
        self.inner.sandboxes.borrow_mut().remove(id);
        Ok(())
    }

    /// Restores a removed engine.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if its files have been deleted.
    pub async fn restore(&self, id: &str) -> Result<EngineEntry, StoreError> {
        let entry = EngineEntry { removed_ms: None, ..self.any_entry(id).await? };
        self.put(&entry).await?;
        Ok(entry)
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
        let entry = EngineEntry { timing, ..self.entry(id).await? };
        self.put(&entry).await?;
        Ok(entry)
    }
}
