//! Messages about opened games.

use super::strings;
use crate::state::game::GameState;
use crate::state::text::sentence;
use tabia_pgn::Problem;

/// Maximum number of problems listed in a message; the rest are counted.
const LISTED_PROBLEMS: usize = 3;

/// Describes what was opened in a few words.
pub fn opened_title(opened: &GameState, name: Option<&str>) -> String {
    let what = match opened.games().len() {
        1 if opened.rows().is_empty() => strings::position_set_up().to_owned(),
        1 => strings::game_opened().to_owned(),
        count => strings::games_opened(count),
    };
    with_name(what, name)
}

fn with_name(what: String, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{what}: {name}"),
        None => what,
    }
}

/// Returns the first problem of the text that lost data.
pub fn first_loss(state: &GameState) -> Option<String> {
    losses(state).next().map(|problem| sentence(&problem.to_string()))
}

/// Problems that lost data. Harmless deviations from the standard are not reported.
fn losses(state: &GameState) -> impl Iterator<Item = &Problem> {
    state.problems().filter(|problem| problem.is_loss)
}

/// Lists what could not be read, with its position; empty if there were no problems.
pub fn problem_summary(state: &GameState) -> String {
    let mut lines: Vec<String> =
        losses(state).take(LISTED_PROBLEMS).map(|problem| sentence(&problem.to_string())).collect();
    let count = losses(state).count();
    if count > LISTED_PROBLEMS {
        lines.push(strings::and_more(&(count - LISTED_PROBLEMS)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::game::GameAction;

    fn open(text: &str) -> GameState {
        GameState::default().reduce(GameAction::Load(text.to_owned())).unwrap()
    }

    #[test]
    fn titles_tell_what_was_opened() {
        assert_eq!(opened_title(&open("1. e4 *"), None), "Game opened");
        assert_eq!(opened_title(&open("8/8/8/8/8/8/8/K1k5 w - - 0 1"), None), "Position set up");
        let two = open("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *");
        assert_eq!(opened_title(&two, Some("two.pgn")), "2 games opened: two.pgn");
    }

    #[test]
    fn problems_are_listed_with_their_place() {
        assert_eq!(problem_summary(&open("1. e4 e5 2. Nf3 *")), "");
        let summary = problem_summary(&open("1. e4 e5 2. Ke3 *"));
        assert!(summary.starts_with("Game 1, line 1"), "{summary}");
        assert!(summary.contains("Ke3"), "{summary}");
    }
}
