//! What can be taken out of a match, while it is played as well: games, positions, logs, the match itself.

use super::View;
use crate::components::icon::{Icon, IconView};
use crate::components::lab::fields::selected;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::pages::lab::desk::open_match::OpenMatch;
use crate::pages::lab::desk::{BATCH, Desk};
use crate::pages::lab::files::{download, file_name};
use crate::pages::lab::setup::FileButton;
use crate::pages::lab::share;
use std::rc::Rc;
use tabia_arena::pgn::Verbosity;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// What can be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Games.
    Pgn(Verbosity),
    /// Sampled positions.
    Samples,
    /// The last position of every game.
    FinalEpd,
    /// fastchess's lines.
    Lines,
    /// Settings and games, to go on elsewhere.
    MatchFile,
    /// The lines between engines and workers.
    Logs,
}

const VERBOSITIES: [(Verbosity, &str); 4] = [
    (Verbosity::Times, "with scores, depths and times"),
    (Verbosity::Scores, "with scores and depths"),
    (Verbosity::Moves, "moves only"),
    (Verbosity::Tags, "results only"),
];

/// Properties of [`OutputCard`].
#[derive(Properties, PartialEq)]
pub struct OutputCardProps {
    /// The desk.
    pub desk: Desk,
    /// The match.
    pub open: OpenMatch,
    /// How it stands.
    pub view: Rc<View>,
    /// Where messages go.
    pub toasts: ToastDispatcher,
}

/// The card.
#[component]
pub fn OutputCard(props: &OutputCardProps) -> Html {
    let OutputCardProps { desk, open, view, toasts } = props;
    let verbosity = use_state_eq(|| 0_usize);
    let onchange = {
        let verbosity = verbosity.setter();
        Callback::from(move |event: Event| {
            if let Some(index) = selected(&event) {
                verbosity.set(index);
            }
        })
    };
    let take = |output: Output| {
        let (desk, open, toasts) = (desk.clone(), open.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| {
            let (desk, open, toasts) = (desk.clone(), open.clone(), toasts.clone());
            spawn_local(async move {
                let (ending, kind) = kind_of(output);
                let outcome = match pieces(&desk, &open, output).await {
                    Ok(pieces) => download(&file_name(&open.kept().name, ending), kind, &pieces),
                    Err(reason) => Err(reason),
                };
                if let Err(reason) = outcome {
                    let reason = crate::text::sentence(&reason);
                    toasts.dispatch(ToastAction::Show(
                        Tone::Fault,
                        "Nothing was downloaded".to_owned(),
                        reason,
                        None,
                    ));
                }
            });
        })
    };
    let merge = {
        let (desk, open, toasts) = (desk.clone(), open.clone(), toasts.clone());
        Callback::from(move |files: Vec<File>| {
            let (desk, open, toasts) = (desk.clone(), open.clone(), toasts.clone());
            spawn_local(async move {
                for file in files {
                    share::import(&desk, file, Some(&open), &toasts).await;
                }
            });
        })
    };
    let chosen = VERBOSITIES.get(*verbosity).map_or(Verbosity::Times, |(verbosity, _)| *verbosity);
    let button = |output: Output, name: &'static str, hint: &'static str, is_off: bool| {
        html! { <button key={name} type="button" class="button small" title={hint} disabled={is_off} onclick={take(output)}><IconView icon={Icon::Download} />{ name }</button> }
    };
    let none = view.snapshot.finished_games == 0;
    let (faults, count) = open.faults();
    html! {
        <>
            if count > 0 {
                <details class="card lab-card lab-fold" open={faults.iter().any(|fault| fault.is_serious)}>
                    <summary>{ format!("Faults and notices ({count})") }</summary>
                    <ul class="lab-faults">
                        { for faults.iter().rev().map(|fault| html! {
                            <li class={fault.is_serious.then_some("serious")}><time>{ time_of_day(fault.at_ms) }</time>{ &fault.text }</li>
                        }) }
                    </ul>
                </details>
            }
            <section class="card lab-card" aria-label="Output">
                <header class="panel-header"><h2>{ "Take with you" }</h2></header>
                <div class="lab-output">
                    <div class="lab-output-row">
                        { button(Output::Pgn(chosen), "PGN", "All finished games", none) }
                        <select class="field" aria-label="What the PGN says" {onchange}>
                            { for VERBOSITIES.iter().enumerate().map(|(index, (_, name))| html! { <option key={*name} selected={index == *verbosity}>{ *name }</option> }) }
                        </select>
                    </div>
                    <div class="lab-output-row">
                        { button(Output::FinalEpd, "Final positions", "The last position of every game, as EPD", none) }
                        { button(Output::Lines, "Report", "fastchess's lines and the result", none) }
                        if view.settings().sample.is_some() {
                            { button(Output::Samples, "Samples", "fen,score,result", none) }
                        }
                        { button(Output::Logs, "UCI log", "The last lines between workers and engines", open.log(0).is_none()) }
                    </div>
                    <div class="lab-output-row">
                        { button(Output::MatchFile, "Match file", "Settings and finished games: go on elsewhere, or put results together", false) }
                        <FileButton label="Merge results…" accept=".jsonl,.json,.txt,.match" on_files={merge} />
                    </div>
                    <share::ShareRow open={open.clone()} view={Rc::clone(view)} toasts={toasts.clone()} />
                </div>
            </section>
        </>
    }
}

fn time_of_day(at_ms: f64) -> String {
    let date = js_sys::Date::new(&at_ms.into());
    format!("{:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
}

fn kind_of(output: Output) -> (&'static str, &'static str) {
    match output {
        Output::Pgn(_) => ("pgn", "application/vnd.chess-pgn"),
        Output::Samples => ("csv", "text/csv"),
        Output::FinalEpd => ("epd", "text/plain"),
        Output::Lines => ("txt", "text/plain"),
        Output::Logs => ("log", "text/plain"),
        Output::MatchFile => ("match.jsonl", "application/x-ndjson"),
    }
}

/// The text of an output, in pieces: units are read from the store some at a time.
async fn pieces(desk: &Desk, open: &OpenMatch, output: Output) -> Result<Vec<String>, String> {
    let mut pieces = Vec::new();
    match output {
        Output::Logs => {
            for worker in 0..open.workers() {
                if let Some(log) = open.log(worker) {
                    pieces.push(format!("# worker {}\n{log}\n", worker + 1));
                }
            }
            return Ok(pieces);
        }
        Output::MatchFile => {
            pieces.extend(
                open.with_match(|lab_match| tabia_arena::match_file::header_line(lab_match.header())),
            );
        }
        _ => {}
    }
    let mut after = None;
    loop {
        let batch = desk.units(&open.id(), after, BATCH).await.map_err(|error| error.to_string())?;
        let Some(last) = batch.last() else { break };
        after = Some(last.unit);
        for record in &batch {
            let text = match output {
                Output::MatchFile => Some(Ok(tabia_arena::match_file::unit_line(record))),
                _ => open.with_match(|lab_match| {
                    lab_match.output(record).map_err(|error| error.to_string()).map(|texts| match output {
                        Output::Pgn(verbosity) => texts.pgn(verbosity),
                        Output::Samples => texts.samples(),
                        Output::FinalEpd => texts.final_epd(),
                        _ => texts.lines(),
                    })
                }),
            };
            pieces.extend(text.transpose()?);
        }
        crate::hooks::next_turn().await;
    }
    if output == Output::Lines {
        pieces.extend(open.with_match(|lab_match| lab_match.snapshot().report));
    }
    Ok(pieces)
}
