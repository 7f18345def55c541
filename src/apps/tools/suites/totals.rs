//! Totals of a run: Crafty's summary and the problems solved over time.

use tabia_suite::Totals as Sum;
use yew::prelude::*;

use super::curve::Curve;
use crate::apps::tools::numbers::{compact, grouped, seconds};
use crate::apps::tools::strings;
use crate::services::suites::column::EngineOutcomes;
use crate::services::suites::runner::SuiteRunner;
use crate::services::suites::{SuiteEngine, SuiteService};

/// Properties of [`Totals`].
#[derive(Properties, PartialEq)]
pub struct TotalsProps {
    /// Suite service.
    pub service: SuiteService,
    /// Version of the displayed state.
    pub version: u64,
}

/// Column of an engine.
struct EngineTotals {
    name: String,
    sum: Sum,
    by_time: Vec<(f64, usize)>,
}

fn columns(runner: &SuiteRunner) -> Vec<EngineTotals> {
    let engines = runner.settings().engines.iter().zip(runner.columns());
    let column = |(engine, column): (&SuiteEngine, &EngineOutcomes)| EngineTotals {
        name: engine.name.clone(),
        sum: *column.totals(),
        by_time: column.by_time().table(),
    };
    engines.map(column).collect()
}

/// Card with both tables; empty until the first attempt has ended.
#[component]
pub fn Totals(props: &TotalsProps) -> Html {
    let service = &props.service;
    let columns = service.with_runner(columns).unwrap_or_default();
    if columns.iter().all(|column| column.sum.attempts == 0) {
        return html! {};
    }
    let row = |name: &str, cell: &dyn Fn(&EngineTotals) -> String| {
        html! { <tr><th scope="row">{ name }</th>{ for columns.iter().map(|column| html! { <td>{ cell(column) }</td> }) }</tr> }
    };
    let has_points = columns.iter().any(|column| column.sum.points.1 > 0);
    let limits = columns
        .iter()
        .map(|column| &column.by_time)
        .max_by_key(|times| times.len())
        .cloned()
        .unwrap_or_default();
    // Past an engine's last entry, its count no longer grows.
    let solved = |column: &EngineTotals, place: usize| {
        column.by_time.get(place).or(column.by_time.last()).map_or(0, |(_, solved)| *solved)
    };
    let curve = |column: &EngineTotals| {
        (column.name.clone(), (0..limits.len()).map(|place| solved(column, place)).collect())
    };
    let curves: Vec<(String, Vec<usize>)> = columns.iter().map(curve).collect();
    let most = columns.iter().map(|column| column.sum.attempts).max().unwrap_or_default();
    html! {
        <div class="tools-columns">
            <section class="card tools-card" aria-label={strings::totals()}>
                <h2>{ strings::totals() }</h2>
                <div class="tools-scroll" tabindex="0" role="group" aria-label={strings::totals()}>
                    <table class="tools-table">
                        <thead><tr><td />{ for columns.iter().map(|column| html! { <th scope="col">{ &column.name }</th> }) }</tr></thead>
                        <tbody>
                            { row(strings::positions_text(), &|column| column.sum.attempts.to_string()) }
                            { row(strings::right(), &|column| strings::share(column.sum.right, column.sum.percentage())) }
                            { row(strings::wrong(), &|column| strings::share(column.sum.wrong(), 100.0 - column.sum.percentage())) }
                            if has_points { { row(strings::points_text(), &|column| strings::of(column.sum.points.0, column.sum.points.1)) } }
                            { row(strings::nodes(), &|column| grouped(column.sum.nodes)) }
                            { row(strings::average_depth(), &|column| format!("{:.1}", column.sum.mean_depth())) }
                            { row(strings::nodes_a_second(), &|column| compact(column.sum.nps())) }
                            { row(strings::time_text(), &|column| seconds(column.sum.time_ms)) }
                        </tbody>
                    </table>
                </div>
            </section>
            <section class="card tools-card" aria-label={strings::solved_by_time()}>
                <h2>{ strings::solved_by_time() }</h2>
                <Curve limits={limits.iter().map(|(limit_ms, _)| *limit_ms).collect::<Vec<_>>()} engines={curves} {most} />
                <div class="tools-scroll" tabindex="0" role="group" aria-label={strings::solved_by_time()}>
                    <table class="tools-table">
                        <thead><tr><th scope="col">{ strings::within() }</th>{ for columns.iter().map(|column| html! { <th scope="col">{ &column.name }</th> }) }</tr></thead>
                        <tbody>
                            { for limits.iter().enumerate().map(|(place, (limit_ms, _))| html! {
                                <tr key={place}><th scope="row">{ strings::limit(*limit_ms) }</th>{ for columns.iter().map(|column| html! { <td>{ solved(column, place).to_string() }</td> }) }</tr>
                            }) }
                        </tbody>
                    </table>
                </div>
            </section>
        </div>
    }
}
