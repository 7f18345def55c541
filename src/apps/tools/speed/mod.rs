//! How fast this machine is.

mod figures;
mod known;
mod measured;
mod perft_card;
mod report;

use std::rc::Rc;

use futures::future::{AbortHandle, abortable};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::context::ToolsContext;
use super::numbers::{compact, grouped, milliseconds};
use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_lab_play;
use crate::platform::bus::LabPlay;
use crate::platform::clipboard::copy_text;
use crate::services::engine_room::EngineRoom;
use crate::services::speed::measure;
use figures::FIGURES;
use measured::{Found, Measured, cores, subject};
use perft_card::PerftCard;
use report::report;

/// Properties of [`Speed`].
#[derive(Properties, PartialEq)]
pub struct SpeedProps {
    /// What the parts of the page share.
    pub context: ToolsContext,
    /// Whether it can be seen.
    pub is_seen: bool,
}

/// The subject.
#[component]
pub fn Speed(props: &SpeedProps) -> Html {
    let context = &props.context;
    let room = (*use_memo((), |()| Rc::new(EngineRoom::of_page()))).clone();
    let measured = use_reducer_eq(Measured::default);
    // What is being measured: one thing at a time.
    let busy = use_state_eq(|| None::<&'static str>);
    // Ends what is being measured, and with it the engines.
    let abort = use_mut_ref(|| None::<AbortHandle>);
    let lab_plays = use_lab_play() != LabPlay::Idle;
    let run = |what: &'static str, work: Work| {
        let (context, room, measured, busy) =
            (context.clone(), Rc::clone(&room), measured.dispatcher(), busy.setter());
        let abort = abort.clone();
        Callback::from(move |_: MouseEvent| {
            busy.set(Some(what));
            let (context, busy) = (context.clone(), busy.clone());
            let (room, measured) = (Rc::clone(&room), measured.clone());
            let (result, handle) = abortable(async move { work.run(&room, &measured).await });
            abort.replace(Some(handle));
            spawn_local(async move {
                // An abort is no fault.
                if let Ok(Err(reason)) = result.await {
                    context.fault(strings::NOT_MEASURED, reason);
                }
                busy.set(None);
            });
        })
    };
    let is_busy = busy.is_some();
    let cancel = {
        let abort = abort.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(handle) = abort.take() {
                handle.abort();
            }
        })
    };
    let copy = {
        let (context, measured) = (context.clone(), (*measured).clone());
        Callback::from(move |_: MouseEvent| {
            let context = context.clone();
            copy_text(
                &report(&measured),
                Callback::from(move |is_done| {
                    if is_done {
                        context.news(strings::COPIED);
                    } else {
                        context.fault(strings::NOT_COPIED, strings::CLIPBOARD_REFUSED);
                    }
                }),
            );
        })
    };
    let on_perft = {
        let measured = measured.dispatcher();
        Callback::from(move |result| measured.dispatch(Found::Perft(result)))
    };
    let on_busy = {
        let busy = busy.setter();
        Callback::from(move |is_busy: bool| busy.set(is_busy.then_some(strings::PERFT)))
    };
    html! {
        <>
            <section class="card tools-card" aria-label={strings::SPEED} data-busy={busy.unwrap_or_default()}>
                <header class="tools-head"><h2>{ strings::SPEED }</h2>
                    <button type="button" class="button" disabled={*measured == Measured::default()} onclick={copy}><IconView icon={Icon::Copy} />{ strings::COPY_REPORT }</button></header>
                <p class="tools-hint">{ strings::SPEED_INTRODUCTION }</p>
                if lab_plays { <p class="tools-warning" role="alert">{ strings::LAB_PLAYS }</p> }
                <div class="tools-buttons">
                    <button type="button" class="button primary" disabled={is_busy} onclick={run(strings::EVERYTHING, Work::Everything)}><IconView icon={Icon::Play} />{ strings::MEASURE_EVERYTHING }</button>
                    <button type="button" class="button" disabled={is_busy} onclick={run(strings::MOVES_A_SECOND, Work::Moves)}>{ strings::MOVES_A_SECOND }</button>
                    <button type="button" class="button" disabled={is_busy} onclick={run(strings::NODES_A_SECOND, Work::Search)}>{ strings::NODES_A_SECOND }</button>
                    <button type="button" class="button" disabled={is_busy} onclick={run(strings::LATENCIES, Work::Latencies)}>{ strings::LATENCIES }</button>
                </div>
                if is_busy && *busy != Some(strings::PERFT) {
                    <div class="tools-buttons"><p class="tools-hint" role="status">{ busy.map(strings::measuring).unwrap_or_default() }</p><button type="button" class="button small" onclick={cancel}>{ strings::CANCEL }</button></div>
                }
                { figures_table(&measured) }
                { latency_list(&measured) }
            </section>
            <PerftCard context={context.clone()} {is_busy} {on_busy} on_result={on_perft} />
        </>
    }
}

