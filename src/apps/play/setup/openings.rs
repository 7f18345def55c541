//! Search for an opening by name. The file with names and moves is fetched on first use.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::apps::play::fields::PlayFormHandle;
use crate::apps::play::strings;
use crate::components::events::input_value;
use crate::platform::document::meta;
use crate::platform::fetch;
use crate::state::opening_names::{NamedOpening, read, search};
use crate::state::play_form::OpeningChoice;

/// Maximum number of openings listed.
const MOST: usize = 8;

/// Loading state of the openings.
#[derive(Clone, PartialEq)]
enum Openings {
    Underway,
    Failed,
    Read(Rc<Vec<NamedOpening>>),
}

/// Properties of [`OpeningSearch`].
#[derive(Properties, PartialEq)]
pub struct OpeningSearchProps {
    /// The form.
    pub form: PlayFormHandle,
}

/// Search field and results.
#[component]
pub fn OpeningSearch(props: &OpeningSearchProps) -> Html {
    let openings = use_openings();
    let text = use_state_eq(String::new);
    let oninput = use_callback(text.setter(), |event: InputEvent, text| {
        if let Some(value) = input_value(&event) {
            text.set(value);
        }
    });
    // Enter chooses the first result; it doesn't start the game.
    let found: Vec<NamedOpening> = match &openings {
        Openings::Read(all) => search(all, &text, MOST).into_iter().cloned().collect(),
        Openings::Underway | Openings::Failed => Vec::new(),
    };
    let choose = {
        let (form, text) = (props.form.clone(), text.setter());
        Callback::from(move |opening: OpeningChoice| {
            text.set(String::new());
            form.edit(move |all| all.opening = Some(opening));
        })
    };
    let onkeydown = {
        let (choose, first) = (choose.clone(), found.first().map(OpeningChoice::from));
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                event.prevent_default();
                if let Some(first) = &first {
                    choose.emit(first.clone());
                }
            }
        })
    };
    let message = match &openings {
        Openings::Underway => Some(strings::openings_loading()),
        Openings::Failed => Some(strings::openings_failed()),
        Openings::Read(_) if found.is_empty() && !text.trim().is_empty() => Some(strings::nothing_found()),
        Openings::Read(_) => None,
    };
    html! {
        <div class="play-field">
            if let Some(chosen) = &props.form.value().opening {
                <p class="play-opening"><strong>{ &chosen.name }</strong>{ " " }<span>{ &chosen.moves }</span></p>
            }
            <label for="play-opening">{ strings::opening_label() }</label>
            <input id="play-opening" class="field" type="search" value={(*text).clone()} autocomplete="off" spellcheck="false"
                   aria-describedby="play-opening-note" {oninput} {onkeydown} />
            <p id="play-opening-note" class="play-hint" role="status">{ message.unwrap_or(strings::opening_hint()) }</p>
            if !found.is_empty() {
                <ul class="play-openings" aria-label={strings::openings_found()}>
                    { for found.iter().map(|opening| opening_button(opening, &choose)) }
                </ul>
            }
        </div>
    }
}

fn opening_button(opening: &NamedOpening, choose: &Callback<OpeningChoice>) -> Html {
    let onclick = {
        let (choose, opening) = (choose.clone(), OpeningChoice::from(opening));
        Callback::from(move |_: MouseEvent| choose.emit(opening.clone()))
    };
    html! {
        <li key={opening.name.clone()}>
            <button type="button" {onclick}>
                <strong>{ format!("{} {}", opening.eco, opening.name) }</strong><span>{ &opening.moves }</span>
            </button>
        </li>
    }
}

/// Returns the openings, fetched once.
#[hook]
fn use_openings() -> Openings {
    let openings = use_state_eq(|| Openings::Underway);
    use_effect_with((), {
        let openings = openings.setter();
        move |()| {
            spawn_local(async move {
                let address = meta("tabia-opening-names").unwrap_or_else(|| "opening-names.txt".to_owned());
                let bytes = fetch::bytes(&address).await.ok();
                let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
                let all = text.and_then(|text| read(&text).ok());
                openings.set(all.map_or(Openings::Failed, |all| Openings::Read(Rc::new(all))));
            });
        }
    });
    (*openings).clone()
}
