//! Folded part of a card.

use web_sys::Element;
use yew::prelude::*;

/// Properties of [`Folded`].
#[derive(Properties, PartialEq)]
pub struct FoldedProps {
    /// Label of the part.
    pub label: AttrValue,
    /// Its settings that differ from the default.
    pub note: AttrValue,
    /// Whether it contains a fault, which unfolds it.
    #[prop_or_default]
    pub has_fault: bool,
    /// Content.
    pub children: Html,
}

/// Rarely needed settings with a summary, folded until the user or a fault opens them.
#[component]
pub fn Folded(props: &FoldedProps) -> Html {
    let node = use_node_ref();
    use_effect_with(props.has_fault, {
        let node = node.clone();
        move |has_fault| {
            // It stays open when the fault is gone: the user may still be typing.
            if let Some(details) = node.cast::<Element>().filter(|_| *has_fault) {
                // The attribute is valid.
                let _ = details.set_attribute("open", "");
            }
        }
    });
    html! {
        <details ref={node} class="lab-options">
            <summary>{ &props.label }<span class="lab-summary-note">{ &props.note }</span></summary>
            { props.children.clone() }
        </details>
    }
}
