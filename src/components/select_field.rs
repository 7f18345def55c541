//! A list to choose one of, with its label.

use yew::prelude::*;

use super::events::selected;
use super::select::Select;

/// Properties of [`SelectField`].
#[derive(Properties, PartialEq)]
pub struct SelectFieldProps {
    /// The list's `id`. With one, the label stands before the list, both in an element of [`class`](Self::class); without, it is around it.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// The class of the element around both, where there is one.
    #[prop_or_default]
    pub class: Classes,
    /// Its label.
    pub label: AttrValue,
    /// What can be chosen.
    pub names: Vec<AttrValue>,
    /// The place of the chosen one.
    pub chosen: usize,
    /// Another was chosen: its place.
    pub on_choose: Callback<usize>,
}

/// The list. It cannot be used while it has nothing to choose.
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
