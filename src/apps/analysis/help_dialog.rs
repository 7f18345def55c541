//! What the keys do.

use crate::apps::analysis::strings;
use crate::components::modal::Modal;
use crate::state::keys::{KEYS, KeyCommand};
use yew::prelude::*;

/// Keys that are not commands of the page.
const OTHERS: [(&[&str], &str); 5] = [
    (&["x"], strings::SHOW_THREAT),
    (&[strings::CTRL, "V"], strings::OPEN_CLIPBOARD),
    (&[strings::TAB], strings::TAB_HINT),
    (&[strings::RIGHT_MOUSE_BUTTON], strings::DRAW_HINT),
    (&[strings::ESC], strings::CLOSE_OR_CLEAR_THE_SELECTION),
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
        <Modal title={strings::KEYS} on_close={props.on_close.clone()}>
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
        " " => strings::SPACE,
        key => key,
    }
    .to_owned()
}
