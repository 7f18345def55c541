//! The dialogs in which the game is edited.

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
    /// Which dialog it is.
    pub dialog: Dialog,
    /// The games.
    pub state: GameState,
    /// Where edits go.
    pub game: GameDispatcher,
    /// Begin a game so.
    pub on_begin: Callback<GameAction>,
    /// Close the dialog.
    pub on_close: Callback<()>,
}

/// The dialog that is open, if it is one of these.
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
