//! The editor's board and its buttons.

use super::path::Path;
use super::session::EditSession;
use crate::apps::book::strings;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use tabia_chess::{Color, Move};
use tabia_polyglot::BookMove;
use tabia_worker::book::messages::EditState;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`BookBoard`].
#[derive(Properties, PartialEq)]
pub struct BookBoardProps {
    /// Editing session of the book.
    pub session: EditSession,
    /// Path to the position on the board.
    pub path: Path,
    /// Book data of the position; `None` while it is being looked up.
    pub state: Option<EditState>,
}

/// A board for browsing the book: moves played on it can be added.
#[component]
pub fn BookBoard(props: &BookBoardProps) -> Html {
    let BookBoardProps { session, path, state } = props;
    let adds = use_state_eq(|| true);
    let orientation = use_state_eq(|| Color::White);
    let view = use_memo((path.position(), *orientation, path.0.last().copied()), |(position, side, last)| {
        BoardView::new(*position, *side, last.map(marked_squares))
    });
    let on_move = {
        let (session, path, adds, known) = (session.clone(), path.clone(), *adds, state.clone());
        Callback::from(move |m: Move| {
            let book_move: BookMove = m.into();
            let is_known = known
                .as_ref()
                .is_some_and(|state| state.looked.moves.iter().any(|other| other.code == book_move.0));
            if adds && !is_known && known.is_some() {
                session.add(path.clone(), m);
            } else {
                session.go(path.with(m));
            }
        })
    };
    let go = |length: usize| {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| session.go(path.first(length)))
    };
    let flip = {
        let orientation = orientation.clone();
        Callback::from(move |_: MouseEvent| orientation.set(!*orientation))
    };
    let adding = {
        let adds = adds.clone();
        Callback::from(move |_: Event| adds.set(!*adds))
    };
    html! {
        <div class="editor-board">
            <div class="board-frame"><Board {view} {on_move} /></div>
            <div class="form-row">
                <button type="button" class="button icon small" aria-label={strings::to_the_start()} onclick={go(0)}><IconView icon={Icon::First} /></button>
                <button type="button" class="button icon small" aria-label={strings::one_move_back()} onclick={go(path.0.len().saturating_sub(1))}><IconView icon={Icon::Previous} /></button>
                <button type="button" class="button icon small" aria-label={strings::turn_the_board()} onclick={flip}><IconView icon={Icon::Flip} /></button>
                <label class="check"><input type="checkbox" checked={*adds} onchange={adding} />{ strings::add_the_moves_played_on() }</label>
                <GamesButton session={session.clone()} path={path.clone()} />
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct GamesButtonProps {
    session: EditSession,
    path: Path,
}

/// Button that imports games from files.
#[component]
fn GamesButton(props: &GamesButtonProps) -> Html {
    let input = use_node_ref();
    let browse = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            input.click();
        }
    });
    let chosen = {
        let (session, path) = (props.session.clone(), props.path.clone());
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            let Some(input) = input else { return };
            let files = files_of(&input);
            // Allow the same file to be chosen again.
            input.set_value("");
            let (session, path) = (session.clone(), path.clone());
            spawn_local(async move {
                for file in files {
                    session.clone().take_games(file, path.clone()).await;
                }
            });
        })
    };
    html! {
        <>
            <button type="button" class="button small" title={strings::add_games_hint()} onclick={browse}><IconView icon={Icon::Open} />{ strings::add_games() }</button>
            <input ref={input} type="file" accept=".pgn,.txt" multiple=true hidden=true aria-hidden="true" class="editor-games" onchange={chosen} />
        </>
    }
}
