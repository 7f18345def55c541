//! Screen reader announcements: each move once, and the evaluation on request.

use super::strings;
use super::target::AnalysisTarget;
use crate::components::board::describe::move_in_words;
use crate::state::analysis::AnalysisState;
use crate::state::game::GameState;
use crate::state::score::Perspective;
use crate::state::threat::Place;
use tabia_chess::Color;
use tabia_pgn::NodeId;
use yew::prelude::*;

/// Announces the move that led to the current position.
pub fn announcement(state: &GameState) -> String {
    let positions = state.positions();
    let before = positions.len().checked_sub(2).and_then(|index| positions.get(index));
    match (before, state.last_move()) {
        (Some(before), Some(m)) => move_in_words(before, m),
        (Some(before), None) if state.node() != NodeId::ROOT => {
            strings::passes(&if before.turn() == Color::White { strings::white() } else { strings::black() })
        }
        _ => strings::start_of_the_game().to_owned(),
    }
}

/// Describes the score and the best move in words.
pub fn evaluation_in_words(
    analysis: &AnalysisState,
    subject: &AnalysisTarget,
    perspective: Perspective,
    engine_on: bool,
) -> String {
    if !subject.is_open {
        return strings::game_is_over().to_owned();
    }
    let is_current = analysis.request().is_some_and(|request| request.is_same_position(&subject.request));
    let Some(line) = analysis.lines().first().filter(|_| is_current) else {
        return if engine_on { strings::no_evaluation_yet() } else { strings::engine_off_press_l() }
            .to_owned();
    };
    let score = line.score.spoken(perspective, subject.position.turn());
    let mut words = strings::evaluation_at_depth(&score, &line.depth);
    if let Some(m) = analysis.best_move() {
        words.push_str(&strings::best_move_is(&move_in_words(&subject.position, m)));
    }
    if subject.is_threat { strings::threat_is(&words) } else { words }
}

/// Returns the text to announce at this place, and a callback to announce one. Going to another move clears it.
#[hook]
pub fn use_speech(place: Place) -> (Option<String>, Callback<String>) {
    let said = use_state_eq(|| None::<(Place, String)>);
    let speak = use_callback((said.clone(), place), |text: String, (said, place)| {
        // Screen readers repeat the same text only if the element changes, hence the extra space.
        let is_repeated = said.as_ref().is_some_and(|(_, before)| *before == text);
        said.set(Some((*place, if is_repeated { format!("{text}\u{a0}") } else { text })));
    });
    let current = said.as_ref().filter(|(of, _)| *of == place).map(|(_, text)| text.clone());
    (current, speak)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::analysis::target::SearchSettings;
    use crate::state::game::GameAction;

    fn open(text: &str) -> GameState {
        let state = GameState::default().reduce(GameAction::Load(text.to_owned())).unwrap();
        state.reduce(GameAction::Last).unwrap()
    }

    #[test]
    fn moves_and_null_moves_are_told() {
        assert_eq!(announcement(&open("1. e4 *")), "White pawn e2 to e4");
        assert_eq!(announcement(&open("1. e4 -- *")), "Black passes");
        assert_eq!(announcement(&GameState::default()), "Start of the game");
    }

    #[test]
    fn without_a_line_it_is_said_why() {
        let state = open("1. e4 *");
        let subject = AnalysisTarget::new(&state, &SearchSettings::default(), false);
        let words = |on| evaluation_in_words(&AnalysisState::default(), &subject, Perspective::White, on);
        assert_eq!(
            (words(true).as_str(), words(false).as_str()),
            (strings::no_evaluation_yet(), strings::engine_off_press_l())
        );
        let mate = AnalysisTarget::new(&open("1. f3 e5 2. g4 Qh4# *"), &SearchSettings::default(), false);
        let words = evaluation_in_words(&AnalysisState::default(), &mate, Perspective::White, true);
        assert_eq!(words, strings::game_is_over());
    }
}
