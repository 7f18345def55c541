//! Dialogs for editing the game.

use super::board_editor::BoardEditorDialog;
use super::clock_eval_dialog::ClockEvalDialog;
use super::dialog::Dialog;
use super::game_store::GameDispatcher;
use super::glyph_dialog::GlyphDialog;
use super::header_dialog::HeaderDialog;
use crate::state::game::{GameAction, GameState};
use yew::prelude::*;

/// Properties of [`EditDialogs`].
#[derive(Clone, Properties, PartialEq)]
pub struct EditDialogsProps {
    /// Open dialog.
    pub dialog: Dialog,
    /// Games.
    pub state: GameState,
    /// Dispatcher for edits.
    pub game: GameDispatcher,
    /// Starts a game with this action.
    pub on_begin: Callback<GameAction>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Open dialog, if it is one of these.
#[component]
pub fn EditDialogs(props: &EditDialogsProps) -> Html {
    let EditDialogsProps { dialog, state, game, on_begin, on_close } = props.clone();
    match dialog {
        Dialog::BoardEditor(fen) => html! {
            <BoardEditorDialog {fen} orientation={state.orientation()} {on_begin} {on_close} />
        },
        Dialog::Glyphs(node) => html! { <GlyphDialog {state} {node} {game} {on_close} /> },
        Dialog::Facts(node) => html! { <ClockEvalDialog {state} {node} {game} {on_close} /> },
        Dialog::Header => html! { <HeaderDialog {state} {game} {on_close} /> },
        _ => html! {},
    }
}
