//! Downloads from a match, also while it is being played: games, positions, logs, the match itself.

use super::save_games::SaveGames;
use super::share::ShareRow;
use super::snapshot::MatchView;
use crate::apps::lab::error::LabError;
use crate::apps::lab::files::{download_pieces, file_name};
use crate::apps::lab::import::import;
use crate::apps::lab::strings;
use crate::components::events::selected;
use crate::components::file_button::FileButton;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::language::Text;
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::match_library::BATCH;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::storage::Content;
use crate::storage::logs::{LIMIT, LogExtent};
use std::collections::BTreeMap;
use std::rc::Rc;
use tabia_arena::pgn::Verbosity;
use tabia_arena::{MatchProgress, PairRecord};
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Kind of download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchDownload {
    /// Games as PGN.
    Pgn(Verbosity),
    /// Sampled positions.
    Samples,
    /// The last position of every game.
    FinalEpd,
    /// Output lines in fastchess format.
    Lines,
    /// Settings and games, to resume elsewhere.
    MatchFile,
    /// Lines between a worker, numbered from 0, and its engines.
    Log(u64),
}

const VERBOSITIES: [(Verbosity, Text); 6] = [
    (Verbosity::Times, strings::pgn_times),
    (Verbosity::Nodes, strings::pgn_nodes),
    (Verbosity::Variations, strings::pgn_variations),
    (Verbosity::Scores, strings::pgn_scores),
    (Verbosity::Moves, strings::pgn_moves),
    (Verbosity::Tags, strings::pgn_tags),
];

/// Properties of [`OutputCard`].
#[derive(Properties, PartialEq)]
pub struct OutputCardProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Open match.
    pub open: OpenMatch,
    /// Current view of the match.
    pub view: Rc<MatchView>,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
}

/// Card with the downloads.
#[component]
pub fn OutputCard(props: &OutputCardProps) -> Html {
    let OutputCardProps { controller, open, view, toasts } = props;
    let verbosity = use_state_eq(|| 0_usize);
    let onchange = {
        let verbosity = verbosity.setter();
        Callback::from(move |event: Event| {
            if let Some(index) = selected(&event) {
                verbosity.set(index);
            }
        })
    };
    let handles = (controller.clone(), open.clone(), toasts.clone());
    let take = move |output: MatchDownload| {
        let (controller, open, toasts) = handles.clone();
        Callback::from(move |_: MouseEvent| {
            spawn_local(take_out(controller.clone(), open.clone(), toasts.clone(), output));
        })
    };
    let merge = {
        let (controller, open, toasts) = (controller.clone(), open.clone(), toasts.clone());
        Callback::from(move |files: Vec<File>| {
            let (controller, open, toasts) = (controller.clone(), open.clone(), toasts.clone());
            spawn_local(async move {
                for file in files {
                    import(&controller, file, Some(&open), &toasts).await;
                }
            });
        })
    };
    let chosen = VERBOSITIES.get(*verbosity).map_or(Verbosity::Times, |(verbosity, _)| *verbosity);
    let button = |output: MatchDownload, name: &'static str, hint: &'static str, is_off: bool| {
        html! { <button key={name} type="button" class="button small" title={hint} disabled={is_off} onclick={take(output)}><IconView icon={Icon::Download} />{ name }</button> }
    };
    let take_log = {
        let take = take.clone();
        Callback::from(move |(worker, event): (u64, MouseEvent)| take(MatchDownload::Log(worker)).emit(event))
    };
    let none = view.snapshot.finished_games == 0;
    html! {
        <>
            { faults_html(open) }
            <section class="card lab-card" aria-label={strings::output()}>
                <header class="panel-header"><h2>{ strings::downloads() }</h2></header>
                <div class="lab-output">
                    <div class="lab-output-row">
                        { button(MatchDownload::Pgn(chosen), "PGN", strings::all_finished_games(), none) }
                        <Select label={strings::pgn_content()} {onchange}>
                            { for VERBOSITIES.iter().enumerate().map(|(index, (_, name))| html! { <option key={index} selected={index == *verbosity}>{ name() }</option> }) }
                        </Select>
                        <SaveGames controller={controller.clone()} open={open.clone()} toasts={toasts.clone()} verbosity={chosen} is_off={none} />
                    </div>
                    <div class="lab-output-row">
                        { button(MatchDownload::FinalEpd, strings::final_positions(), strings::the_last_position_of_every(), none) }
                        { button(MatchDownload::Lines, strings::report(), strings::report_hint(), none) }
                        if view.settings().sample.is_some() {
                            { button(MatchDownload::Samples, strings::samples(), "fen,score,result", none) }
                        }
                    </div>
                    if chosen == Verbosity::Variations && !view.settings().variations {
                        <p class="field-hint">{ strings::no_variations() }</p>
                    }
                    <LogRow logs={Rc::clone(&view.logs)} onclick={take_log} />
                    <div class="lab-output-row">
                        { button(MatchDownload::MatchFile, strings::match_file(), strings::match_file_hint(), false) }
                        <FileButton label={strings::merge_results()} accept=".jsonl,.json,.txt,.match" on_files={merge} />
                    </div>
                    <ShareRow open={open.clone()} view={Rc::clone(view)} toasts={toasts.clone()} />
                </div>
            </section>
        </>
    }
}

