//! The game as a file or printed.

use super::ShareProps;
use super::files::{blob_of, file_name};
use crate::apps::analysis::game_store::StoreAction;
use crate::apps::analysis::notices::copy;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::download::download;
use crate::state::game::GameAction;
use tabia_pgn::Nag;
use wasm_bindgen::JsValue;
use yew::prelude::*;

/// PGN, print, and the diagram mark.
#[component]
pub fn PaperSection(props: &ShareProps) -> Html {
    let ShareProps { state, game, toasts, .. } = props;
    let save = {
        let (state, toasts) = (state.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| save_pgn(&file_name(&state), &state.pgn(), &toasts))
    };
    let copy_pgn = {
        let (state, toasts) = (state.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| copy(strings::pgn(), &state.pgn(), toasts.clone()))
    };
    let print = Callback::from(|_: MouseEvent| {
        if let Some(window) = web_sys::window() {
            // A browser that cannot print reports that itself.
            let _ = window.print();
        }
    });
    let mark = {
        let (game, node) = (game.clone(), state.node());
        Callback::from(move |_: Event| {
            game.dispatch(StoreAction::Do(GameAction::ToggleNag(node, Nag::DIAGRAM)));
        })
    };
    let has_diagram = state.game().annotations(state.node()).nags.contains(&Nag::DIAGRAM);
    html! {
        <section aria-labelledby="share-paper-title">
            <h3 id="share-paper-title">{ strings::file_and_paper() }</h3>
            <div class="share-row">
                <button type="button" class="button" onclick={save}><IconView icon={Icon::Download} />{ strings::save_pgn() }</button>
                <button type="button" class="button" onclick={copy_pgn}><IconView icon={Icon::Copy} />{ strings::copy_pgn() }</button>
                <button type="button" class="button" onclick={print}><IconView icon={Icon::File} />{ strings::print() }</button>
            </div>
            <label class="share-choice"><input type="checkbox" checked={has_diagram} onchange={mark} />{ strings::diagram_here() }</label>
            <p class="share-note">{ strings::diagram_note() }</p>
        </section>
    }
}

fn save_pgn(name: &str, pgn: &str, toasts: &ToastDispatcher) {
    let saved = blob_of(&JsValue::from_str(pgn), "application/x-chess-pgn")
        .is_ok_and(|blob| download(&format!("{name}.pgn"), &blob).is_ok());
    if !saved {
        let advice = strings::picture_not_made_advice().to_owned();
        toasts.dispatch(ToastAction::Show(Tone::Fault, strings::pgn_not_saved().to_owned(), advice, None));
    }
}
