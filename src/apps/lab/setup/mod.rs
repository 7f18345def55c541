//! Set-up of a match on one screen: engines, limits, openings, and when it ends.

mod command;
mod engines;
mod found;
mod games;
mod limits;
mod match_request;
mod own_book;
mod presets;
mod test;

pub use match_request::MatchRequest;

use crate::apps::lab::components::fields::{DraftForm, DraftStore, DraftTextField};
use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::matches::build::no_pondering;
use crate::services::matches::controller::MatchController;
use crate::state::lab::cost::{PastGames, cost};
use crate::state::lab::draft::Draft;
use crate::state::lab::engine::{EngineInfo, option_faults, usual_workers};
use crate::state::lab::field::{DraftFault, DraftField};
use crate::state::library::text::counted_games;
use command::MatchCommandLine;
use engines::EngineCards;
use games::SetupGamesCard;
use presets::Presets;
use std::rc::Rc;
use test::TestCard;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Properties of [`SetupPage`].
#[derive(Properties, PartialEq)]
pub struct SetupPageProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Store of the form.
    pub store: UseReducerHandle<DraftStore>,
    /// Engines to choose from; `None` while they are being loaded.
    pub engines: Option<Rc<[Rc<EngineInfo>]>>,
    /// Names of files being tried as engines.
    pub trying: Vec<String>,
    /// Games played earlier.
    pub past: Rc<Vec<PastGames>>,
    /// Number of processors reported by the browser.
    pub processors: usize,
    /// Whether a match is being prepared.
    pub is_starting: bool,
    /// Adds the chosen engine files.
    pub on_engine_files: Callback<Vec<File>>,
    /// Adds the chosen opening files.
    pub on_opening_files: Callback<Vec<File>>,
    /// Starts the match.
    pub on_start: Callback<MatchRequest>,
    /// Chooses the multi-threaded version of the build for an engine in the form.
    pub on_threads: Callback<usize>,
    /// Copies a text: its description and the text.
    pub on_copy: Callback<(&'static str, String)>,
}

/// Set-up form.
#[component]
pub fn SetupPage(props: &SetupPageProps) -> Html {
    let store = &props.store;
    let threads = store.0.threads();
    let usual = usual_workers(props.processors, threads);
    let reading = use_memo((store.0.clone(), usual, props.engines.clone()), |(draft, usual, engines)| {
        let workers = draft.workers(*usual);
        let (settings, mut faults) = match draft.settings() {
            Ok(settings) => (Some(settings), Vec::new()),
            Err(faults) => (None, faults),
        };
        faults.extend(workers.clone().err());
        faults.extend(engine_faults(draft, engines.as_deref().unwrap_or_default()));
        let settings = settings.filter(|_| faults.is_empty());
        let match_request =
            settings.zip(workers.ok()).map(|(settings, workers)| MatchRequest { settings, workers });
        ParsedForm { match_request, faults: Rc::new(faults) }
    });
    let form = DraftForm { store: store.clone(), faults: Rc::clone(&reading.faults) };
    let engines = props.engines.clone().unwrap_or_else(|| Rc::from([]));
    let on_check = {
        let (store, on_start) = (store.clone(), props.on_start.clone());
        Callback::from(move |engine: usize| {
            if let Some(settings) = presets::determinism_check(&store.0, engine) {
                on_start.emit(MatchRequest { settings, workers: usual });
            }
        })
    };
    let on_measure = {
        let controller = props.controller.clone();
        Callback::from(move |build: String| {
            let controller = controller.clone();
            spawn_local(async move { controller.remeasure(&build).await });
        })
    };
    let can_start = reading.match_request.is_some() && props.engines.is_some() && !props.is_starting;
    let start = {
        let (match_request, on_start) = (reading.match_request.clone(), props.on_start.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(match_request) = match_request.clone().filter(|_| can_start) {
                on_start.emit(match_request);
            }
        })
    };
    let whole: Vec<&DraftFault> = reading.faults.iter().filter(|fault| fault.field.is_none()).collect();
    let others = reading.faults.len() - whole.len();
    html! {
        <form class="lab-setup" onsubmit={start} aria-label={strings::new_match()} novalidate=true>
            <Presets form={form.clone()} />
            <EngineCards form={form.clone()} engines={Rc::clone(&engines)} {on_measure} trying={props.trying.clone()} on_files={props.on_engine_files.clone()} {on_check} on_threads={props.on_threads.clone()} />
            <div class="lab-pair">
                <TestCard form={form.clone()} />
                <SetupGamesCard controller={props.controller.clone()} form={form.clone()} {engines} on_openings={props.on_opening_files.clone()} />
            </div>
            <section class="card lab-card lab-start" aria-label={strings::start()}>
                <DraftTextField form={form.clone()} field={DraftField::Workers} label={strings::games_at_a_time()} placeholder={usual.to_string()} />
                <div class="lab-start-faults" role="status">
                    { for whole.iter().map(|fault| html! { <p class="field-error">{ &fault.text }</p> }) }
                    if others > 0 {
                        <p class="field-error">{ strings::fields_wrong(others) }</p>
                    }
                    if reading.faults.is_empty() {
                        <p class="lab-facts">{ summary(reading.match_request.as_ref()) }</p>
                        if let Some(MatchRequest { settings, workers }) = &reading.match_request {
                            <p class="field-hint lab-cost">{ cost(settings, *workers, &props.past) }</p>
                        }
                        if let Some(crowd) = reading.match_request.as_ref().and_then(|match_request| crowd(match_request.workers, threads, props.processors)) {
                            <p class="field-error">{ crowd }</p>
                        }
                    }
                </div>
                <button type="submit" class="button primary lab-start-button" disabled={!can_start}>
                    <IconView icon={Icon::Play} />{ if props.is_starting { strings::starting() } else { strings::start() } }
                </button>
            </section>
            <MatchCommandLine match_request={reading.match_request.clone()} engines={props.engines.clone()} on_copy={props.on_copy.clone()} />
        </form>
    }
}

