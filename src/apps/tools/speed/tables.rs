//! What was measured, as tables.

use yew::prelude::*;

use super::figures::{FIGURES, Figures};
use super::measured::{Measured, cores};
use crate::apps::tools::numbers::{compact, grouped, milliseconds};
use crate::apps::tools::strings;

/// A row: its name, what this machine does, and what the others did.
type FigureRow = (String, String, fn(&Figures) -> Option<f64>);

/// This machine beside those that were measured.
pub fn figures_table(measured: &Measured) -> Html {
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

/// How soon engines do something; nothing before that was measured.
pub fn latency_list(measured: &Measured) -> Html {
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
