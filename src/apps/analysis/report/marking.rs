//! The moves that are marked for a report: in the list of moves, in the graph, or by their numbers.

use super::lazy::LazyReport;
use crate::apps::analysis::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::state::report::MarkedMoves;
use yew::prelude::*;

/// The marked moves, and how they are changed.
#[derive(Clone, PartialEq)]
pub struct Marking {
    /// The marked moves of the game on the board.
    pub moves: MarkedMoves,
    /// They are typed where they can be seen.
    pub on_type: Callback<MarkedMoves>,
    /// They are marked elsewhere: the report comes to the front, and what is marked is said.
    pub on_mark: Callback<MarkedMoves>,
}

/// The marked moves of the game of this number; another game has none.
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
