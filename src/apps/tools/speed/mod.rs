//! Speed of this machine.

mod figures;
mod known;
mod measured;
mod perft_card;
mod report;
mod tables;
mod work;

use yew::prelude::*;

use super::context::ToolsContext;
use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_lab_play;
use crate::platform::bus::LabPlay;
use measured::{Measured, Measurement};
use perft_card::PerftCard;
use report::report;
use tables::figures_table;
use work::{MeasurementKind, use_work};

/// Properties of [`Speed`].
#[derive(Properties, PartialEq)]
pub struct SpeedProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether the section is visible.
    pub is_seen: bool,
}

/// Speed section.
#[component]
pub fn Speed(props: &SpeedProps) -> Html {
    let context = &props.context;
    let measured = use_reducer_eq(Measured::default);
    // Name of the running measurement; one at a time.
    let busy = use_state_eq(|| None::<&'static str>);
    let lab_plays = use_lab_play() != LabPlay::Idle;
    let (begin, cancel) = use_work(context, measured.dispatcher(), busy.setter());
    let run = |work: MeasurementKind| begin.reform(move |_: MouseEvent| work);
    let is_busy = busy.is_some();
    let copy = {
        let (context, measured) = (context.clone(), (*measured).clone());
        Callback::from(move |_: MouseEvent| context.copy(&report(&measured)))
    };
    let on_perft = {
        let measured = measured.dispatcher();
        Callback::from(move |result| measured.dispatch(Measurement::Perft(result)))
    };
    let on_busy = {
        let busy = busy.setter();
        Callback::from(move |is_busy: bool| busy.set(is_busy.then_some(strings::perft())))
    };
    html! {
        <>
            <section class="card tools-card" aria-label={strings::speed()} data-busy={busy.unwrap_or_default()}>
                <header class="tools-head"><h2>{ strings::speed() }</h2>
                    <button type="button" class="button" disabled={*measured == Measured::default()} onclick={copy}><IconView icon={Icon::Copy} />{ strings::copy_report() }</button></header>
                <p class="tools-hint">{ strings::speed_introduction() }</p>
                if lab_plays { <p class="tools-warning" role="alert">{ strings::lab_plays() }</p> }
                <div class="tools-buttons">
                    <button type="button" class="button primary" disabled={is_busy} onclick={run(MeasurementKind::Everything)}><IconView icon={Icon::Play} />{ strings::measure_everything() }</button>
                    <button type="button" class="button" disabled={is_busy} onclick={run(MeasurementKind::Moves)}>{ strings::moves_a_second() }</button>
                    <button type="button" class="button" disabled={is_busy} onclick={run(MeasurementKind::Search)}>{ strings::nodes_a_second() }</button>
                    <button type="button" class="button" disabled={is_busy} onclick={run(MeasurementKind::Latencies)}>{ strings::latencies() }</button>
                </div>
                if is_busy && *busy != Some(strings::perft()) {
                    <div class="tools-buttons"><p class="tools-hint" role="status">{ busy.map(strings::measuring).unwrap_or_default() }</p><button type="button" class="button small" onclick={cancel}>{ strings::cancel() }</button></div>
                }
                { figures_table(&measured) }
            </section>
            <PerftCard context={context.clone()} {is_busy} {on_busy} on_result={on_perft} />
        </>
    }
}
