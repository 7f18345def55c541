//! Controls for an engine's UCI options.

use super::fields::DraftForm;
use crate::apps::lab::strings;
use crate::components::events::{checked, input_value, selected};
use crate::components::select::Select;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::engine::{EngineInfo, default_of, fault_of, is_referees};
use std::rc::Rc;
use tabia_uci::{EngineOption, OptionKind};
use yew::prelude::*;

/// Properties of [`EngineOptions`].
#[derive(Properties, PartialEq)]
pub struct EngineOptionsProps {
    /// The form.
    pub form: DraftForm,
    /// Index of the engine in the form.
    pub engine: usize,
    /// Information about the engine.
    pub info: Rc<EngineInfo>,
    /// Chooses the multi-threaded version of the build.
    pub on_threads: Callback<usize>,
}

/// All options of an engine.
#[component]
pub fn EngineOptions(props: &EngineOptionsProps) -> Html {
    let EngineOptionsProps { form, engine, info, on_threads } = props;
    let take_threads = on_threads.reform({
        let engine = *engine;
        move |_: MouseEvent| engine
    });
    let set = form.draft().engines.get(*engine).map(|engine| engine.options.clone()).unwrap_or_default();
    let is_shown = |option: &&EngineOption| {
        let is_free = !is_fixed(&option.kind) || value_of(&set, &option.name).is_some();
        is_free && !is_referees(&option.name)
    };
    let options: Vec<&EngineOption> = info.options.iter().filter(is_shown).collect();
    let is_known = |name: &str| info.options.iter().any(|option| option.name.eq_ignore_ascii_case(name));
    let unknown: Vec<String> =
        set.iter().map(|(name, _)| name.clone()).filter(|name| !is_known(name)).collect();
    html! {
        <>
            if options.is_empty() {
                <p class="field-hint">{ strings::this_build_has_no_options() }</p>
            }
            { for unknown.into_iter().map(|name| {
                let remove = form.on({
                    let (name, engine) = (name.clone(), *engine);
                    move |_: MouseEvent| Some(DraftAction::Option(engine, name.clone(), None))
                });
                html! {
                    <p key={name.clone()} class="field-error">
                        { strings::unknown_option(&name) }
                        <button type="button" class="button small" onclick={remove}>{ strings::remove_it() }</button>
                    </p>
                }
            }) }
            if info.can_have_threads {
                <p class="field-hint lab-threads">
                    { strings::one_thread() }
                    <button type="button" class="button small" onclick={take_threads}>{ strings::use_threads() }</button>
                </p>
            }
            <div class="lab-option-grid">
                { for options.into_iter().map(|option| control(form, *engine, option, value_of(&set, &option.name))) }
            </div>
        </>
    }
}

/// Returns whether the option has only one possible value.
fn is_fixed(kind: &OptionKind) -> bool {
    matches!(kind, OptionKind::Spin { min, max, .. } if min == max)
}

fn value_of<'a>(set: &'a [(String, String)], name: &str) -> Option<&'a str> {
    set.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

fn control(form: &DraftForm, engine: usize, option: &EngineOption, set: Option<&str>) -> Html {
    let name = option.name.clone();
    let usual = default_of(&option.kind);
    let id = format!("option-{engine}-{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let value = set.map(str::to_owned).or_else(|| usual.clone()).unwrap_or_default();
    let fault = fault_of(&option.kind, &value);
    // The build's own default is not sent.
    let change = {
        let (name, usual) = (name.clone(), usual.clone());
        move |value: String| {
            let value = (Some(&value) != usual.as_ref()).then_some(value);
            DraftAction::Option(engine, name.clone(), value)
        }
    };
    let input = match &option.kind {
        OptionKind::Check { .. } => {
            let onchange = form.on(move |event: Event| Some(change(checked(&event)?.to_string())));
            html! { <input id={id.clone()} class="setting-switch" type="checkbox" checked={value == "true"} {onchange} /> }
        }
        OptionKind::Spin { min, max, .. } => {
            let oninput = form.on(move |event: InputEvent| Some(change(input_value(&event)?)));
            html! {
                <input id={id.clone()} class="field" type="number" min={min.to_string()} max={max.to_string()} value={value.clone()}
                       aria-invalid={fault.is_some().to_string()} {oninput} />
            }
        }
        OptionKind::Combo { vars, .. } => {
            let words = vars.clone();
            let onchange = form.on(move |event: Event| Some(change(words.get(selected(&event)?)?.clone())));
            html! {
                <Select id={id.clone()} {onchange}>
                    { for vars.iter().map(|var| html! { <option key={var.clone()} selected={*var == value}>{ var }</option> }) }
                </Select>
            }
        }
        OptionKind::String { .. } => {
            let oninput = form.on(move |event: InputEvent| Some(change(input_value(&event)?)));
            html! { <input id={id.clone()} class="field" type="text" value={value.clone()} aria-invalid={fault.is_some().to_string()} {oninput} /> }
        }
        OptionKind::Button => {
            let is_on = set.is_some();
            let onchange = form.on(move |event: Event| {
                let value = checked(&event)?.then(String::new);
                Some(DraftAction::Option(engine, name.clone(), value))
            });
            html! { <input id={id.clone()} class="setting-switch" type="checkbox" checked={is_on} title={strings::pressed_at_start()} {onchange} /> }
        }
    };
    let label = if matches!(option.kind, OptionKind::Button) {
        strings::button_option(&option.name)
    } else {
        option.name.clone()
    };
    html! {
        <div key={option.name.clone()} class={classes!("lab-option", set.is_some().then_some("changed"))}>
            <label for={id}>{ label }</label>
            { input }
            if let Some(fault) = fault { <p class="field-error">{ fault }</p> }
        </div>
    }
}
