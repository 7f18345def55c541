//! Equipment of matches: engines, their books, tablebases, openings.

use std::rc::Rc;

use futures::future::abortable;
use tabia_arena::{EngineSettings, MatchSettings, OpeningSettings, OpeningSource};
use tabia_worker::wire::NamedFile;
use web_sys::{Blob, File};

use super::{ControllerEvent, MatchLibrary};
use crate::language::tr;
use crate::services::books::client::BookClient;
use crate::services::catalogue::AddError;
use crate::services::matches::build::EngineSource;
use crate::services::matches::controller::openings::{self, OpeningFileError};
use crate::services::tables::kept_tables;
use crate::state::lab::check::CheckPart;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::openings::OpeningFileContents;
use crate::storage::StoreError;
use crate::storage::files::FileStore;

/// Reason why a match lacks equipment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EquipmentError {
    /// An engine build is missing.
    #[error(
        "{}",
        tr!(
            "{engine}: its build {build}… is not stored in this browser ({error}); add its file, then try again",
            engine,
            build,
            error
        )
    )]
    Build {
        /// Name of the engine in the match.
        engine: String,
        /// First digits of the build's hash.
        build: String,
        /// Cause.
        error: AddError,
    },
    /// An engine's own book is missing.
    #[error(
        "{}",
        tr!(
            "{engine}: its book {book} is not stored in this browser ({error}); open it on the book page, then try again",
            engine,
            book,
            error
        )
    )]
    Book {
        /// Name of the engine in the match.
        engine: String,
        /// Name of the book.
        book: String,
        /// Cause.
        error: StoreError,
    },
    /// The stored tablebases cannot be read.
    #[error("{}", tr!("the tablebases cannot be read: {error}", error = _0))]
    Tables(StoreError),
    /// Tablebases are needed, but none are stored.
    #[error(
        "{}",
        tr!(
            "the match uses tablebase adjudication, but no tablebases are stored in this browser: choose some in the \
             settings, then try again"
        )
    )]
    NoTables,
}

impl MatchLibrary {
    /// Returns the available engines.
    pub fn engines(&self) -> Rc<[Rc<EngineInfo>]> {
        self.0.engine_list.infos()
    }

    /// Returns the files being tried out as engines.
    pub fn trying(&self) -> Vec<String> {
        self.0.trying.borrow().clone()
    }

    /// Adds engines and reports those that could not be added.
    pub async fn add_engines(&self, files: Vec<File>) -> Vec<Rc<EngineInfo>> {
        let names = files.iter().map(File::name).collect();
        let mut added = Vec::new();
        for outcome in self.while_trying(names, self.0.engine_list.add(files)).await {
            match outcome {
                Ok(info) => added.push(info),
                Err(reason) => self.fault(tr!("A file was not added"), &reason),
            }
        }
        added
    }

    /// Adds the multi-threaded variant of a build of the app; `None` if that failed, which is reported.
    pub async fn add_threads(&self, info: &EngineInfo) -> Option<Rc<EngineInfo>> {
        let adding = self.0.engine_list.add_threads(&info.sha256);
        let added = self.while_trying(vec![info.name.clone()], adding).await;
        added.map_err(|reason| self.fault(tr!("The build with threads was not added"), &reason)).ok()
    }

    /// Adds those of a match's engines that are multi-threaded builds of the app, so that a match begun in another browser can continue
    /// here. Others must be added by the user.
    pub async fn add_threads_for(&self, lacking: &[EngineSettings]) {
        for file in lacking.iter().flat_map(|engine| &engine.files) {
            match self.0.engine_list.add_threads_from(file).await {
                Ok(true) => self.emit(ControllerEvent::Engines),
                Ok(false) => {}
                Err(reason) => self.fault(tr!("The build with threads was not added"), &reason),
            }
        }
    }

    /// Shows these names as being tried out while `adding` runs.
    async fn while_trying<T>(&self, names: Vec<String>, adding: impl Future<Output = T>) -> T {
        self.0.trying.borrow_mut().extend(names.iter().cloned());
        self.emit(ControllerEvent::Engines);
        let outcome = adding.await;
        for name in &names {
            let mut trying = self.0.trying.borrow_mut();
            if let Some(place) = trying.iter().position(|other| other == name) {
                trying.remove(place);
            }
        }
        self.emit(ControllerEvent::Engines);
        outcome
    }

