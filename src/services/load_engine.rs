//! Turns an entry of the engine list into something an [`Engine`] can switch to.

use std::rc::Rc;

use tabia_arena::player::Transport;

use crate::language::tr;
use crate::services::catalogue::{AddError, EngineContent, EngineList, Sandbox};
use crate::services::engine::build::{self, BuildError};
use crate::services::engine::foreign_link::ForeignLink;
use crate::services::engine::service::{Engine, EngineCandidate};
use crate::storage::{Database, StoreError};

/// Reason why a listed engine cannot analyse.
#[derive(Debug, thiserror::Error)]
pub enum LoadEngineError {
    /// The engine is gone, or its stored content is unusable.
    #[error(transparent)]
    Content(#[from] AddError),
    /// Its file is not (or no longer) an engine build.
    #[error("{}", tr!("{name} cannot be used: {error}", name, error))]
    Build {
        /// Name of the engine.
        name: String,
        /// Cause.
        error: BuildError,
    },
}

/// Prepares the listed engine `id` to replace the current one of `engine`.
///
/// # Errors
/// If it is not stored, or unusable.
pub async fn candidate(engine: &Engine, id: &str) -> Result<EngineCandidate, LoadEngineError> {
    let catalogue = EngineList::of_page(Database::of_page());
    let entry = catalogue.entry(id).await.map_err(AddError::from)?;
    let name = entry.name.clone();
    let candidate = match catalogue.content_of(&entry).await? {
        EngineContent::Build(bytes) => {
            let build = build::compile(name.clone(), bytes.to_vec()).await;
            let build = build.map_err(|error| LoadEngineError::Build { name: name.clone(), error })?;
            engine.candidate_of_build(id.to_owned(), build)
        }
        EngineContent::Foreign(sandbox) => foreign(id, name.clone(), sandbox),
    };
    Ok(EngineCandidate { title: Some(name), ..candidate })
}

fn foreign(id: &str, name: String, sandbox: Rc<Sandbox>) -> EngineCandidate {
    EngineCandidate {
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

/// Returns the name of the engine `id`; `None` if it was removed. If the list is unreadable, no engine counts as removed.
pub async fn name(id: &str) -> Option<String> {
    match EngineList::of_page(Database::of_page()).entry(id).await {
        Ok(entry) => Some(entry.name),
        Err(StoreError::Missing { .. }) => None,
        Err(_) => Some(String::new()),
    }
}
