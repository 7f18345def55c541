//! Opening of the game, and where it left the book.

use super::shown::ShownReport;
use crate::apps::analysis::strings;
use crate::hooks::use_observable;
use crate::services::books::feed::BookFeed;
use crate::state::book::BookStatus;
use tabia_pgn::{Game, NodeId, Played};
use tabia_worker::probe::messages::{Line, Looked};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`OpeningFacts`].
#[derive(Properties, PartialEq)]
pub struct OpeningFactsProps {
    /// Report.
    pub shown: ShownReport,
    /// Opening book.
    pub book: BookFeed,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
}

/// Opening facts known so far.
#[component]
pub fn OpeningFacts(props: &OpeningFactsProps) -> Html {
    let OpeningFactsProps { shown, book, on_go } = props;
    let looked = use_state(|| None::<Looked>);
    let is_open = use_observable(book, |book| matches!(book.state().status, BookStatus::Ready { .. }));
    let line = use_memo(shown.clone(), |shown| main_line(&shown.game));
    use_effect_with((book.clone(), (*line).clone(), is_open), {
        let looked = looked.setter();
        move |(book, line, _)| {
            book.begin();
            let (book, line) = (book.clone(), line.clone());
            spawn_local(async move { looked.set(book.look_once(line).await) });
        }
    });
    let Some(looked) = &*looked else { return html! {} };
    let left = looked.left.as_ref().map(|left| {
        let node =
            shown.report.moves.get((left.ply as usize).saturating_sub(1)).map_or(NodeId::ROOT, |m| m.node);
        let onclick = on_go.reform(move |_: MouseEvent| node);
        let words =
            if left.was_book_move { strings::book_ends_after() } else { strings::not_in_book_since() };
        html! { <p>{ words }<button type="button" class="report-link" {onclick}>{ &left.text }</button></p> }
    });
    html! {
        <div class="report-opening">
            if let Some(opening) = &looked.opening {
                <p><b>{ &opening.eco }</b>{ " " }{ &opening.name }</p>
            }
            { left }
        </div>
    }
}

/// Returns the main line up to the first null move, in the book worker's format.
fn main_line(game: &Game) -> Line {
    let chess960 = game.is_chess960();
    let mut position = *game.start();
    let start_fen = if chess960 { position.to_shredder_fen() } else { position.to_fen() };
    let mut moves = Vec::new();
    for node in game.main_line() {
        let Some(m) = game.played(node).and_then(Played::as_move) else { break };
        moves.push(position.uci_with(m, chess960));
        position.play_unchecked(m);
    }
    Line { start_fen, moves }
}