    /// Renames an engine; an empty name restores its own.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn rename_engine(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.0.engine_list.rename(id, name).await?;
        self.emit(ControllerEvent::Engines);
        Ok(())
    }

    /// Restores a recently removed engine.
    pub async fn restore_engine(&self, id: &str) {
        match self.0.engine_list.restore(id).await {
            Ok(()) => self.emit(ControllerEvent::Engines),
            Err(error) => self.fault(tr!("The engine was not restored"), &error),
        }
    }

    /// Returns the engine being checked, by id, and the part of the check.
    pub fn checking(&self) -> Option<(String, CheckPart)> {
        self.0.checking.borrow().clone()
    }

    /// Checks an engine build, one at a time, and not while a match needs the processors. A match that starts ends it, as it ends a
    /// measurement.
    pub async fn check_engine(&self, id: &str) {
        if self.0.checking.borrow().is_some() {
            return;
        }
        if !self.0.busy.borrow().is_empty() {
            return self
                .fault(tr!("The engine was not checked"), &tr!("a match is being played: pause it first"));
        }
        self.halt_measuring();
        let on_part = |part| {
            self.0.checking.replace(Some((id.to_owned(), part)));
            self.emit(ControllerEvent::Engines);
        };
        on_part(CheckPart::Introduction);
        let (checking, handle) = abortable(self.0.engine_list.check(id, on_part));
        self.0.measuring.replace(Some(handle));
        let checked = checking.await;
        self.0.checking.replace(None);
        self.emit(ControllerEvent::Engines);
        let Ok(checked) = checked else { return };
        self.0.measuring.replace(None);
        if let Err(error) = checked {
            self.fault(tr!("The engine was not checked"), &error);
        }
        self.measure().await;
    }

    /// Measures what is unknown about the engines, latency and signatures, unless a match needs the processors. A match that starts ends
    /// it through [`MatchLibrary::halt_measuring`].
    pub async fn measure(&self) {
        if !self.0.busy.borrow().is_empty() || self.0.measuring.borrow().is_some() {
            return;
        }
        let (measuring, handle) =
            abortable(self.0.engine_list.measure(|| self.emit(ControllerEvent::Engines)));
        self.0.measuring.replace(Some(handle));
        if measuring.await.is_ok() {
            self.0.measuring.replace(None);
            self.emit(ControllerEvent::Engines);
        }
    }

    /// Restarts measuring for an engine that was just added, whatever was being measured.
    pub async fn measure_anew(&self) {
        self.halt_measuring();
        self.measure().await;
    }

    /// Measures an engine's latency again.
    pub async fn remeasure(&self, id: &str) {
        self.halt_measuring();
        self.0.engine_list.forget_timing(id).await;
        self.emit(ControllerEvent::Engines);
        self.measure().await;
    }

    /// Stops measuring at once; builds not yet measured follow when nothing is being played.
    pub fn halt_measuring(&self) {
        if let Some(handle) = self.0.measuring.take() {
            handle.abort();
        }
    }

    /// Returns the engine sources of a match.
    ///
    /// # Errors
    /// If a build is not stored here.
    pub async fn sources(&self, settings: &MatchSettings) -> Result<Vec<EngineSource>, EquipmentError> {
        let mut sources = Vec::new();
        for engine in &settings.engines {
            let source = self.0.engine_list.source(&engine.build).await;
            sources.push(source.map_err(|error| EquipmentError::Build {
                engine: engine.name.clone(),
                build: engine.build.get(..8).unwrap_or_default().to_owned(),
                error,
            })?);
        }
        Ok(sources)
    }

    /// Returns the engines' own books.
    ///
    /// # Errors
    /// If a book is not stored here.
    pub async fn books(&self, settings: &MatchSettings) -> Result<Vec<Option<Blob>>, EquipmentError> {
        let files = FileStore::new(self.0.database.clone());
        let mut books = Vec::new();
        for engine in &settings.engines {
            let Some(book) = &engine.book else {
                books.push(None);
                continue;
            };
            let content = files.content(&book.sha256).await;
            let blob = content.and_then(|content| content.blob());
            books.push(Some(blob.map_err(|error| EquipmentError::Book {
                engine: engine.name.clone(),
                book: book.name.clone(),
                error,
            })?));
        }
        Ok(books)
    }

    /// Returns the tablebases for adjudication; none if the match does without.
    ///
    /// # Errors
    /// If it needs some, and none are stored here or they cannot be read.
    pub async fn tables(&self, settings: &MatchSettings) -> Result<Vec<NamedFile>, EquipmentError> {
        if !settings.tablebase {
            return Ok(Vec::new());
        }
        let kept = kept_tables(&FileStore::new(self.0.database.clone())).await;
        let kept = kept.map_err(EquipmentError::Tables)?;
        if kept.is_empty() {
            return Err(EquipmentError::NoTables);
        }
        Ok(kept)
    }

    /// Stores an opening file; returns its opening source and what it contains.
    ///
    /// # Errors
    /// If it is unusable.
    pub async fn add_openings(
        &self,
        file: File,
    ) -> Result<(OpeningSource, OpeningFileContents), OpeningFileError> {
        openings::add(&self.0.database, &BookClient::of_page(), file).await
    }

    /// Lists the stored opening files and books.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn opening_files(&self) -> Result<Vec<OpeningSource>, StoreError> {
        openings::list(&self.0.database).await
    }

    /// Returns what the openings of a match contain; `None` if there is nothing to report. Cancels an earlier call still in progress.
    ///
    /// # Errors
    /// If they are unusable.
    pub async fn find_openings(
        &self,
        settings: &OpeningSettings,
        seed: u64,
    ) -> Result<Option<OpeningFileContents>, OpeningFileError> {
        let reader = BookClient::of_page();
        if let Some(earlier) = self.0.counting.replace(Some(reader.clone())) {
            earlier.end();
        }
        let found = openings::find(&self.0.database, &reader, settings, seed).await;
        reader.end();
        found
    }
}
