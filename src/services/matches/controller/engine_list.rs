//! The engines that can play, as the set-up shows them.

use crate::services::catalogue::{AddError, Catalogue, EngineContent, EngineEntry, EngineKind};
use crate::services::matches::build::EngineSource;
use crate::services::matches::latency;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::latency::Timing;
use crate::storage::{Content, Database, StoreError};
use std::cell::RefCell;
use std::rc::Rc;
use tabia_arena::BuildFile;
use web_sys::File;

/// All engines.
pub struct EngineList {
    catalogue: Catalogue,
    infos: RefCell<Rc<[Rc<EngineInfo>]>>,
}

impl EngineList {
    /// The engines of the page; none is known before [`EngineList::load`].
    pub fn new(database: Database) -> Self {
        Self { catalogue: Catalogue::of_page(database), infos: RefCell::new(Rc::from([])) }
    }

    /// What can be chosen.
    pub fn infos(&self) -> Rc<[Rc<EngineInfo>]> {
        Rc::clone(&self.infos.borrow())
    }

    /// Looks up what can be chosen.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn load(&self) -> Result<(), StoreError> {
        let entries = self.catalogue.list_for_matches().await?;
        // Builds of earlier versions of the app are kept for the matches that they play; new ones begin with the present.
        let (own, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.is_builtin);
        self.infos.replace(own.iter().chain(&others).map(|entry| Rc::new(info(entry))).collect());
        Ok(())
    }

    /// Adds engines from files: a script belongs together with the files beside it. Of each, what became of it.
    pub async fn add(&self, files: Vec<File>) -> Vec<Result<Rc<EngineInfo>, AddError>> {
        let files = files.into_iter().map(|file| (file.name(), Content::from(file))).collect();
        let added = self.catalogue.add(files).await;
        let outcomes = added.into_iter().map(|outcome| outcome.map(|entry| Rc::new(info(&entry)))).collect();
        // What was added can be chosen; that the list cannot be read would have been told before.
        let _ = self.load().await;
        outcomes
    }

    /// Adds the build with threads that belongs to a build of the app.
    ///
    /// # Errors
    /// When there is none, or it cannot be had.
    pub async fn add_threads(&self, id: &str) -> Result<Rc<EngineInfo>, AddError> {
        let entry = self.catalogue.add_threads(id).await?;
        // What was added can be chosen; that the list cannot be read would have been told before.
        let _ = self.load().await;
        Ok(Rc::new(info(&entry)))
    }

    /// Adds the build with threads of the app that is this file, and says whether there is one.
    ///
    /// # Errors
    /// When it cannot be had.
    pub async fn add_threads_from(&self, file: &BuildFile) -> Result<bool, AddError> {
        let added = self.catalogue.add_threads_from(file).await?;
        if added.is_some() {
            let _ = self.load().await;
        }
        Ok(added.is_some())
    }

    /// The files of a build, as far as known.
    pub fn files(&self, id: &str) -> Vec<BuildFile> {
        let infos = self.infos.borrow();
        infos.iter().find(|info| info.sha256 == id).map(|info| info.files.clone()).unwrap_or_default()
    }

    /// Calls an engine by another name.
    ///
    /// # Errors
    /// When it is not kept, or the store cannot be written.
    pub async fn rename(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.catalogue.rename(id, name).await?;
        self.load().await
    }

    /// Brings an engine back that was taken away.
    ///
    /// # Errors
    /// When its files are deleted by now.
    pub async fn restore(&self, id: &str) -> Result<(), StoreError> {
        self.catalogue.restore(id).await?;
        self.load().await
    }

    /// Deletes what was taken away so long ago.
    pub async fn purge(&self, age_ms: f64) {
        // What cannot be deleted now is on the next visit.
        let _ = self.catalogue.purge(age_ms).await;
    }

    /// Takes an engine away; its files stay until [`EngineList::purge`].
    ///
    /// # Errors
    /// When it comes with the app, or the store cannot be written.
    pub async fn remove(&self, id: &str) -> Result<(), AddError> {
        self.catalogue.remove(id).await?;
        Ok(self.load().await?)
    }

    /// Forgets how late an engine's moves come.
    pub async fn forget_timing(&self, id: &str) {
        // What cannot be written down stays as it was.
        let _ = self.catalogue.set_timing(id, Timing::Unknown).await;
        let _ = self.load().await;
    }

    /// Measures what is not known yet of the engines: first how late their moves come, half a second each; then the builds'
    /// signatures, some seconds each. Calls `on_change` when something became known.
    pub async fn measure(&self, on_change: impl Fn()) {
        // What was added last is what its user waits for.
        for info in self.infos().iter().rev().filter(|info| info.timing == Timing::Unknown) {
            // Who is gone by now needs no measuring.
            let Ok(source) = self.source(&info.sha256).await else { continue };
            let timing = latency::measure(source).await;
            let timing = timing.map_or_else(|error| Timing::None(error.to_string()), Timing::Late);
            // What cannot be written down is measured again another time.
            let _ = self.catalogue.set_timing(&info.sha256, timing).await;
            let _ = self.load().await;
            on_change();
        }
        // Without a signature a build is known by its hash.
        let _ = self.catalogue.measure_unknown(|_| ()).await;
        let _ = self.load().await;
    }

    /// What plays for a build.
    ///
    /// # Errors
    /// When it is not kept here, or its sandbox cannot be made.
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
            EngineKind::Build => "engine build",
            EngineKind::Threaded => "engine build with threads",
            EngineKind::Foreign => "UCI worker",
        },
        signature: entry.signature(),
        timing: entry.timing.clone(),
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
