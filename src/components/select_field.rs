//! A list to choose one of, with its label around it.

use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::select::Select;

/// Properties of [`SelectField`].
#[derive(Properties, PartialEq)]
pub struct SelectFieldProps {
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
    let onchange = use_callback(props.on_choose.clone(), |event: Event, on_choose| {
        let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        if let Some(place) = select.and_then(|select| usize::try_from(select.selected_index()).ok()) {
            on_choose.emit(place);
        }
    });
    let option = |(place, name): (usize, &AttrValue)| html! { <option key={place} selected={place == props.chosen}>{ name }</option> };
    html! {
        <label>{ &props.label }
            <Select disabled={props.names.is_empty()} {onchange}>{ for props.names.iter().enumerate().map(option) }</Select>
        </label>
    }
}
