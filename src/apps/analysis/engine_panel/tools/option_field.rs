//! Form control for an engine option.

use crate::apps::analysis::strings;
use crate::components::events::selected;
use crate::components::select::Select;
use crate::state::lab::engine::{default_of, fault_of};
use tabia_uci::{EngineOption, OptionKind};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Maximum range of a number for which a slider is shown as well.
const SLIDER_STEPS: i64 = 400;

/// Properties of [`OptionField`].
#[derive(Properties, PartialEq)]
pub struct OptionFieldProps {
    /// Option.
    pub option: EngineOption,
    /// Description, if known.
    pub hint: Option<&'static str>,
    /// Chosen value.
    pub value: Option<String>,
    /// Value set by the page if none is chosen; `None` for the engine's default.
    pub usual: Option<String>,
    /// Emits the chosen value; `None` for the default.
    pub on_value: Callback<Option<String>>,
    /// Presses the button.
    pub on_press: Callback<()>,
}

/// Control with its error message.
#[component]
pub fn OptionField(props: &OptionFieldProps) -> Html {
    let OptionFieldProps { option, hint, value, usual, on_value, on_press } = props;
    let own = usual.clone().map(|usual| in_range(&option.kind, usual)).or_else(|| default_of(&option.kind));
    let own = own.unwrap_or_default();
    // Invalid text and the reason.
    let fault = use_state_eq(|| None::<(String, String)>);
    let typed = fault.as_ref().map(|(text, _)| text.clone());
    let shown = typed.or_else(|| value.clone()).unwrap_or_else(|| own.clone());
    let id = format!("engine-option-{}", option.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let hint_id = format!("{id}-hint");
    let described = hint.map(|_| hint_id.clone());
    let take = {
        let (kind, on_value, fault) = (option.kind.clone(), on_value.clone(), fault.setter());
        Callback::from(move |text: String| {
            let wrong = fault_of(&kind, &text);
            if wrong.is_none() {
                on_value.emit((text.trim() != own).then(|| text.trim().to_owned()));
            }
            fault.set(wrong.map(|wrong| (text, wrong)));
        })
    };
    let typed = take.reform(|event: Event| field(&event).map(|field| field.value()).unwrap_or_default());
    let control = match &option.kind {
        OptionKind::Check { .. } => {
            let onchange =
                take.reform(|event: Event| field(&event).is_some_and(|field| field.checked()).to_string());
            html! { <input id={id.clone()} aria-describedby={described} class="setting-switch" type="checkbox" checked={shown == "true"} {onchange} /> }
        }
        OptionKind::Spin { min, max, .. } => {
            let has_slider = max.saturating_sub(*min) <= SLIDER_STEPS && max > min;
            let (min, max) = (min.to_string(), max.to_string());
            html! {
                <span class="option-number">
                    if has_slider {
                        <input type="range" min={min.clone()} max={max.clone()} value={shown.clone()} aria-label={option.name.clone()} onchange={typed.clone()} />
                    }
                    <input id={id.clone()} aria-describedby={described} class="field" type="number" {min} {max} value={shown.clone()} aria-invalid={fault.is_some().to_string()} onchange={typed} />
                </span>
            }
        }
        OptionKind::Combo { vars, .. } => {
            let words = vars.clone();
            let onchange = take.reform(move |event: Event| {
                let index = selected(&event);
                index.and_then(|index| words.get(index).cloned()).unwrap_or_default()
            });
            html! {
                <Select id={id.clone()} {onchange}>
                    { for vars.iter().map(|var| html! { <option key={var.clone()} selected={*var == shown}>{ var }</option> }) }
                </Select>
            }
        }
        OptionKind::String { .. } => html! {
            <input id={id.clone()} aria-describedby={described} class="field" type="text" value={shown.clone()} aria-invalid={fault.is_some().to_string()} onchange={typed} />
        },
        OptionKind::Button => html! {
            <button id={id.clone()} aria-describedby={described} type="button" class="button small" onclick={on_press.reform(|_: MouseEvent| ())}>{ &option.name }</button>
        },
    };
    html! {
        <div class={classes!("setting", "engine-option", value.is_some().then_some("changed"))}>
            if matches!(option.kind, OptionKind::Button) {
                <span />
            } else {
                <label for={id}>{ &option.name }if value.is_some() { <span class="option-changed">{ strings::changed() }</span> }</label>
            }
            { control }
            if let Some(hint) = hint { <p id={hint_id} class="field-hint">{ *hint }</p> }
            if let Some((_, fault)) = &*fault { <p class="field-error" role="alert">{ fault }</p> }
        </div>
    }
}

/// Clamps a number set by the page to the engine's range.
fn in_range(kind: &OptionKind, value: String) -> String {
    match (kind, value.parse::<i64>()) {
        (OptionKind::Spin { min, max, .. }, Ok(number)) => number.max(*min).min(*max).to_string(),
        _ => value,
    }
}

fn field(event: &Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}
