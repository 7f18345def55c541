//! Saved runs.

use yew::prelude::*;

use crate::apps::tools::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::question::Question;
use crate::services::suites::SuiteService;
use crate::services::suites::saved_runs::SavedRun;

/// Properties of [`Earlier`].
#[derive(Properties, PartialEq)]
pub struct EarlierProps {
    /// Suite service.
    pub service: SuiteService,
    /// Version of the displayed state.
    pub version: u64,
}

/// List of saved runs; empty without any.
#[component]
pub fn Earlier(props: &EarlierProps) -> Html {
    let service = &props.service;
    let removing = use_state_eq(|| None::<(String, String)>);
    let runs = service.runs();
    if runs.is_empty() {
        return html! {};
    }
    let close = closer(&removing);
    html! {
        <section class="card tools-card" aria-label={strings::earlier_runs()}>
            <h2>{ strings::earlier_runs() }</h2>
            <ul class="tools-runs">{ for runs.iter().map(|run| row(service, run, &removing)) }</ul>
            if let Some((id, name)) = (*removing).clone() {
                <Question title={strings::delete_run_text()} button={strings::delete()} on_done={let service = service.clone(); Callback::from(move |()| service.remove_run(&id))} on_close={close}>
                    <p>{ strings::delete_run(&name) }</p>
                </Question>
            }
        </section>
    }
}

fn closer(removing: &UseStateHandle<Option<(String, String)>>) -> Callback<()> {
    let removing = removing.setter();
    Callback::from(move |()| removing.set(None))
}

fn row(service: &SuiteService, run: &SavedRun, removing: &UseStateHandle<Option<(String, String)>>) -> Html {
    let open = {
        let (service, id) = (service.clone(), run.id.clone());
        Callback::from(move |_: MouseEvent| service.open_run(&id))
    };
    let remove = {
        let (removing, what) = (removing.setter(), (run.id.clone(), run.name.clone()));
        Callback::from(move |_: MouseEvent| removing.set(Some(what.clone())))
    };
    let engines: Vec<String> = run
        .settings
        .engines
        .iter()
        .zip(&run.right)
        .map(|(engine, right)| format!("{} {right}", engine.name))
        .collect();
    html! {
        <li key={run.id.clone()}>
            <button type="button" class="tools-run" onclick={open}>
                <b>{ &run.name }</b>
                <small>{ strings::run_facts(run.begun_ms, run.done, run.problems * run.settings.engines.len(), &engines) }</small>
            </button>
            <button type="button" class="button quiet icon" aria-label={strings::delete_named(&run.name)} title={strings::delete()} onclick={remove}><IconView icon={Icon::Delete} /></button>
        </li>
    }
}
