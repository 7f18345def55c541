//! What the forms of the tools share.

use web_sys::Blob;
use yew::prelude::*;

use crate::components::events::input_value;
use crate::platform::download::download;
use crate::storage::Content;

/// Properties of [`TextField`].
#[derive(Properties, PartialEq)]
pub struct TextFieldProps {
    /// Its `id`.
    pub id: AttrValue,
    /// Its label.
    pub label: AttrValue,
    /// What stands in it.
    pub value: AttrValue,
    /// What was typed.
    pub on_input: Callback<String>,
    /// What is wrong with it; empty if nothing is.
    #[prop_or_default]
    pub fault: AttrValue,
    /// What stands in it while it is empty.
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// Whether it can be changed now.
    #[prop_or_default]
    pub disabled: bool,
}

/// A field with its label, and what is wrong with it.
#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    let oninput = use_callback(props.on_input.clone(), |event: InputEvent, on_input| {
        on_input.emit(input_value(&event).unwrap_or_default());
    });
    let note = format!("{}-note", props.id);
    let is_wrong = !props.fault.is_empty();
    html! {
        <div class="tools-field">
            <label for={props.id.clone()}>{ &props.label }</label>
            <input id={props.id.clone()} class="field" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" value={props.value.clone()}
                placeholder={props.placeholder.clone()} disabled={props.disabled} aria-invalid={is_wrong.to_string()} aria-describedby={is_wrong.then(|| note.clone())} {oninput} />
            if is_wrong { <p id={note} class="field-error">{ &props.fault }</p> }
        </div>
    }
}

/// What the choices of a list are called.
pub fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<AttrValue> {
    all.iter().map(|&one| name(one).into()).collect()
}

/// The place of the chosen one; the first if it is not there.
pub fn place_in<T: PartialEq>(all: &[T], chosen: &T) -> usize {
    all.iter().position(|one| one == chosen).unwrap_or_default()
}

/// What stores the choice in a state.
pub fn setting(state: &UseStateHandle<usize>) -> Callback<usize> {
    let state = state.setter();
    Callback::from(move |place| state.set(place))
}

/// Hands a text to the browser as a file.
///
/// # Errors
/// Why it was not saved.
pub fn save_text(name: &str, text: &str) -> Result<(), String> {
    let blob: Blob = Content::from(text).blob().map_err(|error| error.to_string())?;
    download(name, &blob).map_err(|error| error.to_string())
}
