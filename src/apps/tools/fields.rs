//! Controls of the tools' forms.

use wasm_bindgen::JsCast;
use web_sys::{Blob, Event, File, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::platform::download::download;
use crate::storage::Content;

/// The text of the field that an event came from.
pub fn text_of(event: &InputEvent) -> String {
    let target = event.target();
    let input =
        target.as_ref().and_then(|target| target.dyn_ref::<HtmlInputElement>()).map(HtmlInputElement::value);
    let area = || target.as_ref()?.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value);
    input.or_else(area).unwrap_or_default()
}

/// What was selected where the event came from.
pub fn selected(event: &Event) -> Option<usize> {
    let select = event.target()?.dyn_into::<HtmlSelectElement>().ok()?;
    usize::try_from(select.selected_index()).ok()
}

/// Whether the box that an event came from is checked.
pub fn is_checked(event: &Event) -> bool {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    input.is_some_and(|input| input.checked())
}

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
    let oninput =
        use_callback(props.on_input.clone(), |event: InputEvent, on_input| on_input.emit(text_of(&event)));
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

/// Some choices with a label; the callback is told the place of the chosen one.
pub fn choice(id: &str, label: &str, chosen: usize, names: &[String], on_choose: Callback<usize>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Some(place) = selected(&event) {
            on_choose.emit(place);
        }
    });
    html! {
        <div class="tools-field">
            <label for={id.to_owned()}>{ label }</label>
            <Select id={id.to_owned()} {onchange}>
                { for names.iter().enumerate().map(|(place, name)| html! { <option key={place} selected={place == chosen}>{ name }</option> }) }
            </Select>
        </div>
    }
}

/// Properties of [`FileButton`].
#[derive(Properties, PartialEq)]
pub struct FileButtonProps {
    /// What stands on it.
    pub label: AttrValue,
    /// The files that it takes.
    pub accept: AttrValue,
    /// The one that was chosen.
    pub on_file: Callback<File>,
    /// Whether it is the main button of its card.
    #[prop_or_default]
    pub is_primary: bool,
}

/// A button that lets a file be chosen.
#[component]
pub fn FileButton(props: &FileButtonProps) -> Html {
    let input = use_node_ref();
    let onchange = use_callback((input.clone(), props.on_file.clone()), |_: Event, (input, on_file)| {
        let Some(element) = input.cast::<HtmlInputElement>() else { return };
        let file = files_of(&element).into_iter().next();
        // The same file can be chosen again.
        element.set_value("");
        if let Some(file) = file {
            on_file.emit(file);
        }
    });
    let onclick = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(element) = input.cast::<HtmlInputElement>() {
            element.click();
        }
    });
    html! {
        <>
            <button type="button" class={classes!("button", props.is_primary.then_some("primary"))} {onclick}><IconView icon={Icon::Open} />{ &props.label }</button>
            <input ref={input} type="file" hidden=true accept={props.accept.clone()} aria-label={props.label.clone()} {onchange} />
        </>
    }
}

/// Hands a text to the browser as a file.
///
/// # Errors
/// Why it was not saved.
pub fn save_text(name: &str, text: &str) -> Result<(), String> {
    let blob: Blob = Content::from(text).blob().map_err(|error| error.to_string())?;
    download(name, &blob).map_err(|error| error.to_string())
}