/// Downloads an output, or shows why it failed.
async fn take_out(
    controller: MatchController,
    open: OpenMatch,
    toasts: ToastDispatcher,
    output: MatchDownload,
) {
    let (ending, kind) = kind_of(output);
    let name = match output {
        MatchDownload::Log(worker) => format!("{}.{}", open.kept().name, worker + 1),
        _ => open.kept().name,
    };
    let outcome = match pieces(&controller, &open, output).await {
        Ok(DownloadPieces { pieces, missing }) => {
            if missing > 0 {
                let (title, reason) =
                    (strings::the_file_is_incomplete().to_owned(), strings::pairs_missing(missing));
                toasts.dispatch(ToastAction::Show(Tone::Warning, title, reason, None));
            }
            download_pieces(&file_name(&name, ending), kind, &pieces)
        }
        Err(error) => Err(error),
    };
    if let Err(error) = outcome {
        let reason = crate::state::text::sentence(&error.to_string());
        toasts.dispatch(ToastAction::Show(
            Tone::Fault,
            strings::the_download_failed().to_owned(),
            reason,
            None,
        ));
    }
}

/// Renders failures and messages from engines, newest first.
fn faults_html(open: &OpenMatch) -> Html {
    let (faults, count) = open.faults();
    html! {
        if count > 0 {
            <details class="card lab-card lab-fold" open={faults.iter().any(|fault| fault.is_serious)}>
                <summary>{ strings::faults(&count) }</summary>
                <ul class="lab-faults">
                    { for faults.iter().rev().map(|fault| html! {
                        <li class={fault.is_serious.then_some("serious")}><time>{ time_of_day(fault.at_ms) }</time>{ &fault.text }</li>
                    }) }
                </ul>
            </details>
        }
    }
}

/// Properties of [`LogRow`].
#[derive(Properties, PartialEq)]
struct LogRowProps {
    /// Saved extent of each worker's log.
    logs: Rc<BTreeMap<u64, LogExtent>>,
    /// Downloads the log of a worker.
    onclick: Callback<(u64, MouseEvent)>,
}

/// Log downloads, one worker at a time.
#[component]
fn LogRow(props: &LogRowProps) -> Html {
    let LogRowProps { logs, onclick } = props;
    let place = use_state_eq(|| 0_usize);
    let workers: Vec<u64> = logs.keys().copied().collect();
    let worker = workers.get(*place).or(workers.first()).copied();
    let onclick = {
        let onclick = onclick.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(worker) = worker {
                onclick.emit((worker, event));
            }
        })
    };
    let onchange = {
        let place = place.setter();
        Callback::from(move |event: Event| {
            if let Some(index) = selected(&event) {
                place.set(index);
            }
        })
    };
    html! {
        <>
            <div class="lab-output-row">
                <button type="button" class="button small" title={strings::uci_log_hint()} disabled={worker.is_none()} {onclick}><IconView icon={Icon::Download} />{ "UCI log" }</button>
                if workers.len() > 1 {
                    <Select label={strings::uci_log_worker()} {onchange}>
                        { for workers.iter().enumerate().map(|(index, number)| html! { <option key={*number} selected={index == *place}>{ strings::worker_number(&(number + 1)) }</option> }) }
                    </Select>
                }
            </div>
            <p class="field-hint">{ log_words(logs) }</p>
        </>
    }
}

