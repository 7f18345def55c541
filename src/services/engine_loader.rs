//! Separate engines for services that need their own: fetched from the catalogue, compiled once, each driven through a [`EngineTransport`].

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::WebAssembly;

use crate::services::catalogue::{AddError, EngineContent, EngineEntry, EngineList};
use crate::services::engine::build::{self, BuildError};
use crate::services::engine::shipped;
use crate::services::engine::transport::{EngineTransport, OnEngineMessage};
use crate::storage::{Database, StoreError};

/// Reason why an engine is unavailable.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// The engine is no longer stored, or unreadable.
    #[error(transparent)]
    Catalogue(#[from] AddError),
    /// The file is not an engine build.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Handle, cheap to clone. Compiled modules live until the last clone is dropped.
#[derive(Clone)]
pub struct EngineLoader {
    catalogue: EngineList,
    worker_url: String,
    modules: Rc<RefCell<HashMap<String, WebAssembly::Module>>>,
}

impl EngineLoader {
    /// Creates a room for the page's catalogue, without fetching anything.
    pub fn of_page() -> Self {
        Self {
            catalogue: EngineList::of_page(Database::of_page()),
            worker_url: shipped::worker(),
            modules: Rc::default(),
        }
    }

    /// Lists the available engines, the built-in ones first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<EngineEntry>, StoreError> {
        self.catalogue.list().await
    }

    /// URL of the engine worker script.
    pub fn worker_url(&self) -> &str {
        &self.worker_url
    }

    /// Returns the compiled build with this catalogue id; `None` for a foreign engine.
    ///
    /// # Errors
    /// If the engine is not stored, or is not an engine build.
    pub async fn module(&self, id: &str) -> Result<Option<WebAssembly::Module>, RoomError> {
        if let Some(module) = self.modules.borrow().get(id).cloned() {
            return Ok(Some(module));
        }
        let EngineContent::Build(bytes) = self.catalogue.content(id).await? else { return Ok(None) };
        let build = build::compile(id.to_owned(), bytes.to_vec()).await?;
        self.modules.borrow_mut().insert(id.to_owned(), build.module.clone());
        Ok(Some(build.module))
    }

    /// Opens a line to a separate engine. `purpose` labels it in the console.
    ///
    /// # Errors
    /// If the engine is not stored, or unusable.
    pub async fn line(
        &self,
        id: &str,
        purpose: &str,
        on_message: OnEngineMessage,
    ) -> Result<EngineTransport, RoomError> {
        if let Some(module) = self.module(id).await? {
            return Ok(EngineTransport::of_build(self.worker_url.clone(), module, purpose, on_message));
        }
        match self.catalogue.content(id).await? {
            EngineContent::Foreign(sandbox) => Ok(EngineTransport::of_foreign(sandbox, purpose, on_message)),
            EngineContent::Build(bytes) => {
                let build = build::compile(id.to_owned(), bytes.to_vec()).await?;
                Ok(EngineTransport::of_build(self.worker_url.clone(), build.module, purpose, on_message))
            }
        }
    }
}
