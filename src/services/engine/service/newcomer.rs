//! An engine that is to take the present one's place.

use tabia_arena::player::Transport;

use crate::services::engine::link::EngineLink;
use crate::services::engine::worker_link::OnEvent;

/// Makes what carries lines to an engine; what is heard of it goes to the function given.
pub type MakeLink = Box<dyn FnOnce(OnEvent) -> Box<dyn EngineLink>>;

/// An engine to be: see [`Engine::take`](super::Engine::take).
pub struct Newcomer {
    /// What messages call it.
    pub name: String,
    /// What the list of engines calls it, where it is in the list.
    pub title: Option<String>,
    /// What names it among engines.
    pub key: String,
    /// How it is reached.
    pub transport: Transport,
    /// Whether a search of it can be interrupted.
    pub can_stop: bool,
    /// Whether the user is told what it lacks for analysis.
    pub is_introduced: bool,
    /// The user's choices of its options; `None` for those of the engine before.
    pub choices: Option<Vec<(String, String)>>,
    /// Makes what carries lines to it.
    pub link: MakeLink,
}
