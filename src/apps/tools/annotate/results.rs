//! Progress of a run, its games with their numbers, and saving.

use std::collections::HashMap;
use std::rc::Rc;

use js_sys::Array;
use tabia_report::{Report, SideReport};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, BlobPropertyBag};
use yew::prelude::*;

use super::refresh::refresh;
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::strings;
use crate::components::board::picture::CBURNETT;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_observable_when;
use crate::platform::download::download;
use crate::platform::turns::next_turn;
use crate::services::games::requests::{OpenRequest, open};
use crate::services::reports::run::{Annotated, BatchRun};
use crate::services::reports::{ReportService, ReportState, Reports};
use crate::state::route::Route;
use crate::storage::games::Origin;

/// Properties of [`RunResults`].
#[derive(Properties, PartialEq)]
pub struct RunResultsProps {
    /// Run to show.
    pub run: Rc<BatchRun>,
    /// Report service.
    pub service: ReportService,
    /// Shared page state.
    pub context: ToolsContext,
}

/// Reports of finished games loaded so far.
#[derive(Clone, Default, PartialEq)]
struct LoadedReports(HashMap<String, Report>);

enum KnownAction {
    Add(String, Report),
}

impl Reducible for LoadedReports {
    type Action = KnownAction;

    fn reduce(self: Rc<Self>, action: KnownAction) -> Rc<Self> {
        let KnownAction::Add(id, report) = action;
        let mut known = self.0.clone();
        known.insert(id, report);
        Self(known).into()
    }
}

/// Returns the number of unfinished games of a run.
fn left_of(reports: &Reports, run: &BatchRun) -> usize {
    let is_in_work = reports.in_work.as_ref().is_some_and(|work| work.run == run.id);
    let waiting = reports.waiting.iter().chain(&*reports.elsewhere);
    usize::from(is_in_work) + waiting.filter(|waiting| waiting.run == run.id).count()
}

/// Results of a run.
#[component]
pub fn RunResults(props: &RunResultsProps) -> Html {
    let RunResultsProps { run, service, context } = props;
    let reports = use_observable_when(service, refresh, ReportService::reports);
    let known = use_reducer_eq(LoadedReports::default);
    let left = left_of(&reports, run);
    let done = run.games.len().saturating_sub(left);
    use_effect_with((Rc::clone(run), service.clone(), done), {
        let known = known.clone();
        move |(run, service, _): &(Rc<BatchRun>, ReportService, usize)| read_numbers(run, service, &known)
    });
    let save = |kind: File| {
        let (run, service, context) = (Rc::clone(run), service.clone(), context.clone());
        Callback::from(move |_: MouseEvent| {
            let (run, service, context) = (Rc::clone(&run), service.clone(), context.clone());
            spawn_local(async move {
                if let Err(reason) = kind.save(&run, &service).await {
                    context.fault(strings::file_not_saved(), reason);
                }
            });
        })
    };
    let forget = {
        let service = service.clone();
        Callback::from(move |_: MouseEvent| service.forget_run())
    };
    html! {
        <section class="card tools-card annotate-results" aria-label={strings::results()} data-done={done.to_string()} data-left={left.to_string()}>
            <h2>{ strings::results() }</h2>
            { work(service, &reports, run, done) }
            { left_out(run) }
            <div class="annotate-buttons">
                <button type="button" class="button small" disabled={done == 0} onclick={save(File::Pgn)}><IconView icon={Icon::Download} />{ strings::pgn() }</button>
                <button type="button" class="button small" disabled={done == 0} onclick={save(File::Html)}><IconView icon={Icon::Download} />{ strings::html() }</button>
                <button type="button" class="button small quiet" onclick={forget}><IconView icon={Icon::Delete} />{ strings::forget_run() }</button>
            </div>
            { table(props, &known) }
        </section>
    }
}

/// Loads the numbers of newly finished games, one after another.
fn read_numbers(run: &Rc<BatchRun>, service: &ReportService, known: &UseReducerHandle<LoadedReports>) {
    let (run, service, known) = (Rc::clone(run), service.clone(), known.clone());
    spawn_local(async move {
        for game in run.games.iter().filter(|game| !known.0.contains_key(&game.id)) {
            // Read errors are reported when saving.
            if let Ok(Some(annotated)) = service.annotated_game(&run, &game.id).await {
                known.dispatch(KnownAction::Add(game.id.clone(), annotated.report));
            }
            next_turn().await;
        }
    });
}

