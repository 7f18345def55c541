//! Dialog for the name and the labels of the game.

use super::opener::GameOpener;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::state::text::sentence;
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`GameNameDialog`].
#[derive(Properties, PartialEq)]
pub struct GameNameDialogProps {
    /// Access to the game.
    pub opener: GameOpener,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Parses comma-separated labels.
fn labels_of(text: &str) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for label in text.split(',').map(|label| label.split_whitespace().collect::<Vec<_>>().join(" ")) {
        if !label.is_empty() && !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
}

/// Name and labels in two fields.
#[component]
pub fn GameNameDialog(props: &GameNameDialogProps) -> Html {
    let GameNameDialogProps { opener, on_close } = props;
    let entry = use_memo((), |()| opener.autosave().shown_entry());
    let known = use_state(BTreeMap::<String, usize>::new);
    let fault = use_state(|| None::<String>);
    let (name, labels) = (use_node_ref(), use_node_ref());
    use_effect_with((), {
        let (opener, known) = (opener.clone(), known.setter());
        // Suggestions only; without them, labels can still be typed.
        move |()| spawn_local(async move { known.set(opener.labels().await.unwrap_or_default()) })
    });
    let save = use_callback(
        (opener.clone(), on_close.clone(), fault.setter(), name.clone(), labels.clone()),
        |event: SubmitEvent, (opener, on_close, fault, name, labels)| {
            event.prevent_default();
            let value = |field: &NodeRef| field.cast::<HtmlInputElement>().map(|field| field.value());
            let name = value(name).unwrap_or_default().trim().to_owned();
            let labels = labels_of(&value(labels).unwrap_or_default());
            let (opener, on_close, fault) = (opener.clone(), on_close.clone(), fault.clone());
            spawn_local(async move {
                match opener.name_game(name, labels).await {
                    Ok(()) => on_close.emit(()),
                    Err(error) => fault.set(Some(sentence(&error.to_string()))),
                }
            });
        },
    );
    let cancel = on_close.reform(|_: MouseEvent| ());
    let Some(entry) = &*entry else {
        return html! {
            <Modal title={strings::name_and_labels()} on_close={on_close.clone()}><p>{ strings::name_nothing() }</p></Modal>
        };
    };
    html! {
        <Modal title={strings::name_and_labels()} on_close={on_close.clone()}>
            <p>{ strings::name_note() }</p>
            <form class="name-form" onsubmit={save}>
                <label for="game-name">{ strings::name() }</label>
                <input id="game-name" ref={name} class="field" type="text" value={entry.name.clone()} autofocus=true maxlength="200" />
                <label for="game-labels">{ strings::labels() }</label>
                <input id="game-labels" ref={labels} class="field" type="text" value={entry.labels.join(", ")} list="known-labels"
                    aria-describedby="labels-note" />
                <datalist id="known-labels">{ for known.keys().map(|label| html! { <option key={label.clone()} value={label.clone()} /> }) }</datalist>
                <p id="labels-note" class="setting-note">{ strings::labels_note() }</p>
                if let Some(reason) = &*fault {
                    <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ reason }</p></div>
                }
                <div class="modal-actions">
                    <button type="button" class="button quiet" onclick={cancel}>{ strings::cancel() }</button>
                    <button type="submit" class="button primary">{ strings::save() }</button>
                </div>
            </form>
        </Modal>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_separated_by_commas_and_stand_once() {
        assert_eq!(labels_of(" gambits,  my  games ,,gambits, "), ["gambits", "my games"]);
        assert_eq!(labels_of(" , "), Vec::<String>::new());
    }
}
