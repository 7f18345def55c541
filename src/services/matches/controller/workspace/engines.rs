//! What matches are played with: engines, their books, endgame tables, openings.

use std::rc::Rc;

use futures::future::abortable;
use tabia_arena::{EngineSettings, MatchSettings, OpeningSettings, OpeningSource};
use tabia_worker::wire::NamedFile;
use web_sys::{Blob, File};

use super::{ControllerEvent, Workspace};
use crate::services::books::client::BookClient;
use crate::services::catalogue::AddError;
use crate::services::matches::build::EngineSource;
use crate::services::matches::controller::openings::{self, OpeningFileError};
use crate::services::tables::kept_tables;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::openings::Found;
use crate::storage::StoreError;
use crate::storage::files::FileStore;

/// Why a match lacks what it is played with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EquipmentError {
    /// An engine's build.
    #[error(
        "{engine}: its build {build}… is not stored in this browser ({error}); add its file, then try again"
    )]
    Build {
        /// The engine's name in the match.
        engine: String,
        /// The first digits of the build's hash.
        build: String,
        /// Why it cannot be had.
        error: AddError,
    },
    /// An engine's own book.
    #[error(
        "{engine}: its book {book} is not stored in this browser ({error}); open it on the book page, then try again"
    )]
    Book {
        /// The engine's name in the match.
        engine: String,
        /// The book's name.
        book: String,
        /// Why it cannot be had.
        error: StoreError,
    },
    /// The endgame tables that are kept.
    #[error("the endgame tables cannot be read: {0}")]
    Tables(StoreError),
    /// Endgame tables; none are kept.
    #[error(
        "the match uses tablebase adjudication, but no tablebases are stored in this browser: choose some in the \
         settings, then try again"
    )]
    NoTables,
}

impl Workspace {
    /// The engines that can be chosen.
    pub fn engines(&self) -> Rc<[Rc<EngineInfo>]> {
        self.0.engine_list.infos()
    }

    /// The files that are being tried out: engines to be, perhaps.
    pub fn trying(&self) -> Vec<String> {
        self.0.trying.borrow().clone()
    }

    /// Adds engines; what could not be added is told.
    pub async fn add_engines(&self, files: Vec<File>) -> Vec<Rc<EngineInfo>> {
        let names = files.iter().map(File::name).collect();
        let mut added = Vec::new();
        for outcome in self.while_trying(names, self.0.engine_list.add(files)).await {
            match outcome {
                Ok(info) => added.push(info),
                Err(reason) => self.fault("A file was not added", &reason),
            }
        }
        added
    }

    /// Adds the build with threads that belongs to a build of the app; `None` if it could not be added, which is told.
    pub async fn add_threads(&self, info: &EngineInfo) -> Option<Rc<EngineInfo>> {
        let adding = self.0.engine_list.add_threads(&info.sha256);
        let added = self.while_trying(vec![info.name.clone()], adding).await;
        added.map_err(|reason| self.fault("The build with threads was not added", &reason)).ok()
    }

    /// Adds those of a match's engines that are builds with threads of the app: a match that was begun in another browser goes on here
    /// with them. The others have to come from their user.
    pub async fn add_threads_for(&self, lacking: &[EngineSettings]) {
        for file in lacking.iter().flat_map(|engine| &engine.files) {
            match self.0.engine_list.add_threads_from(file).await {
                Ok(true) => self.tell(ControllerEvent::Engines),
                Ok(false) => {}
                Err(reason) => self.fault("The build with threads was not added", &reason),
            }
        }
    }

    /// Shows these names as being tried out while `adding` is under way.
    async fn while_trying<T>(&self, names: Vec<String>, adding: impl Future<Output = T>) -> T {
        self.0.trying.borrow_mut().extend(names.iter().cloned());
        self.tell(ControllerEvent::Engines);
        let outcome = adding.await;
        for name in &names {
            let mut trying = self.0.trying.borrow_mut();
            if let Some(place) = trying.iter().position(|other| other == name) {
                trying.remove(place);
            }
        }
        self.tell(ControllerEvent::Engines);
        outcome
    }

    /// Calls an engine by another name; an empty one stands for its own.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub async fn rename_engine(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.0.engine_list.rename(id, name).await?;
        self.tell(ControllerEvent::Engines);
        Ok(())
    }

    /// Brings an engine back that was removed a moment ago.
    pub async fn restore_engine(&self, id: &str) {
        match self.0.engine_list.restore(id).await {
            Ok(()) => self.tell(ControllerEvent::Engines),
            Err(error) => self.fault("The engine was not restored", &error),
        }
    }

    /// Measures what is not known yet of the engines, their latency and their signatures, unless a match needs the processors:
    /// [`Workspace::halt_measuring`] ends it when one begins.
    pub async fn measure(&self) {
        if !self.0.busy.borrow().is_empty() || self.0.measuring.borrow().is_some() {
            return;
        }
        let (measuring, handle) =
            abortable(self.0.engine_list.measure(|| self.tell(ControllerEvent::Engines)));
        self.0.measuring.replace(Some(handle));
        if measuring.await.is_ok() {
            self.0.measuring.replace(None);
            self.tell(ControllerEvent::Engines);
        }
    }

    /// The same for an engine that was just added: at once, whatever was being measured.
    pub async fn measure_anew(&self) {
        self.halt_measuring();
        self.measure().await;
    }

    /// Measures an engine's latency again.
    pub async fn remeasure(&self, id: &str) {
        self.halt_measuring();
        self.0.engine_list.forget_timing(id).await;
        self.tell(ControllerEvent::Engines);
        self.measure().await;
    }

    /// Ends measuring at once; a build that is not measured yet is when nothing is played any more.
    pub fn halt_measuring(&self) {
        if let Some(handle) = self.0.measuring.take() {
            handle.abort();
        }
    }

    /// What plays in a match.
    ///
    /// # Errors
    /// When a build is not kept here.
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

    /// The engines' own books.
    ///
    /// # Errors
    /// When a book is not kept here.
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

    /// The endgame tables that end games; none if the match goes without.
    ///
    /// # Errors
    /// When it needs some, and none are kept here or those that are cannot be read.
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

    /// Keeps an opening file and says how a match names it, and what is in it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub async fn add_openings(&self, file: File) -> Result<(OpeningSource, Found), OpeningFileError> {
        openings::add(&self.0.database, &BookClient::of_page(), file).await
    }

    /// The opening files and books that are kept.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn opening_files(&self) -> Result<Vec<OpeningSource>, StoreError> {
        openings::list(&self.0.database).await
    }

    /// What is found in the openings of a match; `None` where nothing is to be told. An earlier question that is still being
    /// answered ends with that.
    ///
    /// # Errors
    /// Why they cannot be used.
    pub async fn find_openings(
        &self,
        settings: &OpeningSettings,
        seed: u64,
    ) -> Result<Option<Found>, OpeningFileError> {
        let reader = BookClient::of_page();
        if let Some(earlier) = self.0.counting.replace(Some(reader.clone())) {
            earlier.end();
        }
        let found = openings::find(&self.0.database, &reader, settings, seed).await;
        reader.end();
        found
    }
}