/// What a button measures.
#[derive(Clone, Copy)]
enum Work {
    Everything,
    Moves,
    Search,
    Latencies,
}

impl Work {
    async fn run(self, room: &EngineRoom, measured: &UseReducerDispatcher<Measured>) -> Result<(), String> {
        let subject = subject(room).await?;
        let say = |error: crate::services::speed::talk::TalkError| error.to_string();
        if matches!(self, Self::Everything | Self::Latencies) {
            measured.dispatch(Found::Latencies(measure::latencies(&subject).await.map_err(say)?));
        }
        if matches!(self, Self::Everything | Self::Moves) {
            measured.dispatch(Found::Moves(measure::moves(&subject).await.map_err(say)?));
        }
        if matches!(self, Self::Everything | Self::Search) {
            measured.dispatch(Found::NoSearch);
            measured.dispatch(Found::Search(measure::search(&subject, 1).await.map_err(say)?));
            if cores() > 1 {
                measured.dispatch(Found::Search(measure::search(&subject, cores()).await.map_err(say)?));
            }
        }
        Ok(())
    }
}

/// A row: its name, what this machine does, and what the others did.
type FigureRow = (String, String, fn(&figures::Figures) -> Option<f64>);

/// This machine beside those that were measured.
fn figures_table(measured: &Measured) -> Html {
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    let perft = measured.perft.as_ref().map(|perft| compact(perft.rate()));
    let single = measured.search.iter().find(|search| search.workers == 1).map(|search| compact(search.nps));
    let all = measured.search.iter().find(|search| search.workers > 1);
    let rows: [FigureRow; 5] = [
        (strings::PERFT_RATE.to_owned(), or_dash(perft), |figures| Some(figures.perft)),
        (
            strings::MOVES_GENERATED.to_owned(),
            or_dash(measured.moves.map(|moves| compact(moves.generated as f64))),
            |figures| Some(figures.generated),
        ),
        (
            strings::MOVES_MADE.to_owned(),
            or_dash(measured.moves.map(|moves| compact(moves.made as f64))),
            |_| None,
        ),
        (strings::nps_with(1), or_dash(single), |figures| Some(figures.nps)),
        (
            strings::nps_with(all.map_or(cores(), |search| search.workers)),
            or_dash(all.map(|search| compact(search.nps))),
            |_| None,
        ),
    ];
    let signature = measured.search.first().map(|search| strings::signature(&grouped(search.nodes)));
    html! {
        <>
            <div class="tools-scroll" tabindex="0" role="group" aria-label={strings::FIGURES}>
                <table class="tools-table">
                    <thead><tr><td /><th scope="col">{ strings::THIS_MACHINE }</th>{ for FIGURES.iter().map(|figures| html! { <th scope="col">{ figures.machine }</th> }) }</tr></thead>
                    <tbody>
                        { for rows.iter().map(|(name, here, there)| html! {
                            <tr key={name.clone()}><th scope="row">{ name }</th><td>{ here }</td>{ for FIGURES.iter().map(|figures| html! { <td>{ there(figures).map_or_else(|| "–".to_owned(), compact) }</td> }) }</tr>
                        }) }
                    </tbody>
                </table>
            </div>
            if let Some(signature) = signature { <p class="tools-hint">{ signature }</p> }
        </>
    }
}

fn latency_list(measured: &Measured) -> Html {
    let Some(latencies) = measured.latencies else { return html! {} };
    let stop = latencies.stop_ms.map_or_else(|| strings::NO_STOP.to_owned(), milliseconds);
    html! {
        <dl class="tools-facts" aria-label={strings::LATENCIES}>
            <div><dt>{ strings::START_LATENCY }</dt><dd>{ milliseconds(latencies.start_ms) }</dd></div>
            <div><dt>{ strings::STOP_LATENCY }</dt><dd>{ stop }</dd></div>
            <div><dt>{ strings::MESSAGE_LATENCY }</dt><dd>{ milliseconds(latencies.message_ms) }</dd></div>
        </dl>
    }
}