/// Describes how much of the logs is saved, and the limit.
fn log_words(logs: &BTreeMap<u64, LogExtent>) -> String {
    let (kept, dropped) =
        logs.values().fold((0, 0), |(kept, dropped), extent| (kept + extent.kept, dropped + extent.dropped));
    let limit = LIMIT >> 20;
    match (kept, dropped) {
        (0, _) => strings::logs_kept(&limit),
        (_, 0) => strings::logs_extent(&megabytes(kept), &limit),
        _ => strings::logs_cut(&megabytes(kept), &megabytes(dropped), &limit),
    }
}

fn megabytes(bytes: u64) -> String {
    if bytes < 100_000 {
        format!("{} kB", bytes.div_ceil(1000))
    } else {
        format!("{:.1} MB", bytes as f64 / 1e6)
    }
}

fn time_of_day(at_ms: f64) -> String {
    let date = js_sys::Date::new(&at_ms.into());
    format!("{:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
}

fn kind_of(output: MatchDownload) -> (&'static str, &'static str) {
    match output {
        MatchDownload::Pgn(_) => ("pgn", "application/vnd.chess-pgn"),
        MatchDownload::Samples => ("csv", "text/csv"),
        MatchDownload::FinalEpd => ("epd", "text/plain"),
        MatchDownload::Lines => ("txt", "text/plain"),
        MatchDownload::Log(_) => ("log", "text/plain"),
        MatchDownload::MatchFile => ("match.jsonl", "application/x-ndjson"),
    }
}

/// Output to download.
struct DownloadPieces {
    pieces: Vec<Content>,
    /// Number of finished units that are no longer readable.
    missing: usize,
}

/// Returns an output in pieces. Units are read from the store a few at a time and their output is passed to the browser, so that the
/// games of a long match are never in memory all at once.
async fn pieces(
    controller: &MatchController,
    open: &OpenMatch,
    output: MatchDownload,
) -> Result<DownloadPieces, LabError> {
    let mut pieces = Vec::new();
    // Units that finish during the export may or may not be included.
    let finished = open.with_match(|match_progress| match_progress.finished_units().count()).unwrap_or(0);
    let mut written = 0;
    match output {
        MatchDownload::Log(worker) => {
            return Ok(DownloadPieces { pieces: controller.log(&open.id(), worker).await?, missing: 0 });
        }
        MatchDownload::MatchFile => {
            let header = open
                .with_match(|match_progress| tabia_arena::match_file::header_line(match_progress.header()));
            pieces.extend(header.map(|header| Content::from(header.as_str())));
        }
        _ => {}
    }
    let mut after = None;
    loop {
        let batch = controller.units(&open.id(), after, BATCH).await?;
        let Some(last) = batch.last() else { break };
        after = Some(last.unit);
        written += batch.len();
        let mut text = String::new();
        for record in &batch {
            let written =
                open.with_match(|match_progress| unit_text(match_progress, record, output)).transpose()?;
            text.extend(written);
        }
        let piece = Content::from(text.as_str()).blob()?;
        pieces.push(Content::from(piece));
        crate::platform::turns::next_turn().await;
    }
    if output == MatchDownload::Lines {
        let report = open.with_match(tabia_arena::output::report::conclusion);
        pieces.extend(report.map(|report| Content::from(report.as_str())));
    }
    Ok(DownloadPieces { pieces, missing: finished.saturating_sub(written) })
}

/// Returns the part of an output for a unit.
fn unit_text(
    match_progress: &MatchProgress,
    record: &PairRecord,
    output: MatchDownload,
) -> Result<String, LabError> {
    let texts = || match_progress.output(record);
    Ok(match output {
        MatchDownload::MatchFile => tabia_arena::match_file::unit_line(record),
        MatchDownload::Pgn(verbosity) => texts()?.pgn(verbosity),
        MatchDownload::Samples => texts()?.samples(),
        MatchDownload::FinalEpd => texts()?.final_epd(),
        MatchDownload::Lines => texts()?.lines(),
        MatchDownload::Log(_) => String::new(),
    })
}
