//! Events that the engine emits to the page.

use std::rc::Rc;

use tabia_arena::player::Identity;

use crate::state::analysis_update::AnalysisUpdate;

/// State of the engine, for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineState {
    /// A worker or the engine is starting up.
    Loading,
    /// Ready and idle.
    Idle,
    /// Searching.
    Searching,
    /// Stop requested, not yet stopped.
    Stopping,
    /// Failed permanently, with the reason; [`Engine::retry`](super::service::Engine::retry) tries again.
    Failed(String),
}

/// Event for the page.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineEvent {
    /// The engine's state changed.
    State(EngineState),
    /// The engine identified itself.
    Identity(Rc<Identity>),
    /// Another engine replaced the previous one, whose output is now obsolete.
    Replaced,
    /// A candidate engine failed its trial; carries its key. A notice gives the reason.
    Refused(String),
    /// New lines, or the end of a search. Compare [`AnalysisUpdate::request`] with the position on the board.
    Analysis(Rc<AnalysisUpdate>),
    /// Message for the user: a problem that was fixed, or a refusal.
    Notice(String),
    /// The engine's report on the tablebases it was given.
    Tables(Rc<str>),
}

/// Current state, for a component to show before the first event arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineSnapshot {
    /// State of the engine.
    pub state: EngineState,
    /// Identity reported by the engine; empty until then.
    pub identity: Rc<Identity>,
    /// Title in the engine list; `None` for the built-in engine.
    pub title: Option<Rc<str>>,
    /// Latest analysis, of any position.
    pub analysis: Option<Rc<AnalysisUpdate>>,
}
