//! Dialogs for editing the game.

use super::dialog::Dialog;
use super::facts_dialog::FactsDialog;
use super::game_store::GameDispatcher;
use super::glyph_dialog::GlyphDialog;
use super::header_dialog::HeaderDialog;
use super::set_up::SetUpDialog;
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
        Dialog::SetUp(fen) => html! {
            <SetUpDialog {fen} orientation={state.orientation()} {on_begin} {on_close} />
        },
        Dialog::Glyphs(node) => html! { <GlyphDialog {state} {node} {game} {on_close} /> },
        Dialog::Facts(node) => html! { <FactsDialog {state} {node} {game} {on_close} /> },
        Dialog::Header => html! { <HeaderDialog {state} {game} {on_close} /> },
        _ => html! {},
    }
}
