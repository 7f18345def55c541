//! A drop-down list.

use wasm_bindgen::JsCast;
use web_sys::{HtmlOptionElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`Select`].
#[derive(Properties, PartialEq)]
pub struct SelectProps {
    /// Id, for its label.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// CSS classes.
    #[prop_or_else(|| classes!("field"))]
    pub class: Classes,
    /// Accessible name if there is no label next to it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// Whether the list is disabled.
    #[prop_or_default]
    pub disabled: bool,
    /// Called when another option is chosen.
    #[prop_or_default]
    pub onchange: Callback<Event>,
    /// Options; one of them is `selected`.
    pub children: Html,
}

/// The list. Its value is set to the option rendered as `selected`, because Firefox ignores that attribute on options that are added
/// after the list itself was rendered, and shows the first one.
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
