//! Table of the measurements.

use yew::prelude::*;

use super::figures::{FIGURES, SpeedFigures};
use super::measured::{Measured, cores};
use crate::apps::tools::numbers::{compact, grouped, milliseconds};
use crate::apps::tools::strings;
use crate::services::speed::measure::MoveSpeed;
use crate::services::speed::signature::expected;

/// Row: name, this machine, and the reference machines.
struct SpeedRow {
    name: String,
    here: Option<String>,
    there: Vec<Option<String>>,
}

/// Table of this machine's figures next to the reference figures.
pub fn figures_table(measured: &Measured) -> Html {
    let signature = measured
        .search
        .first()
        .map(|search| strings::signature(&grouped(search.nodes), &grouped(expected(search.nodes))));
    let cell = |text: &Option<String>| html! { <td>{ text.clone().unwrap_or_else(|| "–".to_owned()) }</td> };
    html! {
        <>
            <div class="tools-scroll" tabindex="0" role="group" aria-label={strings::figures()}>
                <table class="tools-table speed-figures">
                    <thead><tr><td /><th scope="col">{ strings::this_machine() }</th>{ for FIGURES.iter().map(|figures| html! { <th scope="col">{ (figures.machine)() }</th> }) }</tr></thead>
                    <tbody>
                        { for rates(measured).into_iter().chain(latencies(measured)).map(|row| html! {
                            <tr key={row.name.clone()}><th scope="row">{ &row.name }</th>{ cell(&row.here) }{ for row.there.iter().map(cell) }</tr>
                        }) }
                    </tbody>
                </table>
            </div>
            if let Some(signature) = signature { <p class="tools-hint">{ signature }</p> }
        </>
    }
}

fn row(
    name: impl Into<String>,
    here: Option<f64>,
    there: fn(&SpeedFigures) -> Option<f64>,
    text: fn(f64) -> String,
) -> SpeedRow {
    let there = FIGURES.iter().map(|figures| there(figures).map(text)).collect();
    SpeedRow { name: name.into(), here: here.map(text), there }
}

/// Rows of rates per second.
fn rates(measured: &Measured) -> Vec<SpeedRow> {
    let moves = |of: fn(&MoveSpeed) -> u64| measured.moves.as_ref().map(|moves| of(moves) as f64);
    let one = measured.search.iter().find(|search| search.workers == 1);
    let all = measured.search.iter().find(|search| search.workers > 1);
    let workers = all.map_or(cores(), |search| search.workers);
    let mut rows = vec![
        row(strings::perft_rate(), measured.leaves, |figures| figures.perft, compact),
        row(strings::moves_generated(), moves(|moves| moves.generated), |figures| figures.generated, compact),
        row(strings::moves_made(), moves(|moves| moves.made), |figures| figures.made, compact),
        row(strings::nps_with(1), one.map(|search| search.nps), |figures| figures.nps, compact),
    ];
    if workers > 1 {
        // The other machines have different numbers of cores.
        let mut row = row(strings::nps_with(workers), all.map(|search| search.nps), |_| None, compact);
        row.there = FIGURES
            .iter()
            .map(|figures| figures.all.map(|(cores, nps)| strings::nps_on(&compact(nps), cores)))
            .collect();
        rows.push(row);
    }
    rows
}

/// Rows of engine latencies.
fn latencies(measured: &Measured) -> Vec<SpeedRow> {
    let here = measured.latencies;
    let mut rows = vec![
        row(
            strings::start_latency(),
            here.map(|here| here.start_ms),
            |figures| figures.start_ms,
            milliseconds,
        ),
        row(
            strings::stop_latency(),
            here.and_then(|here| here.stop_ms),
            |figures| figures.stop_ms,
            milliseconds,
        ),
        row(
            strings::message_latency(),
            here.map(|here| here.message_ms),
            |figures| figures.message_ms,
            milliseconds,
        ),
    ];
    if let (Some(stop), true) = (rows.get_mut(1), here.is_some_and(|here| here.stop_ms.is_none())) {
        stop.here = Some(strings::no_stop().to_owned());
    }
    rows
}
