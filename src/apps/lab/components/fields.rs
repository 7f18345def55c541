//! Controls of the set-up form. Each shows its fault right below.

use crate::components::events::{checked, input_value, selected};
use crate::components::select::Select;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::field::{DraftFault, DraftField, Switch};
use std::rc::Rc;
use yew::prelude::*;

/// Set-up form as a Yew store.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftStore(pub Draft);

impl Reducible for DraftStore {
    type Action = DraftAction;

    fn reduce(self: Rc<Self>, action: DraftAction) -> Rc<Self> {
        Rc::new(Self(self.0.reduce(action)))
    }
}

/// Set-up form with its store and faults.
#[derive(Clone, PartialEq)]
pub struct DraftForm {
    /// Store of the form, which receives its changes.
    pub store: UseReducerHandle<DraftStore>,
    /// Faults in the form.
    pub faults: Rc<Vec<DraftFault>>,
}

impl DraftForm {
    /// Returns the contents of the form.
    pub fn draft(&self) -> &Draft {
        &self.store.0
    }

    /// Returns the fault of a field, if any.
    pub fn fault(&self, field: DraftField) -> Option<&str> {
        self.faults.iter().find(|fault| fault.field == Some(field)).map(|fault| fault.text.as_str())
    }

    /// Creates a callback that changes the form.
    pub fn on<E: 'static>(&self, action: impl Fn(E) -> Option<DraftAction> + 'static) -> Callback<E> {
        let dispatcher = self.store.dispatcher();
        Callback::from(move |event| {
            if let Some(action) = action(event) {
                dispatcher.dispatch(action);
            }
        })
    }
}

/// Properties of [`DraftTextField`].
#[derive(Properties, PartialEq)]
pub struct DraftTextFieldProps {
    /// The form.
    pub form: DraftForm,
    /// Field to edit.
    pub field: DraftField,
    /// Label of the field.
    pub label: AttrValue,
    /// Hint below the field.
    #[prop_or_default]
    pub hint: AttrValue,
    /// Placeholder while it is empty.
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// Keyboard for input: `numeric`, `decimal` or `text`.
    #[prop_or(AttrValue::Static("numeric"))]
    pub inputmode: AttrValue,
    /// Whether the label is for screen readers only.
    #[prop_or_default]
    pub is_bare: bool,
}

/// Form field with label, hint and fault.
#[component]
pub fn DraftTextField(props: &DraftTextFieldProps) -> Html {
    let DraftTextFieldProps { form, field, label, hint, placeholder, inputmode, is_bare } = props;
    let field = *field;
    let id = field_id(field);
    let fault = form.fault(field).map(str::to_owned);
    let oninput = form.on(move |event: InputEvent| Some(DraftAction::Type(field, input_value(&event)?)));
    let described = format!("{id}-note");
    html! {
        <div class="lab-field">
            <label for={id.clone()} class={is_bare.then_some("visually-hidden")}>{ label }</label>
            <input {id} class="field" type="text" value={form.draft().text(field).to_owned()} {inputmode} {placeholder}
                   autocomplete="off" spellcheck="false" aria-invalid={fault.is_some().to_string()} aria-describedby={described.clone()} {oninput} />
            if let Some(fault) = fault {
                <p key="fault" id={described} class="field-error">{ fault }</p>
            } else if !hint.is_empty() {
                <p key="hint" id={described} class="field-hint">{ hint }</p>
            }
        </div>
    }
}

/// Renders a switch of the form.
pub fn switch(form: &DraftForm, switch: Switch, label: &str) -> Html {
    let id = format!("switch-{switch:?}");
    let onchange = form.on(move |event: Event| Some(DraftAction::Switch(switch, checked(&event)?)));
    html! {
        <label class="lab-switch" for={id.clone()}>
            <input {id} class="setting-switch" type="checkbox" checked={form.draft().is_on(switch)} {onchange} />
            <span>{ label }</span>
        </label>
    }
}

/// Renders a choice from `options`: the action to dispatch and its label.
pub fn choice(
    form: &DraftForm,
    id: &str,
    label: &str,
    chosen: usize,
    options: &[(DraftAction, String)],
) -> Html {
    let actions: Vec<DraftAction> = options.iter().map(|(action, _)| action.clone()).collect();
    let onchange = form.on(move |event: Event| actions.get(selected(&event)?).cloned());
    html! {
        <div class="lab-field">
            <label for={id.to_owned()}>{ label }</label>
            <Select id={id.to_owned()} {onchange}>
                { for options.iter().enumerate().map(|(index, (_, name))| html! {
                    <option key={index} selected={index == chosen}>{ name }</option>
                }) }
            </Select>
        </div>
    }
}

/// Returns the element id of a field, unique on the page.
pub fn field_id(field: DraftField) -> String {
    format!("{field:?}").chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}