fn work(service: &ReportService, reports: &Reports, run: &BatchRun, done: usize) -> Html {
    let words = strings::run_progress(done, run.games.len());
    let Some(in_work) = reports.in_work.as_ref().filter(|work| work.run == run.id) else {
        let is_elsewhere = reports.elsewhere.iter().any(|waiting| waiting.run == run.id);
        let others = if is_elsewhere { strings::made_elsewhere() } else { "" };
        return html! { <p class="tools-hint" role="status">{ words }{ others }</p> };
    };
    let rests = matches!(in_work.state, ReportState::Paused | ReportState::Failed(_));
    let pause = {
        let service = service.clone();
        Callback::from(move |_: MouseEvent| if rests { service.go_on() } else { service.pause() })
    };
    let (icon, label) = if rests { (Icon::Play, strings::go_on()) } else { (Icon::Pause, strings::pause()) };
    let (positions, all) = in_work.progress;
    html! {
        <div class="annotate-work" data-state={if rests { "paused" } else { "running" }}>
            <progress max={run.games.len().to_string()} value={done.to_string()} aria-label={strings::run_progress_text()} />
            <p class="tools-hint">{ format!("{words} {}", strings::game_in_work(&in_work.title, positions, all)) }</p>
            if let ReportState::Failed(reason) = &in_work.state { <p class="field-error" role="alert">{ reason }</p> }
            <button type="button" class="button small" onclick={pause}><IconView {icon} />{ label }</button>
        </div>
    }
}

fn left_out(run: &BatchRun) -> Html {
    let notes = [
        (run.absent, strings::games_absent(run.absent, &run.settings.player)),
        (run.ambiguous, strings::games_ambiguous(run.ambiguous, &run.settings.player)),
        (run.left_out, strings::games_left_out(run.left_out)),
    ];
    notes
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, note)| html! { <p class="tools-hint">{ note }</p> })
        .collect()
}

fn table(props: &RunResultsProps, known: &LoadedReports) -> Html {
    let RunResultsProps { run, service, context } = props;
    let rows = run.games.iter().enumerate().map(|(index, game)| {
        let report = known.0.get(&game.id);
        let on_open = {
            let (run, service, context, id) = (Rc::clone(run), service.clone(), context.clone(), game.id.clone());
            Callback::from(move |_: MouseEvent| open_game(&run, &service, &context, id.clone()))
        };
        html! {
            <tr key={game.id.clone()}>
                <td class="number">{ index + 1 }</td>
                <th scope="row">
                    if report.is_some() { <button type="button" class="annotate-open" onclick={on_open}>{ &game.title }</button> } else { { &game.title } }
                </th>
                { for [report.map(|report| &report.white), report.map(|report| &report.black)].map(side) }
            </tr>
        }
    });
    html! {
        <div class="annotate-scroll" tabindex="0" role="region" aria-label={strings::games()}>
            <table class="annotate-table">
                <thead>
                    <tr><td rowspan="2" /><th scope="col" rowspan="2">{ strings::game() }</th><th scope="colgroup" colspan="3">{ strings::white() }</th><th scope="colgroup" colspan="3">{ strings::black() }</th></tr>
                    <tr>{ for [(); 2].map(|()| html! { <><th scope="col">{ strings::accuracy() }</th><th scope="col" title={strings::loss_hint()}>{ strings::loss() }</th><th scope="col" title={strings::marks_hint()}>{ strings::MARKS }</th></> }) }</tr>
                </thead>
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}

fn side(side: Option<&SideReport>) -> Html {
    let Some(side) = side else { return html! { <><td /><td /><td /></> } };
    let number = |value: Option<f64>, unit: &str| {
        value.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}{unit}"))
    };
    html! {
        <>
            <td>{ number(side.accuracy, " %") }</td><td>{ number(side.acpl, "") }</td>
            <td>{ format!("{} · {} · {}", side.inaccuracies, side.mistakes, side.blunders) }</td>
        </>
    }
}

/// Opens an annotated game on the board.
fn open_game(run: &Rc<BatchRun>, service: &ReportService, context: &ToolsContext, id: String) {
    let (run, service, context) = (Rc::clone(run), service.clone(), context.clone());
    spawn_local(async move {
        match service.annotated_game(&run, &id).await {
            Ok(Some(annotated)) => {
                open(OpenRequest::Text { pgn: tabia_pgn::write(&annotated.game), origin: Origin::Text });
                if let Some(window) = web_sys::window() {
                    // If the browser refuses, the game is still opened, on a page that is not visible.
                    let _ = window.location().set_hash(&Route::Analysis.to_string());
                }
            }
            Ok(None) => {}
            Err(reason) => context.fault(strings::no_report(), reason),
        }
    });
}

/// File format to save a run in.
#[derive(Clone, Copy)]
enum File {
    Pgn,
    Html,
}

impl File {
    async fn save(self, run: &BatchRun, service: &ReportService) -> Result<(), String> {
        let games = service.annotated(run).await?;
        let (name, kind, text) = match self {
            Self::Pgn => {
                let text: String = games.iter().map(|annotated| tabia_pgn::write(&annotated.game)).collect();
                ("annotated.pgn", "application/x-chess-pgn", text)
            }
            Self::Html => ("annotated.html", "text/html", Annotated::html(&games, CBURNETT)),
        };
        let options = BlobPropertyBag::new();
        options.set_type(kind);
        let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&JsValue::from_str(&text)), &options);
        let blob = blob.map_err(|_| strings::file_refused().to_owned())?;
        download(name, &blob).map_err(|error| error.to_string())
    }
}
