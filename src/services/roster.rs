//! Engines of the list that are to analyse: from an entry to something that an [`Engine`] can take.

use std::rc::Rc;

use tabia_arena::player::Transport;

use crate::services::catalogue::{AddError, Catalogue, EngineContent, Sandbox};
use crate::services::engine::build::{self, BuildError};
use crate::services::engine::foreign_link::ForeignLink;
use crate::services::engine::service::{Engine, Newcomer};
use crate::storage::{Database, StoreError};

/// Why an engine of the list cannot analyse.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// It is gone, or what was kept of it cannot be used.
    #[error(transparent)]
    Content(#[from] AddError),
    /// Its file is no engine build (any more).
    #[error("{name} cannot be used: {error}")]
    Build {
        /// Its name.
        name: String,
        /// What is wrong.
        error: BuildError,
    },
}

/// The engine `id` of the list, ready to take the place of `engine`'s present one.
///
/// # Errors
/// When it is not kept, or cannot be used.
pub async fn newcomer(engine: &Engine, id: &str) -> Result<Newcomer, RosterError> {
    let catalogue = Catalogue::of_page(Database::of_page());
    let entry = catalogue.entry(id).await.map_err(AddError::from)?;
    let name = entry.name.clone();
    let newcomer = match catalogue.content_of(&entry).await? {
        EngineContent::Build(bytes) => {
            let build = build::compile(name.clone(), bytes.to_vec()).await;
            let build = build.map_err(|error| RosterError::Build { name: name.clone(), error })?;
            engine.newcomer_of_build(id.to_owned(), build)
        }
        EngineContent::Foreign(sandbox) => foreign(id, name.clone(), sandbox),
    };
    Ok(Newcomer { title: Some(name), ..newcomer })
}

fn foreign(id: &str, name: String, sandbox: Rc<Sandbox>) -> Newcomer {
    Newcomer {
        name,
        title: None,
        key: id.to_owned(),
        transport: Transport::Stream,
        can_stop: true,
        is_introduced: false,
        choices: Some(Vec::new()),
        link: Box::new(move |on_event| Box::new(ForeignLink::new(sandbox, on_event))),
    }
}

/// The name of the engine `id`; `None` if it was removed. Where the list cannot be read, nothing is known to be gone.
pub async fn name(id: &str) -> Option<String> {
    match Catalogue::of_page(Database::of_page()).entry(id).await {
        Ok(entry) => Some(entry.name),
        Err(StoreError::Missing { .. }) => None,
        Err(_) => Some(String::new()),
    }
}
