//! Progress of a run, with pause and resume buttons.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::save_text;
use crate::apps::tools::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::suites::SuiteService;
use crate::services::suites::runner::SuiteRunner;

/// Properties of [`SuiteProgress`].
#[derive(Properties, PartialEq)]
pub struct SuiteProgressProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Suite service.
    pub service: SuiteService,
    /// Version of the displayed state.
    pub version: u64,
}

/// Displayed state of a run.
#[derive(Clone, Default, PartialEq)]
struct ShownProgress {
    done: usize,
    total: usize,
    is_running: bool,
    settings: String,
    left_ms: Option<f64>,
    failures: Vec<String>,
}

fn shown(runner: &SuiteRunner) -> ShownProgress {
    let settings = runner.settings();
    let (done, total) = runner.progress();
    let spent_ms: f64 = runner.columns().iter().map(|column| column.totals().time_ms).sum();
    let left_ms =
        (done > 0).then(|| spent_ms / done as f64 * (total - done) as f64 / settings.workers.max(1) as f64);
    let failures = settings
        .engines
        .iter()
        .enumerate()
        .filter_map(|(engine, named)| Some(strings::engine_failed(&named.name, runner.failure(engine)?)));
    ShownProgress {
        done,
        total,
        is_running: runner.is_running(),
        settings: strings::run_settings(settings),
        left_ms,
        failures: failures.collect(),
    }
}

/// Card above a run.
#[component]
pub fn SuiteProgress(props: &SuiteProgressProps) -> Html {
    let SuiteProgressProps { context, service, .. } = props;
    let shown = service.with_runner(shown).unwrap_or_default();
    let pause = use_callback(service.clone(), |_: MouseEvent, service| service.pause());
    let resume = use_callback(service.clone(), |_: MouseEvent, service| service.resume());
    let close = use_callback(service.clone(), |_: MouseEvent, service| service.close());
    let again = {
        let service = service.clone();
        Callback::from(move |_: MouseEvent| service.set_up_again())
    };
    let csv = use_callback((service.clone(), context.clone()), |_: MouseEvent, (service, context)| {
        let (service, context) = (service.clone(), context.clone());
        spawn_local(async move {
            let name = format!("{}.csv", service.name().trim_end_matches(".epd"));
            let Some(text) = service.csv().await else { return };
            if let Err(reason) = save_text(&name, &text) {
                context.fault(strings::not_saved(), reason);
            }
        });
    });
    let is_complete = shown.done >= shown.total;
    html! {
        <section class="card tools-card" aria-label={strings::run()} data-running={shown.is_running.to_string()} data-done={shown.done.to_string()} data-total={shown.total.to_string()}>
            <header class="tools-head"><h2>{ service.name() }</h2><span class="tools-hint">{ &shown.settings }</span></header>
            <progress max={shown.total.max(1).to_string()} value={shown.done.to_string()} aria-label={strings::run()} />
            <p role="status" aria-live="off">{ strings::progress(shown.done, shown.total, shown.is_running, shown.left_ms) }</p>
            { for shown.failures.iter().enumerate().map(|(key, text)| html! { <p {key} class="field-error" role="alert">{ text }</p> }) }
            <div class="tools-buttons">
                if shown.is_running {
                    <button key="pause" type="button" class="button primary" onclick={pause}><IconView icon={Icon::Pause} />{ strings::pause() }</button>
                } else if !is_complete {
                    <button key="resume" type="button" class="button primary" onclick={resume}><IconView icon={Icon::Play} />{ strings::go_on() }</button>
                }
                <button key="csv" type="button" class="button" disabled={shown.done == 0} onclick={csv}><IconView icon={Icon::Download} />{ strings::save_csv() }</button>
                <button key="again" type="button" class="button" onclick={again}>{ strings::set_up_again() }</button>
                <button key="close" type="button" class="button" onclick={close}>{ strings::another_suite() }</button>
            </div>
        </section>
    }
}
