//! Engines available to matches, as listed in the setup form.

use crate::language::tr;
use crate::services::catalogue::{AddError, EngineContent, EngineEntry, EngineKind, EngineList};
use crate::services::matches::build::EngineSource;
use crate::services::matches::latency;
use crate::state::lab::check::CheckPart;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::latency::Timing;
use crate::storage::{Content, Database, StoreError};
use std::cell::RefCell;
use std::rc::Rc;
use tabia_arena::BuildFile;
use web_sys::File;

/// List of all engines.
pub struct MatchEngines {
    catalogue: EngineList,
    infos: RefCell<Rc<[Rc<EngineInfo>]>>,
}

impl MatchEngines {
    /// Creates the list for the page's engines, empty until [`MatchEngines::load`].
    pub fn new(database: Database) -> Self {
        Self { catalogue: EngineList::of_page(database), infos: RefCell::new(Rc::from([])) }
    }

    /// Returns the available engines.
    pub fn infos(&self) -> Rc<[Rc<EngineInfo>]> {
        Rc::clone(&self.infos.borrow())
    }

    /// Loads the available engines.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn load(&self) -> Result<(), StoreError> {
        let entries = self.catalogue.list_for_matches().await?;
        // Builds from earlier app versions are stored for the matches they play; new matches start with the current one.
        let (own, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.is_builtin);
        self.infos.replace(own.iter().chain(&others).map(|entry| Rc::new(info(entry))).collect());
        Ok(())
    }

    /// Adds engines from files; a script belongs with the files next to it. Returns the outcome for each engine.
    pub async fn add(&self, files: Vec<File>) -> Vec<Result<Rc<EngineInfo>, AddError>> {
        let files = files.into_iter().map(|file| (file.name(), Content::from(file))).collect();
        let added = self.catalogue.add(files).await;
        let outcomes = added.into_iter().map(|outcome| outcome.map(|entry| Rc::new(info(&entry)))).collect();
        // The additions are stored; an unreadable list would have failed earlier.
        let _ = self.load().await;
        outcomes
    }

    /// Adds the multi-threaded variant of a build of the app.
    ///
    /// # Errors
    /// If there is none, or it cannot be fetched.
    pub async fn add_threads(&self, id: &str) -> Result<Rc<EngineInfo>, AddError> {
        let entry = self.catalogue.add_threads(id).await?;
        // The addition is stored; an unreadable list would have failed earlier.
        let _ = self.load().await;
        Ok(Rc::new(info(&entry)))
    }

    /// Adds the multi-threaded build of the app that matches this file. Returns whether there is one.
    ///
    /// # Errors
    /// If it cannot be fetched.
    pub async fn add_threads_from(&self, file: &BuildFile) -> Result<bool, AddError> {
        let added = self.catalogue.add_threads_from(file).await?;
        if added.is_some() {
            let _ = self.load().await;
        }
        Ok(added.is_some())
    }

    /// Returns the known files of a build.
    pub fn files(&self, id: &str) -> Vec<BuildFile> {
        let infos = self.infos.borrow();
        infos.iter().find(|info| info.sha256 == id).map(|info| info.files.clone()).unwrap_or_default()
    }

    /// Renames an engine.
    ///
    /// # Errors
    /// If it is not stored, or the store cannot be written.
    pub async fn rename(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.catalogue.rename(id, name).await?;
        self.load().await
    }

    /// Restores a removed engine.
    ///
    /// # Errors
    /// If its files have been deleted.
    pub async fn restore(&self, id: &str) -> Result<(), StoreError> {
        self.catalogue.restore(id).await?;
        self.load().await
    }

    /// Permanently deletes engines removed longer than `age_ms` ago.
    pub async fn purge(&self, age_ms: f64) {
        // Failed deletions are retried on the next visit.
        let _ = self.catalogue.purge(age_ms).await;
    }

    /// Removes an engine; its files stay until [`MatchEngines::purge`].
    ///
    /// # Errors
    /// If it is built in, or the store cannot be written.
    pub async fn remove(&self, id: &str) -> Result<(), AddError> {
        self.catalogue.remove(id).await?;
        Ok(self.load().await?)
    }

    /// Forgets the measured latency of an engine.
    pub async fn forget_timing(&self, id: &str) {
        // On failure, the old value stays.
        let _ = self.catalogue.set_timing(id, Timing::Unknown).await;
        let _ = self.load().await;
    }

    /// Checks an engine build ([`EngineList::check`]).
    ///
    /// # Errors
    /// If it is not stored, or the store cannot be written.
    pub async fn check(&self, id: &str, on_part: impl Fn(CheckPart)) -> Result<(), AddError> {
        self.catalogue.check(id, on_part).await?;
        Ok(self.load().await?)
    }

    /// Measures what is unknown about the engines: first their latency, half a second each; then the signatures of builds, several seconds
    /// each. Calls `on_change` after each result.
    pub async fn measure(&self, on_change: impl Fn()) {
        // Newest first: the user is waiting for it.
        for info in self.infos().iter().rev().filter(|info| info.timing == Timing::Unknown) {
            // Skip an engine removed in the meantime.
            let Ok(source) = self.source(&info.sha256).await else { continue };
            let timing = latency::measure(source).await;
            let timing = timing.map_or_else(|error| Timing::None(error.to_string()), Timing::Late);
            // On failure, it will be measured again.
            let _ = self.catalogue.set_timing(&info.sha256, timing).await;
            let _ = self.load().await;
            on_change();
        }
        // A build without a signature is identified by its hash.
        let _ = self.catalogue.measure_unknown(|_| ()).await;
        let _ = self.load().await;
    }

    /// Returns the source that plays for a build.
    ///
    /// # Errors
    /// If the build is not stored here, or its sandbox cannot be created.
    pub async fn source(&self, id: &str) -> Result<EngineSource, AddError> {
        let entry = self.catalogue.entry(id).await?;
        Ok(match self.catalogue.content_of(&entry).await? {
            EngineContent::Build(bytes) if entry.kind == EngineKind::Threaded => {
                EngineSource::Threaded(bytes)
            }
            EngineContent::Build(bytes) => EngineSource::Build(bytes),
            EngineContent::Foreign(sandbox) => EngineSource::Foreign(Rc::new(sandbox)),
        })
    }
}

fn info(entry: &EngineEntry) -> EngineInfo {
    EngineInfo {
        sha256: entry.id.clone(),
        name: entry.name.clone(),
        size: entry.size(),
        kind: match entry.kind {
            EngineKind::Build => tr!("engine build"),
            EngineKind::Threaded => tr!("engine build with threads"),
            EngineKind::Foreign => tr!("UCI worker"),
        },
        signature: entry.signature(),
        timing: entry.timing.clone(),
        check: entry.check.clone(),
        is_build: entry.kind != EngineKind::Foreign,
        is_builtin: entry.is_builtin,
        can_have_threads: entry.can_have_threads,
        options: entry.options(),
        files: entry
            .files
            .iter()
            .map(|file| BuildFile { name: file.name.clone(), size: file.size, sha256: file.sha256.clone() })
            .collect(),
    }
}
