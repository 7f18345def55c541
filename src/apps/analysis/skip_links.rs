//! Ways past the bar at the top, for those who go through the page with the keyboard.

use crate::apps::analysis::strings;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// What each leads to: its name, and the elements of which the first that is there takes the focus.
const TARGETS: [(&str, &[&str]); 3] = [
    (strings::TO_THE_BOARD, &[".board [tabindex=\"0\"]"]),
    (strings::TO_THE_ANALYSIS, &[".analysis [role=\"switch\"]"]),
    (strings::TO_THE_MOVES, &[".moves .move[tabindex=\"0\"]", ".moves .moves-scroll"]),
];

/// The first controls of the page; they can be seen while they have the focus.
#[component]
pub fn SkipLinks() -> Html {
    html! {
        <nav class="skip-links" aria-label={strings::SKIP}>
            { for TARGETS.into_iter().map(|(name, selectors)| {
                let onclick = Callback::from(move |_: MouseEvent| focus(selectors));
                html! { <button key={name} type="button" class="button primary" {onclick}>{ name }</button> }
            }) }
        </nav>
    }
}

fn focus(selectors: &[&str]) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| {
        selectors.iter().find_map(|selector| document.query_selector(selector).ok().flatten())
    });
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}
