//! Dialogs of the library: rename and labels.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use yew::prelude::*;

use super::strings;
use crate::components::events::{checked, input_value};
use crate::components::question::Question;

/// Properties of [`NameDialog`].
#[derive(Properties, PartialEq)]
pub struct NameDialogProps {
    /// Current name.
    pub name: AttrValue,
    /// Receives the new name.
    pub on_name: Callback<String>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Dialog for renaming a database.
#[component]
pub fn NameDialog(props: &NameDialogProps) -> Html {
    let name = use_state_eq(|| props.name.to_string());
    let oninput = use_callback(name.setter(), |event: InputEvent, name| {
        if let Some(text) = input_value(&event) {
            name.set(text);
        }
    });
    let on_done = use_callback((name.clone(), props.on_name.clone()), |(), (name, on_name)| {
        on_name.emit(name.trim().to_owned());
    });
    html! {
        <Question title={strings::rename_database()} button={strings::rename()} can_be_done={!name.trim().is_empty()} {on_done} on_close={props.on_close.clone()}>
            <label class="library-field"><span>{ strings::name() }</span><input class="field" value={(*name).clone()} {oninput} autofocus=true /></label>
        </Question>
    }
}

/// Result of [`LabelsDialog`]: labels to add and labels to remove.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelChanges {
    /// Labels to add to all games.
    pub added: BTreeSet<String>,
    /// Labels to remove from all games.
    pub removed: BTreeSet<String>,
}

/// Properties of [`LabelsDialog`].
#[derive(Properties, PartialEq)]
pub struct LabelsDialogProps {
    /// Heading.
    pub title: AttrValue,
    /// Label of the confirm button.
    pub button: AttrValue,
    /// Labels in use.
    pub labels: Rc<BTreeMap<String, usize>>,
    /// Labels common to all of the games.
    #[prop_or_default]
    pub present: BTreeSet<String>,
    /// Receives the changes.
    pub on_done: Callback<LabelChanges>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Dialog for choosing labels and creating new ones.
#[component]
pub fn LabelsDialog(props: &LabelsDialogProps) -> Html {
    let LabelsDialogProps { title, button, labels, present, on_done, on_close } = props;
    let chosen = use_state_eq(|| present.clone());
    let new = use_state_eq(String::new);
    let oninput = use_callback(new.setter(), |event: InputEvent, new| {
        if let Some(text) = input_value(&event) {
            new.set(text);
        }
    });
    let done = {
        let (chosen, new, present, on_done) = (chosen.clone(), new.clone(), present.clone(), on_done.clone());
        Callback::from(move |()| {
            let typed = Some(new.trim().to_owned()).filter(|label| !label.is_empty());
            let wanted: BTreeSet<String> = chosen.iter().cloned().chain(typed).collect();
            on_done.emit(LabelChanges {
                added: wanted.difference(&present).cloned().collect(),
                removed: present.difference(&wanted).cloned().collect(),
            });
        })
    };
    let box_of = |label: &String| {
        let (chosen, of) = (chosen.clone(), label.clone());
        let is_chosen = chosen.contains(label);
        let onchange = Callback::from(move |event: Event| {
            let mut labels = (*chosen).clone();
            if checked(&event).unwrap_or(false) {
                labels.insert(of.clone());
            } else {
                labels.remove(&of);
            }
            chosen.set(labels);
        });
        html! { <label key={label.clone()} class="library-check"><input type="checkbox" checked={is_chosen} {onchange} /><span>{ label }</span></label> }
    };
    html! {
        <Question title={title.clone()} button={button.clone()} on_done={done} on_close={on_close.clone()}>
            if labels.is_empty() {
                <p>{ strings::no_labels() }</p>
            } else {
                <fieldset class="library-checks"><legend>{ strings::existing_labels() }</legend>{ for labels.keys().map(box_of) }</fieldset>
            }
            <label class="library-field"><span>{ strings::new_label() }</span><input class="field" value={(*new).clone()} placeholder={strings::new_label_hint()} {oninput} /></label>
        </Question>
    }
}
