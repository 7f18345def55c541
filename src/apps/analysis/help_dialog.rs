//! Keyboard shortcuts of the page.

use crate::apps::analysis::strings;
use crate::components::modal::Modal;
use crate::hooks::current_route;
use crate::language::Text;
use crate::state::glyphs::glyph_text;
use crate::state::keys::{CONTROL_KEYS, GLYPH_KEYS, KEYS, KeyCommand};
use crate::state::page_keys::page_keys;
use crate::state::route::Route;
use yew::prelude::*;

/// Keys that aren't commands of the page.
const OTHERS: [(&[Text], Text); 9] = [
    (&[|| "x"], strings::show_threat),
    (&[strings::ctrl, || "V"], strings::open_clipboard),
    (&[strings::tab], strings::tab_hint),
    (&[strings::menu_key], strings::menu_hint),
    (&[strings::right_mouse_button], strings::draw_hint),
    (&[|| "w"], strings::drawing_mode_hint),
    (&[|| "1–4"], strings::drawing_colors_hint),
    (&[|| "c", || "a"], strings::draw_keys_hint),
    (&[strings::esc], strings::close_or_clear_the_selection),
];

/// Properties of [`HelpDialog`].
#[derive(Clone, Properties, PartialEq)]
pub struct HelpDialogProps {
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// List of all keys of the visible page.
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
    let route = (*use_memo((), |()| current_route())).clone();
    html! {
        <Modal title={strings::keys()} on_close={props.on_close.clone()}>
            <p>{ strings::guide_note() }<a href={strings::GUIDE_ADDRESS} target="_blank">{ strings::guide() }</a></p>
            if route == Route::Analysis {
                { analysis_keys() }
            } else {
                <h3 class="shortcuts-group">{ strings::keys_of(&route) }</h3>
                <dl class="shortcuts">{ for page_keys(&route).into_iter().map(|(keys, text)| row(keys, false, text())) }</dl>
            }
        </Modal>
    }
}

fn analysis_keys() -> Html {
    let commands = KEYS.iter().filter(|(command, ..)| *command != KeyCommand::Escape);
    html! {
        <dl class="shortcuts">
            { for commands.map(|(_, keys, shift, text)| row(keys, *shift, text())) }
            { for CONTROL_KEYS.iter().map(|(_, key, shift, text)| control_row(key, *shift, text())) }
            { for GLYPH_KEYS.iter().map(|(shift, nags, text)| {
                let glyphs: Vec<_> = nags.iter().map(|&nag| glyph_text(nag)).collect();
                let keys = format!("1–{}", nags.len());
                row(&[keys.as_str()], *shift, &strings::glyph_keys(&text(), &glyphs.join("  ")))
            }) }
            { for OTHERS.iter().map(|(keys, text)| {
                let keys: Vec<_> = keys.iter().map(|key| key()).collect();
                row(&keys, false, text())
            }) }
        </dl>
    }
}

fn control_row(key: &str, shift: bool, text: &str) -> Html {
    let keys = if shift { vec![strings::ctrl(), "⇧", key] } else { vec![strings::ctrl(), key] };
    row(&keys, false, text)
}

fn row(keys: &[&str], shift: bool, text: &str) -> Html {
    html! {
        <>
            <dt>
                if shift { <kbd>{ "⇧" }</kbd> }
                { for keys.iter().map(|key| html! { <kbd>{ key_name(key) }</kbd> }) }
            </dt>
            <dd>{ text.to_owned() }</dd>
        </>
    }
}

fn key_name(key: &str) -> String {
    match key {
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        " " => strings::space(),
        "Shift" => "⇧",
        "Escape" => strings::esc(),
        "PageUp" => strings::page_up(),
        "PageDown" => strings::page_down(),
        key => key,
    }
    .to_owned()
}
