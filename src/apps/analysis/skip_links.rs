//! Skip links for keyboard users, past the top bar.

use crate::apps::analysis::strings;
use crate::language::Text;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Targets: name, and selectors of which the first match gets the focus.
const TARGETS: [(Text, &[&str]); 3] = [
    (strings::to_the_board, &[".board [tabindex=\"0\"]"]),
    (strings::to_the_analysis, &[".analysis [role=\"switch\"]"]),
    (strings::to_the_moves, &[".moves .move[tabindex=\"0\"]", ".moves .moves-scroll"]),
];

/// First controls of the page; visible while focused.
#[component]
pub fn SkipLinks() -> Html {
    html! {
        <nav class="skip-links" aria-label={strings::skip()}>
            { for TARGETS.into_iter().map(|(name, selectors)| {
                let onclick = Callback::from(move |_: MouseEvent| focus(selectors));
                html! { <button key={selectors[0]} type="button" class="button primary" {onclick}>{ name() }</button> }
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
        // If the element isn't focusable, the focus stays where it is.
        let _ = element.focus();
    }
}
