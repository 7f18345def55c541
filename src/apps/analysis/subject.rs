//! What the engine is asked about: the position on the board, or what the other side threatens in it.

use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::platform::observable::Observe;
use crate::platform::settled;
use crate::services::engine::service::{Engine, EngineEvent};
use crate::state::analysis::analysis_request;
use crate::state::analysis_request::{AnalysisRequest, Limits};
use crate::state::game::GameState;
use crate::state::threat::Place;
use std::rc::Rc;
use tabia_chess::Position;
use tabia_worker::book::messages::Line;
use yew::prelude::*;

/// The position to be analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// How the engine is asked.
    pub request: Rc<AnalysisRequest>,
    /// The position that the request leads to.
    pub position: Position,
    /// The side to move has passed: the lines are threats.
    pub is_threat: bool,
    /// Where in which game this is.
    pub place: Place,
    /// The game goes on here.
    pub is_open: bool,
    /// The line on the board, for the opening book; a threat does not change it.
    pub line: Line,
}

impl Subject {
    /// The subject of a game's position; `threat` asks what the other side would do. In check nobody can pass.
    pub fn new(state: &GameState, lines: u8, threat: bool) -> Self {
        let mut request = analysis_request(state, u32::from(lines), Limits::Infinite);
        let mut position = *state.position();
        let line = Line {
            start_fen: request.start_fen.clone(),
            moves: request.moves.iter().map(ToString::to_string).collect(),
        };
        let is_threat = threat && position.play_null();
        if is_threat {
            request.start_fen = if request.chess960 { position.to_shredder_fen() } else { position.to_fen() };
            request.moves.clear();
        }
        let is_open = !state.status().is_over() && position.has_legal_moves();
        let place = (state.game_id(), state.node());
        Self { request: Rc::new(request), position, is_threat, place, is_open, line }
    }
}

/// Keeps the engine at work on `subject` while it is switched on.
#[hook]
pub fn use_engine_driver(engine: &Engine, feed: &AnalysisFeed, subject: &Rc<Subject>, engine_on: bool) {
    let (engine, feed) = (engine.clone(), feed.clone());
    use_effect_with((Rc::clone(subject), engine_on), move |(subject, engine_on)| {
        feed.begin(Rc::clone(&subject.request), subject.position);
        if *engine_on && subject.is_open {
            engine.request((*subject.request).clone());
        } else {
            engine.stop();
            // No analysis is to come.
            settled::tell();
        }
    });
}

/// Tells the engine how much memory it may use, and every engine that takes its place.
#[hook]
pub fn use_hash_size(engine: &Engine, mebibytes: u32) {
    use_effect_with((engine.clone(), mebibytes), move |(engine, mebibytes)| {
        let set = {
            let (engine, mebibytes) = (engine.clone(), mebibytes.to_string());
            move || engine.set_option("Hash", &mebibytes)
        };
        set();
        // An engine knows its options once it has introduced itself.
        let subscription = engine.subscribe(move |event| {
            if matches!(event, EngineEvent::Identity(_)) {
                set();
            }
        });
        move || drop(subscription)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::game::GameAction;

    fn after(actions: &[&str]) -> GameState {
        actions.iter().fold(GameState::default(), |state, text| {
            state.reduce(GameAction::PlayText((*text).to_owned())).unwrap()
        })
    }

    #[test]
    fn the_request_leads_to_the_position() {
        let state = after(&["e4", "e5"]);
        let subject = Subject::new(&state, 3, false);
        assert_eq!(subject.request.multipv, 3);
        assert_eq!(subject.request.moves.len(), 2);
        assert_eq!(subject.position, *state.position());
        assert!(subject.is_open && !subject.is_threat);
    }

    #[test]
    fn a_threat_is_a_position_of_its_own_with_the_other_side_to_move() {
        let state = after(&["e4", "e5"]);
        let subject = Subject::new(&state, 1, true);
        assert!(subject.is_threat);
        assert_eq!(subject.position.turn(), !state.position().turn());
        assert!(subject.request.moves.is_empty());
        assert!(subject.request.start_fen.contains(" b "));
    }

    #[test]
    fn nobody_passes_in_check_and_a_mated_king_is_not_analysed() {
        let check = after(&["e4", "f6", "Qh5+"]);
        assert!(!Subject::new(&check, 1, true).is_threat);
        let mate = after(&["f3", "e5", "g4", "Qh4#"]);
        assert!(!Subject::new(&mate, 1, false).is_open);
    }
}
