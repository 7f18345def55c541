//! Position for the engine to analyse: the one on the board, or the opponent's threats in it.

use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::platform::observable::Observe;
use crate::platform::{processor, startup_done};
use crate::services::engine::service::{Engine, EngineEvent};
use crate::state::analysis::analysis_request;
use crate::state::analysis_request::{AnalysisRequest, Limits};
use crate::state::focus::Focus;
use crate::state::game::GameState;
use crate::state::settings::{Column, Settings};
use crate::state::threads;
use crate::state::threat::Place;
use std::rc::Rc;
use tabia_chess::{Move, Position};
use tabia_worker::probe::messages::Line;
use yew::prelude::*;

/// Analysis options.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSettings {
    /// Number of lines.
    pub lines: u8,
    /// Search limits.
    pub limits: Limits,
    /// Options for a single position.
    pub focus: Focus,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { lines: 1, limits: Limits::Infinite, focus: Focus::default() }
    }
}

/// Position to analyse.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisTarget {
    /// Request for the engine.
    pub request: Rc<AnalysisRequest>,
    /// Position after the request's moves.
    pub position: Position,
    /// Whether the side to move has passed, so that the lines are threats.
    pub is_threat: bool,
    /// Game and node.
    pub place: Place,
    /// Whether the game isn't over here.
    pub is_open: bool,
    /// Line on the board, for the opening book; the same in threat mode.
    pub line: Line,
}

impl AnalysisTarget {
    /// Creates the subject for the current position; `threat` lets the opponent move. Ignored in check, where passing is illegal.
    pub fn new(state: &GameState, how: &SearchSettings, threat: bool) -> Self {
        let place = (state.game_id(), state.node());
        let limits = if how.focus.is_deeper(place) { Limits::Infinite } else { how.limits };
        let mut request = analysis_request(state, u32::from(how.lines), limits);
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
        if !is_threat {
            let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
            let moves = how.focus.moves(place, &legal);
            let text = |m: &Move| position.uci_with(*m, request.chess960).parse().ok();
            request.search_moves = moves.iter().filter_map(text).collect();
        }
        Self { request: Rc::new(request), position, is_threat, place, is_open, line }
    }
}

/// Keeps the engine analysing `subject` while it is switched on.
#[hook]
pub fn use_engine_driver(
    engine: &Engine,
    feed: &AnalysisFeed,
    subject: &Rc<AnalysisTarget>,
    engine_on: bool,
) {
    let (engine, feed) = (engine.clone(), feed.clone());
    use_effect_with((Rc::clone(subject), engine_on), move |(subject, engine_on)| {
        feed.begin(Rc::clone(&subject.request), subject.position);
        let (is_wanted, request) = (*engine_on && subject.is_open, subject.request.clone());
        let ask = {
            let (engine, feed) = (engine.clone(), feed.clone());
            move || {
                let is_asked = is_wanted && !feed.state().is_answered();
                if is_asked {
                    engine.request((*request).clone());
                }
                is_asked
            }
        };
        if !ask() {
            engine.stop();
            // No analysis will follow.
            startup_done::announce();
        }
        // A new engine takes over a running search, but the old one may have finished it.
        let subscription = engine.subscribe(move |event| {
            if *event == EngineEvent::Replaced {
                ask();
            }
        });
        move || drop(subscription)
    });
}

/// Sets the hash size and whether to report WDL, for the current engine and its successors.
#[hook]
pub fn use_page_options(engine: &Engine, settings: &Settings) {
    let wdl = settings.columns.has(Column::Wdl);
    use_effect_with((engine.clone(), settings.hash_mib, wdl), move |(engine, mebibytes, wdl)| {
        let set = {
            let (engine, mebibytes, wdl) = (engine.clone(), mebibytes.to_string(), wdl.to_string());
            move || {
                engine.set_option("Hash", &mebibytes);
                engine.set_option("UCI_ShowWDL", &wdl);
            }
        };
        set();
        // An engine's options are known only after its handshake.
        let subscription = engine.subscribe(move |event| {
            if matches!(event, EngineEvent::Identity(_)) {
                set();
            }
        });
        move || drop(subscription)
    });
}

/// Sets the number of threads of the board's engine: its `share` if others run, or the default if it is alone.
#[hook]
pub fn use_threads(engine: &Engine, share: Option<u32>) {
    use_effect_with((engine.clone(), share), |(engine, share)| {
        let set = {
            let (engine, share) = (engine.clone(), *share);
            move || {
                let threads = share.unwrap_or_else(|| usual_threads(&engine.key()));
                engine.set_option("Threads", &threads.to_string());
            }
        };
        set();
        // Repeat for a new engine.
        let subscription = engine.subscribe(move |event| {
            if matches!(event, EngineEvent::Identity(_)) {
                set();
            }
        });
        move || drop(subscription)
    });
}

/// Returns the default number of threads of an engine that analyses alone: the built-in one uses all it should; others, about which nothing
/// is known, use one.
pub fn usual_threads(engine: &str) -> u32 {
    if engine.is_empty() { threads::alone(processor::cores() as u32) } else { 1 }
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

    fn asked(lines: u8) -> SearchSettings {
        SearchSettings { lines, ..SearchSettings::default() }
    }

    #[test]
    fn only_some_moves_and_a_limit_hold_at_their_place() {
        let state = after(&["e4"]);
        let place = (state.game_id(), state.node());
        let reply = *state.position().legal_moves().iter().next().unwrap();
        let how = SearchSettings {
            limits: Limits::Depth(9),
            focus: Focus::default().only(place, reply),
            ..asked(1)
        };
        let subject = AnalysisTarget::new(&state, &how, false);
        assert_eq!((subject.request.search_moves.len(), subject.request.limits), (1, Limits::Depth(9)));
        assert!(
            AnalysisTarget::new(&state, &how, true).request.search_moves.is_empty(),
            "they are no threats"
        );
        let deeper = SearchSettings { focus: how.focus.deeper(place), ..how };
        assert_eq!(AnalysisTarget::new(&state, &deeper, false).request.limits, Limits::Infinite);
        let next = AnalysisTarget::new(&after(&["e4", "e5"]), &deeper, false).request;
        assert_eq!((next.search_moves.len(), next.limits), (0, Limits::Depth(9)));
    }

    #[test]
    fn the_request_leads_to_the_position() {
        let state = after(&["e4", "e5"]);
        let subject = AnalysisTarget::new(&state, &asked(3), false);
        assert_eq!(subject.request.multipv, 3);
        assert_eq!(subject.request.moves.len(), 2);
        assert_eq!(subject.position, *state.position());
        assert!(subject.is_open && !subject.is_threat);
    }

    #[test]
    fn a_threat_is_a_position_of_its_own_with_the_other_side_to_move() {
        let state = after(&["e4", "e5"]);
        let subject = AnalysisTarget::new(&state, &asked(1), true);
        assert!(subject.is_threat);
        assert_eq!(subject.position.turn(), !state.position().turn());
        assert!(subject.request.moves.is_empty());
        assert!(subject.request.start_fen.contains(" b "));
    }

    #[test]
    fn nobody_passes_in_check_and_a_mated_king_is_not_analysed() {
        let check = after(&["e4", "f6", "Qh5+"]);
        assert!(!AnalysisTarget::new(&check, &asked(1), true).is_threat);
        let mate = after(&["f3", "e5", "g4", "Qh4#"]);
        assert!(!AnalysisTarget::new(&mate, &asked(1), false).is_open);
    }
}
