//! Engines that are kept: looked up, renamed, removed and brought back.

use super::entry::EngineEntry;
use super::list::{AddError, Catalogue, contents_key, key, missing, own_name, refused};
use crate::state::lab::latency::Timing;
use crate::storage::files::now_ms;
use crate::storage::{Change, Range, Store, StoreError, Table};

impl Catalogue {
    /// One engine.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when it is not kept, or was removed.
    pub async fn entry(&self, id: &str) -> Result<EngineEntry, StoreError> {
        let entry = self.any_entry(id).await?;
        if entry.removed_ms.is_some() { Err(missing(id)) } else { Ok(entry) }
    }

    /// One engine, also if it was removed and is still there.
    pub(super) async fn any_entry(&self, id: &str) -> Result<EngineEntry, StoreError> {
        let missing = || missing(id);
        let record = self.inner.database.get(Table::Engines, key(id)).await?.ok_or_else(missing)?;
        let mut entry: EngineEntry = record.read(&format!("the engine {id}"))?;
        entry.is_builtin = self.is_builtin(id);
        entry.can_have_threads = self.threads_url(id).is_some();
        Ok(entry)
    }

    /// Calls an engine by another name; an empty one stands for its own.
    ///
    /// # Errors
    /// When it is not kept, or the database refuses.
    pub async fn rename(&self, id: &str, name: &str) -> Result<EngineEntry, StoreError> {
        let mut entry = self.entry(id).await?;
        let name = name.trim();
        entry.name = if name.is_empty() { own_name(&entry) } else { name.to_owned() };
        self.put(&entry).await?;
        Ok(entry)
    }

    /// Removes an engine. Its files stay until [`Catalogue::purge`], so that [`Catalogue::restore`] can bring it back. Matches that it
    /// played keep their results.
    ///
    /// # Errors
    /// [`AddError::Refused`] for an engine that comes with the app.
    pub async fn remove(&self, id: &str) -> Result<(), AddError> {
        if self.is_builtin(id) {
            return Err(refused("the engine", "it comes with the app and cannot be removed"));
        }
        let entry = EngineEntry { removed_ms: Some(now_ms()), ..self.entry(id).await? };
        self.put(&entry).await?;
        self.inner.sandboxes.borrow_mut().remove(id);
        Ok(())
    }

    /// Brings an engine back that was removed.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when its files are deleted by now.
    pub async fn restore(&self, id: &str) -> Result<EngineEntry, StoreError> {
        let entry = EngineEntry { removed_ms: None, ..self.any_entry(id).await? };
        self.put(&entry).await?;
        Ok(entry)
    }

    /// Deletes the engines that were removed `age_ms` ago or earlier, with their files.
    ///
    /// # Errors
    /// When the database refuses.
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

    /// Keeps what was measured of an engine's latency.
    ///
    /// # Errors
    /// When it is not kept, or the database refuses.
    pub async fn set_timing(&self, id: &str, timing: Timing) -> Result<EngineEntry, StoreError> {
        let entry = EngineEntry { timing, ..self.entry(id).await? };
        self.put(&entry).await?;
        Ok(entry)
    }
}
