//! Engines for whoever needs some of its own: fetched from the catalogue, compiled once, and reached by a [`SeatLine`] each.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::WebAssembly;

use crate::services::catalogue::{AddError, Catalogue, EngineContent, EngineEntry};
use crate::services::engine::build::{self, BuildError};
use crate::services::engine::seat_line::{OnHeard, SeatLine};
use crate::services::engine::shipped;
use crate::storage::{Database, StoreError};

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// It is not kept any more, or cannot be read.
    #[error(transparent)]
    Catalogue(#[from] AddError),
    /// It is no engine build.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A handle, cheap to clone. What was compiled stays until the last one is gone.
#[derive(Clone)]
pub struct EngineRoom {
    catalogue: Catalogue,
    worker_url: String,
    modules: Rc<RefCell<HashMap<String, WebAssembly::Module>>>,
}

impl EngineRoom {
    /// The engines of the page's catalogue; nothing is fetched yet.
    pub fn of_page() -> Self {
        Self {
            catalogue: Catalogue::of_page(Database::of_page()),
            worker_url: shipped::worker(),
            modules: Rc::default(),
        }
    }

    /// The engines to choose from, those of the app first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<EngineEntry>, StoreError> {
        self.catalogue.list().await
    }

    /// The script of the engine worker.
    pub fn worker_url(&self) -> &str {
        &self.worker_url
    }

    /// The compiled build of an id of the catalogue; `None` if the engine is a foreign one.
    ///
    /// # Errors
    /// When it is not kept, or is no engine build.
    pub async fn module(&self, id: &str) -> Result<Option<WebAssembly::Module>, RoomError> {
        if let Some(module) = self.modules.borrow().get(id).cloned() {
            return Ok(Some(module));
        }
        let EngineContent::Build(bytes) = self.catalogue.content(id).await? else { return Ok(None) };
        let build = build::compile(id.to_owned(), bytes.to_vec()).await?;
        self.modules.borrow_mut().insert(id.to_owned(), build.module.clone());
        Ok(Some(build.module))
    }

    /// A line to an engine of its own. `purpose` says in the console what it is for.
    ///
    /// # Errors
    /// When the engine is not kept, or cannot be used.
    pub async fn line(&self, id: &str, purpose: &str, on_heard: OnHeard) -> Result<SeatLine, RoomError> {
        if let Some(module) = self.module(id).await? {
            return Ok(SeatLine::of_build(self.worker_url.clone(), module, purpose, on_heard));
        }
        match self.catalogue.content(id).await? {
            EngineContent::Foreign(sandbox) => Ok(SeatLine::of_foreign(sandbox, purpose, on_heard)),
            EngineContent::Build(bytes) => {
                let build = build::compile(id.to_owned(), bytes.to_vec()).await?;
                Ok(SeatLine::of_build(self.worker_url.clone(), build.module, purpose, on_heard))
            }
        }
    }
}
