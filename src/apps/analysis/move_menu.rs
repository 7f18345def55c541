//! Context menu of a move.

use super::dialog::Dialog;
use super::game_store::{GameDispatcher, StoreAction};
use super::move_list::MenuRequest;
use super::notices::copy;
use super::strings;
use crate::components::menu::{Menu, MenuEntry, MenuPart};
use crate::components::toasts::ToastDispatcher;
use crate::state::game::{GameAction, GameState};
use crate::state::glyphs::{GLYPHS, glyph_text};
use crate::state::report::MarkedMoves;
use tabia_pgn::{Nag, NodeId};
use yew::prelude::*;

/// Number of move-assessment glyphs shown in the menu itself.
const FREQUENT_GLYPHS: usize = 6;

/// Properties of [`MoveMenu`].
#[derive(Properties, PartialEq)]
pub struct MoveMenuProps {
    /// Games.
    pub state: GameState,
    /// Move, and position of the menu.
    pub request: MenuRequest,
    /// Dispatcher for edits.
    pub game: GameDispatcher,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Sets the dialog to open.
    pub dialog: UseStateSetter<Option<Dialog>>,
    /// Moves marked for a report.
    pub marked: MarkedMoves,
    /// Changes the marked moves.
    pub on_mark: Callback<MarkedMoves>,
    /// Edits the comment of the current move; true for the comment before it.
    pub on_comment: Callback<bool>,
    /// Closes the menu.
    pub on_close: Callback<()>,
}

/// Menu of a move, or of the start of the game.
#[component]
pub fn MoveMenu(props: &MoveMenuProps) -> Html {
    let MoveMenuProps { state, request, on_close, .. } = props;
    let node = request.node;
    if !state.game().contains(node) {
        return html! {};
    }
    let mut parts = vec![MenuPart::List(comment_entries(props)), MenuPart::List(about_entries(props))];
    if node != NodeId::ROOT {
        parts.insert(0, glyph_row(props));
        parts.push(MenuPart::List(order_entries(props)));
        parts.push(MenuPart::List(report_entries(props)));
    }
    parts.push(MenuPart::List(line_entries(props)));
    let label = move_name(state, node).unwrap_or_else(|| strings::start_of_the_game().to_owned());
    html! {
        <Menu key={format!("{node:?}")} {label} at={request.at} {parts} on_close={on_close.clone()} />
    }
}

/// Formats a move with its number, `12... Nf6`; `None` at the start.
pub fn move_name(state: &GameState, node: NodeId) -> Option<String> {
    let row = state.rows().iter().find(|row| row.node == node)?;
    Some(format!("{} {}", row.number_text(), row.san))
}

/// Returns the number of a move; `None` at the start.
pub fn number_of(state: &GameState, node: NodeId) -> Option<u32> {
    state.rows().iter().find(|row| row.node == node).map(|row| row.number)
}

fn act(props: &MoveMenuProps, action: GameAction) -> Callback<()> {
    let game = props.game.clone();
    Callback::from(move |()| game.dispatch(StoreAction::Do(action.clone())))
}

fn show(props: &MoveMenuProps, dialog: Dialog) -> Callback<()> {
    let setter = props.dialog.clone();
    Callback::from(move |()| setter.set(Some(dialog.clone())))
}

fn glyph_row(props: &MoveMenuProps) -> MenuPart {
    let node = props.request.node;
    let set = &props.state.game().annotations(node).nags;
    let entry = |nag| {
        let label = strings::nag_label(nag);
        let choose = act(props, GameAction::ToggleNag(node, nag));
        MenuEntry {
            symbol: Some(glyph_text(nag).into()),
            checked: Some(set.contains(&nag)),
            ..MenuEntry::new(label, "", choose)
        }
    };
    let (_, judgements) = GLYPHS[0];
    MenuPart::Row(strings::glyphs().into(), judgements.into_iter().take(FREQUENT_GLYPHS).map(entry).collect())
}

