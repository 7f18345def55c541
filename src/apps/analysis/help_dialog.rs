//! What the keys do.

use crate::components::modal::Modal;
use crate::state::keys::{KEYS, KeyCommand};
use yew::prelude::*;

/// Keys that are not commands of the page.
const OTHERS: [(&[&str], &str); 5] = [
    (&["x"], "Show the threat in this position"),
    (&["Ctrl", "V"], "Open the game or position on the clipboard"),
    (&["Tab"], "To the board, the lines or the moves: arrows move within them, Enter plays"),
    (&["Right button"], "Draw arrows and circles (also Shift + drag)"),
    (&["Esc"], "Close, or take back a selection"),
];

/// Properties of [`HelpDialog`].
#[derive(Properties, PartialEq)]
pub struct HelpDialogProps {
    /// Close the dialog.
    pub on_close: Callback<()>,
}

/// A list of all keys.
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
    let commands = KEYS.iter().filter(|(command, ..)| *command != KeyCommand::Escape);
    html! {
        <Modal title="Keys" on_close={props.on_close.clone()}>
            <dl class="shortcuts">
                { for commands.map(|(_, keys, shift, text)| row(keys, *shift, text)) }
                { for OTHERS.iter().map(|(keys, text)| row(keys, false, text)) }
            </dl>
        </Modal>
    }
}

fn row(keys: &[&str], shift: bool, text: &'static str) -> Html {
    html! {
        <>
            <dt>
                if shift { <kbd>{ "⇧" }</kbd> }
                { for keys.iter().map(|key| html! { <kbd>{ key_name(key) }</kbd> }) }
            </dt>
            <dd>{ text }</dd>
        </>
    }
}

fn key_name(key: &str) -> String {
    match key {
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        " " => "Space",
        key => key,
    }
    .to_owned()
}
