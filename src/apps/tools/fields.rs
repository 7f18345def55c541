//! Form fields shared by the tools.

use web_sys::Blob;
use yew::prelude::*;

use crate::components::events::input_value;
use crate::platform::download::download;
use crate::storage::Content;

/// Properties of [`TextField`].
#[derive(Properties, PartialEq)]
pub struct TextFieldProps {
    /// Element `id`.
    pub id: AttrValue,
    /// Label.
    pub label: AttrValue,
    /// Current text.
    pub value: AttrValue,
    /// Emits the text typed.
    pub on_input: Callback<String>,
    /// Error message; empty if the value is valid.
    #[prop_or_default]
    pub fault: AttrValue,
    /// Placeholder.
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// Whether the field is disabled.
    #[prop_or_default]
    pub disabled: bool,
}

/// Text field with label and error message.
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

/// Returns the names of a list's choices.
pub fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<AttrValue> {
    all.iter().map(|&one| name(one).into()).collect()
}

/// Returns the index of `chosen`, or 0 if it is missing.
pub fn place_in<T: PartialEq>(all: &[T], chosen: &T) -> usize {
    all.iter().position(|one| one == chosen).unwrap_or_default()
}

/// Returns a callback that stores the choice in a state.
pub fn setting(state: &UseStateHandle<usize>) -> Callback<usize> {
    let state = state.setter();
    Callback::from(move |place| state.set(place))
}

/// Offers a text to the user as a file download.
///
/// # Errors
/// The reason why it was not saved.
pub fn save_text(name: &str, text: &str) -> Result<(), String> {
    let blob: Blob = Content::from(text).blob().map_err(|error| error.to_string())?;
    download(name, &blob).map_err(|error| error.to_string())
}