fn comment_entries(props: &MoveMenuProps) -> Vec<MenuEntry> {
    let node = props.request.node;
    let write = |is_before: bool| {
        let (game, on_comment) = (props.game.clone(), props.on_comment.clone());
        Callback::from(move |()| {
            game.dispatch(StoreAction::Do(GameAction::GoTo(node)));
            on_comment.emit(is_before);
        })
    };
    if node == NodeId::ROOT {
        return vec![MenuEntry::new(strings::comment_on_the_game(), "d", write(false))];
    }
    vec![
        MenuEntry::new(strings::all_glyphs(), "g", show(props, Dialog::Glyphs(node))),
        MenuEntry::new(strings::comment_after(), "d", write(false)),
        MenuEntry::new(strings::comment_before_text(), "", write(true)),
    ]
}

fn about_entries(props: &MoveMenuProps) -> Vec<MenuEntry> {
    let node = props.request.node;
    let has_shapes = !props.state.game().annotations(node).shapes().is_empty();
    let clear = act(props, GameAction::ClearShapes(node));
    let mut entries = vec![MenuEntry::new(strings::clear_shapes(), "", clear).enabled(has_shapes)];
    if node != NodeId::ROOT {
        entries
            .insert(0, MenuEntry::new(strings::clock_and_evaluation(), "", show(props, Dialog::Facts(node))));
    }
    let has_diagram = props.state.game().annotations(node).nags.contains(&Nag::DIAGRAM);
    let diagram =
        MenuEntry::new(strings::print_a_diagram(), "", act(props, GameAction::ToggleNag(node, Nag::DIAGRAM)));
    entries.push(MenuEntry { checked: Some(has_diagram), ..diagram });
    entries.push(MenuEntry::new(strings::edit_header_menu(), "", show(props, Dialog::Header)));
    if node == props.state.node() {
        let can_pass = !props.state.position().is_check();
        entries.push(
            MenuEntry::new(strings::null_move(), "--", act(props, GameAction::PlayNull)).enabled(can_pass),
        );
    }
    entries
}

fn order_entries(props: &MoveMenuProps) -> Vec<MenuEntry> {
    let node = props.request.node;
    let is_aside = !props.state.game().is_main_line(node);
    vec![
        MenuEntry::new(strings::promote_variation(), "", act(props, GameAction::Promote(node)))
            .enabled(is_aside),
        MenuEntry::new(strings::make_main_line(), "", act(props, GameAction::PromoteToMainLine(node)))
            .enabled(is_aside),
    ]
}

/// Entries that mark moves for a report.
fn report_entries(props: &MoveMenuProps) -> Vec<MenuEntry> {
    let Some(number) = number_of(&props.state, props.request.node) else { return Vec::new() };
    let mark = |marked: MarkedMoves| {
        let on_mark = props.on_mark.clone();
        Callback::from(move |()| on_mark.emit(marked))
    };
    vec![
        MenuEntry::new(strings::report_from_here(), "", mark(props.marked.from(number))),
        MenuEntry::new(strings::report_up_to_here(), "", mark(props.marked.up_to(number))),
    ]
}

fn line_entries(props: &MoveMenuProps) -> Vec<MenuEntry> {
    let node = props.request.node;
    let game = props.state.game();
    let copy_line = {
        let (state, toasts) = (props.state.clone(), props.toasts.clone());
        Callback::from(move |()| copy(strings::line(), &state.pgn_of_line(node), toasts.clone()))
    };
    let danger = |entry: MenuEntry| MenuEntry { is_danger: true, ..entry };
    let delete = act(props, GameAction::Delete(node));
    let delete_others = act(props, GameAction::DeleteOtherLines(node));
    let delete = if node == NodeId::ROOT {
        MenuEntry::new(strings::delete_all_moves(), "", delete).enabled(game.main_child(node).is_some())
    } else {
        MenuEntry::new(strings::delete_from_here(), strings::delete_key(), delete)
    };
    vec![
        MenuEntry::new(strings::copy_line(), "", copy_line),
        danger(delete),
        danger(
            MenuEntry::new(strings::delete_other_lines(), "", delete_others)
                .enabled(game.has_other_lines(node)),
        ),
    ]
}
