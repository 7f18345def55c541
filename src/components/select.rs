//! A list to choose one from.

use wasm_bindgen::JsCast;
use web_sys::{HtmlOptionElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`Select`].
#[derive(Properties, PartialEq)]
pub struct SelectProps {
    /// The id that its label names.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Its classes.
    #[prop_or_else(|| classes!("field"))]
    pub class: Classes,
    /// Its name where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// Whether nothing can be chosen.
    #[prop_or_default]
    pub disabled: bool,
    /// Another one was chosen.
    #[prop_or_default]
    pub onchange: Callback<Event>,
    /// The options; one of them is `selected`.
    pub children: Html,
}

/// The list. What is chosen in it is the option that is rendered as `selected`: Firefox takes no notice of that attribute
/// where options come after the list itself was rendered, and shows the first one.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let node = use_node_ref();
    use_effect({
        let node = node.clone();
        move || {
            let Some(select) = node.cast::<HtmlSelectElement>() else { return };
            let chosen = select.query_selector("option[selected]").ok().flatten();
            if let Some(chosen) = chosen.and_then(|chosen| chosen.dyn_into::<HtmlOptionElement>().ok())
                && !chosen.selected()
            {
                chosen.set_selected(true);
            }
        }
    });
    html! {
        <select ref={node} id={props.id.clone()} class={props.class.clone()} aria-label={props.label.clone()} disabled={props.disabled} onchange={props.onchange.clone()}>
            { props.children.clone() }
        </select>
    }
}
