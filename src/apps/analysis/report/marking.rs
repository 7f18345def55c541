//! Moves marked for a report, in the move list, in the graph or by number.

use super::lazy::LazyReport;
use crate::apps::analysis::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::state::report::MarkedMoves;
use yew::prelude::*;

/// Marked moves and callbacks to change them.
#[derive(Clone, PartialEq)]
pub struct Marking {
    /// Marked moves of the current game.
    pub moves: MarkedMoves,
    /// Sets the marked moves from inside the report, where they are visible.
    pub on_type: Callback<MarkedMoves>,
    /// Sets the marked moves from elsewhere: also switches the report on and announces the range.
    pub on_mark: Callback<MarkedMoves>,
}

/// Returns the marked moves of the game with this id; other games have none.
#[hook]
pub fn use_marking(game: u64, report: &LazyReport, toasts: &ToastDispatcher) -> Marking {
    let marked = use_state_eq(|| (game, MarkedMoves::default()));
    let on_type = use_callback((marked.setter(), game), |moves: MarkedMoves, (marked, game)| {
        marked.set((*game, moves));
    });
    let parts = (on_type.clone(), report.switch_on(), toasts.clone());
    let on_mark = use_callback(parts, |moves: MarkedMoves, (set, switch_on, toasts)| {
        set.emit(moves);
        switch_on.emit(());
        let words = strings::moves_marked(moves.first, moves.last);
        toasts.dispatch(ToastAction::Show(Tone::News, words, String::new(), None));
    });
    let moves = if marked.0 == game { marked.1 } else { MarkedMoves::default() };
    Marking { moves, on_type, on_mark }
}
