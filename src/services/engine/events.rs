//! What the engine tells the page.

use std::rc::Rc;

use tabia_arena::player::Identity;

use crate::state::analysis_update::AnalysisUpdate;

/// What the engine is doing, for the page to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineState {
    /// A worker is being started, or the engine prepares itself.
    Loading,
    /// Ready, with nothing to do.
    Idle,
    /// Searching.
    Searching,
    /// Asked to stop, not stopped yet.
    Stopping,
    /// Given up, for the reason given; [`Engine::retry`](super::service::Engine::retry) tries again.
    Failed(String),
}

/// Something the page should know.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineEvent {
    /// The engine's state changed.
    State(EngineState),
    /// The engine introduced itself.
    Identity(Rc<Identity>),
    /// Another engine took the place of the one before: what that one said is over.
    Replaced,
    /// An engine that was to take the present one's place did not prove itself: what names it. A notice says why.
    Refused(String),
    /// New lines, or the end of a search. Compare [`AnalysisUpdate::request`] with the position on the board.
    Analysis(Rc<AnalysisUpdate>),
    /// A sentence for the user: something went wrong and was mended, or was refused.
    Notice(String),
    /// What the engine says of the tablebases that it was given.
    Tables(Rc<str>),
}

/// What is known right now: what a component shows before the first event arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineSnapshot {
    /// The engine's state.
    pub state: EngineState,
    /// What the engine said of itself; empty before.
    pub identity: Rc<Identity>,
    /// What the list of engines calls it; `None` for the app's own.
    pub title: Option<Rc<str>>,
    /// The newest analysis, of whatever position it is.
    pub analysis: Option<Rc<AnalysisUpdate>>,
}
