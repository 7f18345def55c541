//! Settings form of a run.

use tabia_suite::Fault;
use yew::prelude::*;

use super::typed::{SuiteField, SuiteForm, SuiteLimit};
use crate::apps::tools::fields::{TextField, named, place_in};
use crate::apps::tools::strings;
use crate::components::events::checked;
use crate::components::icon::{Icon, IconView};
use crate::components::select_field::SelectField;
use crate::hooks::use_loaded;
use crate::services::catalogue::EngineEntry;
use crate::services::suites::SuiteService;

/// Properties of [`Form`].
#[derive(Properties, PartialEq)]
pub struct FormProps {
    /// Suite service.
    pub service: SuiteService,
}

/// Form with the start button.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let service = &props.service;
    let typed = use_state_eq(SuiteForm::kept);
    let loader = service.loader();
    // The built-in engines are listed even if the database cannot be read.
    let engines =
        use_loaded(move || async move { loader.list().await.unwrap_or_default() }).unwrap_or_default();
    let settings = typed.settings(&engines);
    let problems = service.problems().len();
    let can_start = settings.as_ref().is_ok_and(|settings| !settings.engines.is_empty()) && problems > 0;
    let start = {
        let (service, settings) = (service.clone(), settings.clone().ok());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(settings) = settings.clone() {
                service.start(settings);
            }
        })
    };
    let close = use_callback(service.clone(), |_: MouseEvent, service| service.close());
    html! {
        <form class="card tools-card" aria-label={strings::suites()} onsubmit={start}>
            <header class="tools-head"><h2>{ service.name() }</h2><button type="button" class="button small" onclick={close}>{ strings::another_suite() }</button></header>
            <p class="tools-hint">{ strings::positions(problems) }</p>
            { notes(service) }
            { fields(&typed, &settings.err().unwrap_or_default()) }
            { engine_choice(&typed, &engines) }
            <div class="tools-buttons"><button type="submit" class="button primary" disabled={!can_start}><IconView icon={Icon::Play} />{ strings::start() }</button></div>
        </form>
    }
}

/// Returns a callback that edits and saves the form.
fn change<T: 'static>(
    typed: &UseStateHandle<SuiteForm>,
    edit: impl Fn(&mut SuiteForm, T) + 'static,
) -> Callback<T> {
    let typed = typed.clone();
    Callback::from(move |value: T| {
        let mut next = (*typed).clone();
        edit(&mut next, value);
        next.keep();
        typed.set(next);
    })
}

/// Lists what was skipped and what was corrected when reading the suite.
fn notes(service: &SuiteService) -> Html {
    let (faults, corrections) = (service.faults(), service.corrections());
    html! {
        <>
            { note_list(&faults, strings::left_out(faults.len()), service.problems().is_empty()) }
            { note_list(&corrections, strings::corrected(corrections.len()), false) }
        </>
    }
}

fn note_list(notes: &[Fault], summary: String, open: bool) -> Html {
    if notes.is_empty() {
        return html! {};
    }
    html! {
        <details class="tools-faults" {open}>
            <summary>{ summary }</summary>
            <ul>{ for notes.iter().take(100).enumerate().map(|(key, note)| html! { <li {key}>{ note.to_string() }</li> }) }</ul>
        </details>
    }
}

fn limit_name(limit: SuiteLimit) -> &'static str {
    match limit {
        SuiteLimit::Nodes => strings::by_nodes(),
        SuiteLimit::Time => strings::by_time(),
        SuiteLimit::Depth => strings::by_depth(),
    }
}

/// Label of the number field for a limit.
fn limit_label(limit: SuiteLimit) -> &'static str {
    match limit {
        SuiteLimit::Nodes => strings::nodes_a_position(),
        SuiteLimit::Time => strings::seconds_a_position(),
        SuiteLimit::Depth => strings::depth_in_plies(),
    }
}

/// Number fields with their error messages.
fn fields(typed: &UseStateHandle<SuiteForm>, faults: &[(SuiteField, String)]) -> Html {
    let fault = |field: SuiteField| -> AttrValue {
        let here = faults.iter().find(|(of, _)| *of == field);
        here.map(|(_, text)| text.clone()).unwrap_or_default().into()
    };
    let limits = named(&SuiteLimit::ALL, limit_name);
    let on_limit = change(typed, |typed, place: usize| {
        typed.limit = SuiteLimit::ALL.get(place).copied().unwrap_or_default();
    });
    let text = |edit: fn(&mut SuiteForm, String)| change(typed, edit);
    html! {
        <div class="tools-fields">
            <SelectField id="suite-limit" class="tools-field" label={strings::limit_text()} names={limits} chosen={place_in(&SuiteLimit::ALL, &typed.limit)} on_choose={on_limit} />
            <TextField id="suite-limit-value" label={limit_label(typed.limit)} value={typed.limit_text().to_owned()} on_input={text(SuiteForm::set_limit_text)} fault={fault(SuiteField::Limit)} />
            <TextField id="suite-workers" label={strings::workers()} value={typed.workers.clone()} on_input={text(|typed, text| typed.workers = text)} fault={fault(SuiteField::Workers)} />
            <TextField id="suite-hash" label={strings::hash_mb()} value={typed.hash.clone()} on_input={text(|typed, text| typed.hash = text)} fault={fault(SuiteField::Hash)} />
            <TextField id="suite-early-exit" label={strings::early_exit()} value={typed.early_exit.clone()} placeholder={strings::never()} on_input={text(|typed, text| typed.early_exit = text)} fault={fault(SuiteField::EarlyExit)} />
        </div>
    }
}

fn engine_choice(typed: &UseStateHandle<SuiteForm>, engines: &[EngineEntry]) -> Html {
    let chosen: Vec<String> = typed.chosen(engines).into_iter().map(|engine| engine.id).collect();
    html! {
        <fieldset class="tools-engines">
            <legend>{ strings::engines() }</legend>
            if engines.is_empty() { <p class="tools-hint" role="status">{ strings::looking_for_engines() }</p> }
            { for engines.iter().map(|entry| {
                let is_chosen = chosen.contains(&entry.id);
                let (id, ids) = (entry.id.clone(), chosen.clone());
                let onchange = change(typed, move |typed, event: Event| {
                    typed.engines.clone_from(&ids);
                    typed.engines.retain(|other| *other != id);
                    if checked(&event).unwrap_or_default() {
                        typed.engines.push(id.clone());
                    }
                });
                html! { <label key={entry.id.clone()} class="tools-check"><input type="checkbox" checked={is_chosen} {onchange} /><span>{ &entry.name }</span></label> }
            }) }
            <p class="tools-hint">{ strings::engines_hint() }</p>
        </fieldset>
    }
}
