//! Controls of the set-up form. Each shows what is wrong with it right below.

use crate::components::events::{checked, input_value, selected};
use crate::components::select::Select;
use std::rc::Rc;

use yew::prelude::*;

use crate::state::play_form::{FormFault, FormField, PlayForm};

/// A change of the form.
pub type Edit = Box<dyn FnOnce(&mut PlayForm)>;

/// The form as a store for Yew.
#[derive(Clone, Debug, PartialEq)]
pub struct FormStore(pub PlayForm);

impl Reducible for FormStore {
    type Action = Edit;

    fn reduce(self: Rc<Self>, edit: Edit) -> Rc<Self> {
        let mut form = self.0.clone();
        edit(&mut form);
        Rc::new(Self(form))
    }
}

/// The form, what is wrong with it, and where its changes go.
#[derive(Clone, PartialEq)]
pub struct Form {
    /// The form.
    pub store: UseReducerHandle<FormStore>,
    /// What is wrong with it.
    pub faults: Rc<Vec<FormFault>>,
}

impl Form {
    /// What is chosen.
    pub fn value(&self) -> &PlayForm {
        &self.store.0
    }

    /// What is wrong with a field.
    pub fn fault(&self, field: FormField) -> Option<&str> {
        self.faults.iter().find(|fault| fault.field == field).map(|fault| fault.text.as_str())
    }

    /// Changes the form.
    pub fn edit(&self, edit: impl FnOnce(&mut PlayForm) + 'static) {
        self.store.dispatch(Box::new(edit));
    }

    /// A callback that changes the form by an event; `read` gets out of the event what it says.
    pub fn on<E: 'static, T: 'static>(
        &self,
        read: fn(&E) -> Option<T>,
        edit: fn(&mut PlayForm, T),
    ) -> Callback<E> {
        let form = self.clone();
        Callback::from(move |event: E| {
            if let Some(value) = read(&event) {
                form.edit(move |all| edit(all, value));
            }
        })
    }
}

/// One of several choices.
pub struct Choice<T> {
    /// What is chosen.
    pub value: T,
    /// Its name.
    pub name: AttrValue,
}

/// A choice.
pub fn choice<T>(value: T, name: impl Into<AttrValue>) -> Choice<T> {
    Choice { value, name: name.into() }
}

/// Some choices, of which one holds, as a row of radio buttons.
pub fn chips<T: Clone + PartialEq + 'static>(
    form: &Form,
    name: &'static str,
    legend: &str,
    chosen: &T,
    choices: Vec<Choice<T>>,
    edit: fn(&mut PlayForm, T),
) -> Html {
    html! {
        <fieldset class="play-choices">
            <legend>{ legend }</legend>
            <div class="play-chips">
                { for choices.into_iter().enumerate().map(|(place, Choice { value, name: label })| {
                    let checked = value == *chosen;
                    let form = form.clone();
                    let onchange = Callback::from(move |_: Event| {
                        let value = value.clone();
                        form.edit(move |all| edit(all, value));
                    });
                    let id = format!("play-{name}-{place}");
                    html! {
                        <div class="play-chip" key={place}>
                            <input type="radio" {name} id={id.clone()} {checked} {onchange} />
                            <label for={id}>{ label }</label>
                        </div>
                    }
                }) }
            </div>
        </fieldset>
    }
}

/// What a text field is.
pub struct TextField {
    /// Its `id`.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
    /// A sentence below it; empty for none.
    pub hint: &'static str,
    /// Where its fault is found.
    pub field: Option<FormField>,
}

/// A text field with its label, its hint and its fault.
pub fn text_field(form: &Form, field: &TextField, value: &str, edit: fn(&mut PlayForm, String)) -> Html {
    let fault = field.field.and_then(|field| form.fault(field));
    let note = format!("{}-note", field.id);
    let oninput = form.on(|event: &InputEvent| input_value(event), edit);
    html! {
        <div class="play-field">
            <label for={field.id}>{ field.label }</label>
            <input id={field.id} class="field" type="text" value={value.to_owned()} autocomplete="off" spellcheck="false"
                   aria-invalid={fault.is_some().to_string()} aria-describedby={note.clone()} {oninput} />
            if let Some(fault) = fault {
                <p key="fault" id={note} class="field-error">{ fault }</p>
            } else if !field.hint.is_empty() {
                <p key="hint" id={note} class="play-hint">{ field.hint }</p>
            }
        </div>
    }
}

/// What is wrong with a field that has no text field.
pub fn fault_line(form: &Form, field: FormField) -> Html {
    form.fault(field).map_or_else(Html::default, |fault| html! { <p class="field-error">{ fault }</p> })
}

/// A switch.
pub fn switch(
    form: &Form,
    id: &'static str,
    label: &str,
    is_on: bool,
    edit: fn(&mut PlayForm, bool),
) -> Html {
    let onchange = form.on(checked, edit);
    html! {
        <label class="play-switch" for={id}>
            <input {id} class="setting-switch" type="checkbox" checked={is_on} {onchange} />
            <span>{ label }</span>
        </label>
    }
}

/// A list of which one is chosen.
pub fn select<T: Clone + PartialEq + 'static>(
    form: &Form,
    id: &'static str,
    label: &str,
    chosen: &T,
    choices: Vec<Choice<T>>,
    edit: impl Fn(&mut PlayForm, T) + Copy + 'static,
) -> Html {
    let values: Vec<T> = choices.iter().map(|choice| choice.value.clone()).collect();
    let form = form.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(value) = selected(&event).and_then(|place| values.get(place)).cloned() {
            form.edit(move |all| edit(all, value));
        }
    });
    html! {
        <div class="play-field">
            <label for={id}>{ label }</label>
            <Select {id} {onchange}>
                { for choices.into_iter().enumerate().map(|(place, Choice { value, name })| html! {
                    <option key={place} selected={value == *chosen}>{ name }</option>
                }) }
            </Select>
        </div>
    }
}
