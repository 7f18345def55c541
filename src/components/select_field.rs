//! A drop-down list with its label.

use yew::prelude::*;

use super::events::selected;
use super::select::Select;

/// Properties of [`SelectField`].
#[derive(Properties, PartialEq)]
pub struct SelectFieldProps {
    /// The list's `id`. With an id, label and list are siblings in an element of [`class`](Self::class); otherwise the label wraps it.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// CSS class of the element around both, if there is one.
    #[prop_or_default]
    pub class: Classes,
    /// Label.
    pub label: AttrValue,
    /// Names of the options.
    pub names: Vec<AttrValue>,
    /// Index of the chosen option.
    pub chosen: usize,
    /// Called with the index when another option is chosen.
    pub on_choose: Callback<usize>,
}

/// The list. Disabled while it has no options.
#[component]
pub fn SelectField(props: &SelectFieldProps) -> Html {
    let SelectFieldProps { id, class, label, names, chosen, on_choose } = props;
    let onchange = use_callback(on_choose.clone(), |event: Event, on_choose| {
        if let Some(place) = selected(&event) {
            on_choose.emit(place);
        }
    });
    let option = |(place, name): (usize, &AttrValue)| html! { <option key={place} selected={place == *chosen}>{ name }</option> };
    let list = html! {
        <Select id={id.clone()} disabled={names.is_empty()} {onchange}>{ for names.iter().enumerate().map(option) }</Select>
    };
    match id {
        Some(id) => {
            html! { <div class={class.clone()}><label for={id.clone()}>{ label }</label>{ list }</div> }
        }
        None => html! { <label>{ label }{ list }</label> },
    }
}
