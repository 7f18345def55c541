//! What an engine is doing, and why it rests.

use crate::services::engine::service::EngineState;
use crate::state::analysis::AnalysisState;
use crate::state::analysis_request::Limits;
use crate::state::rest::Rest;

/// What an engine is doing, and why it rests.
#[derive(Clone, Debug, PartialEq)]
pub enum Activity {
    /// It is switched off.
    Off,
    /// The tab is hidden, and it is to rest then.
    Hidden,
    /// It is at work, or about to be.
    Works(EngineState),
    /// Its search has come to an end.
    Rests(Rest),
}

/// What an engine is doing, and why it rests; `analysis` is what it says of the position on the board.
pub fn activity_of(
    state: &EngineState,
    is_on: bool,
    is_hidden: bool,
    analysis: Option<&AnalysisState>,
) -> Activity {
    match (state, analysis) {
        (EngineState::Failed(_), _) => Activity::Works(state.clone()),
        _ if !is_on => Activity::Off,
        _ if is_hidden => Activity::Hidden,
        (EngineState::Idle, Some(analysis)) if analysis.is_finished() || analysis.is_answered() => {
            let limits = analysis.request().map_or(Limits::Infinite, |request| request.limits);
            Activity::Rests(Rest::of(limits, &analysis.figures(), analysis.evaluation()))
        }
        _ => Activity::Works(state.clone()),
    }
}
