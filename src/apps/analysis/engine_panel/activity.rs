//! What an engine is doing, and why it is idle.

use crate::services::engine::service::EngineState;
use crate::state::analysis::AnalysisState;
use crate::state::analysis_request::Limits;
use crate::state::rest::{GREATEST_DEPTH, Rest};

/// What an engine is doing, and why it is idle.
#[derive(Clone, Debug, PartialEq)]
pub enum Activity {
    /// Switched off.
    Off,
    /// Paused because the tab is hidden.
    Hidden,
    /// Searching, or about to.
    Works(EngineState),
    /// Search finished.
    Rests(Rest),
}

/// Returns the activity of an engine; `analysis` is its analysis of the position on the board.
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
        (EngineState::Searching, Some(analysis))
            if !analysis.is_recalled() && analysis.figures().depth >= GREATEST_DEPTH =>
        {
            Activity::Rests(Rest::Deepest)
        }
        _ => Activity::Works(state.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::analysis::{AnalysisAction, analysis_request};
    use crate::state::analysis_update::AnalysisUpdate;
    use crate::state::game::GameState;
    use std::rc::Rc;

    #[test]
    fn an_endless_search_at_the_greatest_depth_is_at_its_end() {
        let request = Rc::new(analysis_request(&GameState::default(), 1, Limits::Infinite));
        let activity = |depth: u32| {
            let update = AnalysisUpdate::of_depth(&request, depth);
            let begun = AnalysisAction::Begin(Rc::clone(&request), Box::default());
            let analysis = AnalysisState::default().reduce(&begun).unwrap();
            let analysis = analysis.reduce(&AnalysisAction::Update(Rc::new(update))).unwrap();
            activity_of(&EngineState::Searching, true, false, Some(&analysis))
        };
        assert_eq!(activity(GREATEST_DEPTH - 1), Activity::Works(EngineState::Searching));
        assert_eq!(activity(GREATEST_DEPTH), Activity::Rests(Rest::Deepest));
    }
}
