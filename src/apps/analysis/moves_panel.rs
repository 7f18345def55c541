//! Move list with its buttons.

use super::comment_panel::{COMMENT_BEFORE_ID, COMMENT_ID, CommentPanel};
use super::dialog::Dialog;
use super::edit_news::EditNews;
use super::game_store::{GameStore, StoreAction};
use super::move_list::{MenuRequest, MoveList};
use super::move_menu::{MoveMenu, move_name, number_of};
use super::strings;
use crate::apps::analysis::book::OpeningLabel;
use crate::apps::analysis::saved::SaveSign;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::ToastDispatcher;
use crate::platform::document::focus_soon;
use crate::services::books::feed::BookFeed;
use crate::services::games::driver::GameAutosave;
use crate::state::game::{EditKind, GameAction, GameState};
use crate::state::report::MarkedMoves;
use std::rc::Rc;
use tabia_pgn::NodeId;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`MovesPanel`].
#[derive(Properties, PartialEq)]
pub struct MovesPanelProps {
    /// Games.
    pub store: UseReducerHandle<GameStore>,
    /// Autosave of the games.
    pub autosave: GameAutosave,
    /// Opening book.
    pub book: BookFeed,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Sets the dialog to open.
    pub dialog: UseStateSetter<Option<Dialog>>,
    /// Moves marked for a report.
    pub marked: MarkedMoves,
    /// Changes the marked moves.
    pub on_mark: Callback<MarkedMoves>,
    /// Makes or shows the report on the game.
    pub on_analyse: Callback<MouseEvent>,
    /// Emits the clicked move.
    pub on_go: Callback<NodeId>,
}

/// Move list, buttons, and the comment of the current move.
#[component]
pub fn MovesPanel(props: &MovesPanelProps) -> Html {
    let MovesPanelProps { store, autosave, book, toasts, dialog, on_go, .. } = props;
    let state = store.state();
    let game = store.dispatcher();
    let node = state.node();
    let menu = use_state_eq(|| None::<MenuRequest>);
    // Move for which the comment field before it is shown.
    let before_of = use_state_eq(|| None::<NodeId>);
    let on_menu = use_callback(menu.setter(), |request: MenuRequest, menu| menu.set(Some(request)));
    let mark_to = mark_to(state, &props.on_mark);
    let close_menu = use_callback(menu.setter(), |(), menu| menu.set(None));
    let on_comment = {
        let before_of = before_of.setter();
        let node = menu.as_ref().map_or(node, |request| request.node);
        Callback::from(move |is_before: bool| {
            before_of.set(is_before.then_some(node));
            focus_soon(if is_before { COMMENT_BEFORE_ID } else { COMMENT_ID });
        })
    };
    let open_menu = {
        let menu = menu.setter();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let button = target.and_then(|target| target.closest("button").ok().flatten());
            let place = button.map(|button| button.get_bounding_client_rect());
            let at = place.map_or((0.0, 0.0), |place| (place.left(), place.bottom() + 4.0));
            menu.set(Some(MenuRequest { node, at }));
        })
    };
    let result = state.game().result().as_str();
    let menu_label = move_name(state, node)
        .map_or_else(|| strings::edit_the_game().to_owned(), |name| strings::menu_of(&name));
    html! {
        <section class="moves card" aria-label={strings::moves_text()}>
            <header class="panel-header">
                <h2>{ strings::moves_text() }</h2><OpeningLabel feed={book.clone()} />
                <div class="moves-buttons">
                    <button type="button" class="button quiet icon small" aria-label={strings::analyse_game()} title={strings::analyse_game_hint()}
                            disabled={state.rows().is_empty()} onclick={props.on_analyse.clone()}>
                        <IconView icon={Icon::Report} />
                    </button>
                    <SaveSign autosave={autosave.clone()} dialog={dialog.clone()} />
                    { edit_button(props, Icon::Undo, strings::undo(), "Ctrl+Z", state.undo_kind(), GameAction::Undo) }
                    { edit_button(props, Icon::Redo, strings::redo(), "Ctrl+Shift+Z", state.redo_kind(), GameAction::Redo) }
                    <button type="button" class="button quiet icon small" aria-haspopup="menu" aria-expanded={menu.is_some().to_string()}
                            aria-label={menu_label.clone()} title={menu_label} onclick={open_menu}>
                        <IconView icon={Icon::More} />
                    </button>
                </div>
            </header>
            <MoveList rows={Rc::clone(state.rows())} current={node} on_go={on_go.clone()} on_mark={mark_to} {on_menu}
                opening_comments={state.game().annotations(NodeId::ROOT).after.clone()}
                result={(result != "*").then(|| AttrValue::from(result))} />
            <CommentPanel state={state.clone()} game={game.clone()} shows_before={*before_of == Some(node)} />
            <EditNews game_id={state.game_id()} depths={state.edit_depths()} undo_kind={state.undo_kind()} redo_kind={state.redo_kind()} />
            if let Some(request) = *menu {
                <MoveMenu state={state.clone()} {request} game={game.clone()} toasts={toasts.clone()} dialog={dialog.clone()}
                    marked={props.marked} on_mark={props.on_mark.clone()} {on_comment} on_close={close_menu} />
            }
        </section>
    }
}

/// Marks the moves between the current one and another; from the first move on at the start of the game.
fn mark_to(state: &GameState, on_mark: &Callback<MarkedMoves>) -> Callback<NodeId> {
    let (state, on_mark) = (state.clone(), on_mark.clone());
    Callback::from(move |to: NodeId| {
        let here = number_of(&state, state.node()).or_else(|| state.rows().first().map(|row| row.number));
        if let Some((one, other)) = here.zip(number_of(&state, to)) {
            on_mark.emit(MarkedMoves::between(one, other));
        }
    })
}

fn edit_button(
    props: &MovesPanelProps,
    icon: Icon,
    name: &'static str,
    keys: &str,
    kind: Option<EditKind>,
    action: GameAction,
) -> Html {
    let game = props.store.dispatcher();
    let onclick = Callback::from(move |_: MouseEvent| game.dispatch(StoreAction::Do(action.clone())));
    let label = kind.map_or_else(|| name.to_owned(), |kind| strings::edit_name(&name, kind));
    html! {
        <button type="button" class="button quiet icon small" aria-label={label.clone()} title={format!("{label} ({keys})")}
                disabled={kind.is_none()} {onclick}>
            <IconView {icon} />
        </button>
    }
}
