//! Controls of the set-up form. Each shows its fault right below.

use crate::components::events::{checked, input_value, selected};
use crate::components::select::Select;
use std::rc::Rc;

use yew::prelude::*;

use crate::state::play_form::{FormField, PlayForm, PlayFormFault};

/// Change to the form.
pub type Edit = Box<dyn FnOnce(&mut PlayForm)>;

/// Set-up form as a Yew store.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayFormStore(pub PlayForm);

impl Reducible for PlayFormStore {
    type Action = Edit;

    fn reduce(self: Rc<Self>, edit: Edit) -> Rc<Self> {
        let mut form = self.0.clone();
        edit(&mut form);
        Rc::new(Self(form))
    }
}

/// Set-up form with its store and faults.
#[derive(Clone, PartialEq)]
pub struct PlayFormHandle {
    /// Store of the form, which receives its changes.
    pub store: UseReducerHandle<PlayFormStore>,
    /// Faults in the form.
    pub faults: Rc<Vec<PlayFormFault>>,
}

impl PlayFormHandle {
    /// Returns the contents of the form.
    pub fn value(&self) -> &PlayForm {
        &self.store.0
    }

    /// Returns the fault of a field, if any.
    pub fn fault(&self, field: FormField) -> Option<&str> {
        self.faults.iter().find(|fault| fault.field == field).map(|fault| fault.text.as_str())
    }

    /// Changes the form.
    pub fn edit(&self, edit: impl FnOnce(&mut PlayForm) + 'static) {
        self.store.dispatch(Box::new(edit));
    }

    /// Creates a callback that changes the form on an event; `read` extracts the value from the event.
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

/// Option of a choice.
pub struct SelectOption<T> {
    /// Value of the option.
    pub value: T,
    /// Name shown.
    pub name: AttrValue,
}

/// Creates an option.
pub fn choice<T>(value: T, name: impl Into<AttrValue>) -> SelectOption<T> {
    SelectOption { value, name: name.into() }
}

/// Renders a choice as a row of radio buttons.
pub fn chips<T: Clone + PartialEq + 'static>(
    form: &PlayFormHandle,
    name: &'static str,
    legend: &str,
    chosen: &T,
    choices: Vec<SelectOption<T>>,
    edit: fn(&mut PlayForm, T),
) -> Html {
    html! {
        <fieldset class="play-choices">
            <legend>{ legend }</legend>
            <div class="play-chips">
                { for choices.into_iter().enumerate().map(|(place, SelectOption { value, name: label })| {
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

/// Description of a text field.
pub struct PlayTextField<'a> {
    /// Element `id`.
    pub id: &'static str,
    /// Label of the field.
    pub label: &'static str,
    /// Hint below the field; empty for none.
    pub hint: &'a str,
    /// Form field with the fault to show.
    pub field: Option<FormField>,
}

/// Renders a text field with its label, hint and fault.
pub fn text_field(
    form: &PlayFormHandle,
    field: &PlayTextField<'_>,
    value: &str,
    edit: fn(&mut PlayForm, String),
) -> Html {
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

/// Renders the fault of a field without a text field.
pub fn fault_line(form: &PlayFormHandle, field: FormField) -> Html {
    form.fault(field).map_or_else(Html::default, |fault| html! { <p class="field-error">{ fault }</p> })
}

/// Renders a switch.
pub fn switch(
    form: &PlayFormHandle,
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

/// Renders a drop-down list.
pub fn select<T: Clone + PartialEq + 'static>(
    form: &PlayFormHandle,
    id: &'static str,
    label: &str,
    chosen: &T,
    choices: Vec<SelectOption<T>>,
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
                { for choices.into_iter().enumerate().map(|(place, SelectOption { value, name })| html! {
                    <option key={place} selected={value == *chosen}>{ name }</option>
                }) }
            </Select>
        </div>
    }
}
