//! Dialogs to rename or remove an engine.

use crate::apps::analysis::strings;
use crate::components::question::Question;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::catalogue::{EngineEntry, EngineList};
use crate::state::text::sentence;
use crate::storage::Database;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Open question about an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineDialog {
    /// New name.
    Rename(EngineEntry),
    /// Confirm removal.
    Remove(EngineEntry),
}

impl EngineDialog {
    /// Returns the engine.
    pub fn entry(&self) -> &EngineEntry {
        match self {
            Self::Rename(entry) | Self::Remove(entry) => entry,
        }
    }
}

/// Properties of [`EngineQuestion`].
#[derive(Properties, PartialEq)]
pub struct EngineQuestionProps {
    /// Open question.
    pub asking: EngineDialog,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Question dialog.
#[component]
pub fn EngineQuestion(props: &EngineQuestionProps) -> Html {
    let EngineQuestionProps { asking, toasts, on_close } = props;
    let entry = asking.entry().clone();
    let text = use_state_eq(|| entry.name.clone());
    let oninput = {
        let text = text.setter();
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
            {
                text.set(field.value());
            }
        })
    };
    let on_done = {
        let (asking, text, toasts) = (asking.clone(), (*text).clone(), toasts.clone());
        Callback::from(move |()| {
            let (text, toasts) = (text.clone(), toasts.clone());
            match asking.clone() {
                EngineDialog::Rename(entry) => spawn_local(rename(entry, text, toasts)),
                EngineDialog::Remove(entry) => spawn_local(remove(entry, toasts)),
            }
        })
    };
    let (title, button, content) = match asking {
        EngineDialog::Rename(_) => (
            strings::rename_the_engine().to_owned(),
            strings::rename(),
            html! {
                <>
                    <label for="engine-name">{ strings::engine_name() }</label>
                    <input id="engine-name" class="field" value={(*text).clone()} {oninput} />
                    <p class="field-hint">{ strings::engine_name_hint() }</p>
                </>
            },
        ),
        EngineDialog::Remove(entry) => (
            strings::remove_engine(&entry.name),
            strings::remove(),
            html! { <p>{ strings::remove_engine_note() }</p> },
        ),
    };
    html! { <Question {title} {button} {on_done} on_close={on_close.clone()}>{ content }</Question> }
}

fn catalogue() -> EngineList {
    EngineList::of_page(Database::of_page())
}

async fn rename(entry: EngineEntry, name: String, toasts: ToastDispatcher) {
    if let Err(error) = catalogue().rename(&entry.id, &name).await {
        fault(&toasts, strings::engine_not_renamed(), &error.to_string());
    }
}

async fn remove(entry: EngineEntry, toasts: ToastDispatcher) {
    if let Err(error) = catalogue().remove(&entry.id).await {
        return fault(&toasts, strings::engine_not_removed(), &error.to_string());
    }
    let id = entry.id.clone();
    let undo = {
        let toasts = toasts.clone();
        Offer {
            label: strings::undo(),
            action: Callback::from(move |()| spawn_local(restore(id.clone(), toasts.clone()))),
        }
    };
    let title = strings::engine_removed(&entry.name);
    toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), Some(undo)));
}

async fn restore(id: String, toasts: ToastDispatcher) {
    if let Err(error) = catalogue().restore(&id).await {
        fault(&toasts, strings::engine_not_restored(), &error.to_string());
    }
}

fn fault(toasts: &ToastDispatcher, title: &str, reason: &str) {
    toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), sentence(reason), None));
}