/// Returns the settings that the chosen engines don't support. Their cards show them too, but may be collapsed.
fn engine_faults(draft: &Draft, engines: &[Rc<EngineInfo>]) -> Vec<DraftFault> {
    let mut faults = Vec::new();
    for (index, chosen) in draft.engines.iter().enumerate() {
        let Some(info) = engines.iter().find(|info| info.sha256 == chosen.build) else { continue };
        let number = index + 1;
        faults.extend(option_faults(info, &chosen.options).into_iter().map(|(name, text)| DraftFault {
            field: None,
            text: strings::option_fault(&number, &name, &text),
        }));
        if chosen.ponder {
            let text = strings::ponder_fault(&number, &no_pondering(info.is_build));
            faults.push(DraftFault { field: None, text });
        }
    }
    faults
}

/// Returns a warning if multi-threaded engines need more processors than there are.
fn crowd(workers: usize, threads: usize, processors: usize) -> Option<String> {
    let is_crowded = threads > 1 && workers * threads > processors;
    is_crowded.then(|| strings::too_many_threads(&workers, &threads, &processors))
}

/// Result of reading the form.
#[derive(Clone, Debug, PartialEq)]
struct ParsedForm {
    match_request: Option<MatchRequest>,
    faults: Rc<Vec<DraftFault>>,
}

/// Summarizes the match in a sentence.
fn summary(match_request: Option<&MatchRequest>) -> String {
    let Some(MatchRequest { settings, .. }) = match_request else { return String::new() };
    let names = settings.names().join(" – ");
    let limits = settings.limits_summary();
    let end = match &settings.sprt {
        Some(sprt) => {
            format!("SPRT [{}, {}] {}", sprt.elo0, sprt.elo1, crate::state::lab::words::unit(sprt.model))
        }
        None => settings.schedule().map(|schedule| counted_games(schedule.total_games())).unwrap_or_default(),
    };
    let margin = settings.engines.iter().map(|engine| engine.limits.margin_ms).max().unwrap_or(0);
    let margin = if margin > 0 { strings::margin_suffix(&margin) } else { String::new() };
    strings::match_summary(&names, &limits, &margin, &end)
}
