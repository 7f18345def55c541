//! Candidate engine that is to replace the current one.

use tabia_arena::player::Transport;

use crate::services::engine::link::EngineLink;
use crate::services::engine::worker_link::OnEngineEvent;

/// Creates the connection to an engine; its events go to the given function.
pub type MakeLink = Box<dyn FnOnce(OnEngineEvent) -> Box<dyn EngineLink>>;

/// Candidate engine: see [`Engine::take`](super::Engine::take).
pub struct EngineCandidate {
    /// Name used in messages.
    pub name: String,
    /// Title in the engine list, if listed.
    pub title: Option<String>,
    /// Key that identifies the engine.
    pub key: String,
    /// Transport to reach it.
    pub transport: Transport,
    /// Whether its searches can be interrupted.
    pub can_stop: bool,
    /// Whether the user is informed of features it lacks for analysis.
    pub is_introduced: bool,
    /// User's option choices; `None` to keep those of the previous engine.
    pub choices: Option<Vec<(String, String)>>,
    /// Creates the connection to it.
    pub link: MakeLink,
}
