//! Tables of engines and workers, and the crosstable.

use super::snapshot::MatchView;
use crate::apps::lab::strings;
use crate::state::lab::words::{
    duration, interval_words, is_suspicious, one_decimal, short_number, worker_news,
};
use std::rc::Rc;
use tabia_stats::{Lead, WdlCounts};
use yew::prelude::*;

/// Properties of [`Tables`].
#[derive(Properties, PartialEq)]
pub struct TablesProps {
    /// Current view of the match.
    pub view: Rc<MatchView>,
}

/// Tables of engines and workers.
#[component]
pub fn Tables(props: &TablesProps) -> Html {
    let view = &props.view;
    let quality = view.snapshot.quality.as_ref().map(|quality| worker_news(quality, &view.snapshot.workers));
    html! {
        <>
            <section class="card lab-card" aria-label={strings::engines()}>
                <header class="panel-header"><h2>{ strings::engines() }</h2></header>
                <div class="lab-scroll" tabindex="0" role="region" aria-label={strings::table_of_the_engines()}>
                    <table class="lab-table">
                        <thead><tr>
                            <th scope="col">{ strings::engine() }</th><th scope="col">{ strings::limit() }</th><th scope="col">{ strings::nodes() }</th><th scope="col">{ strings::time() }</th>
                            <th scope="col">{ strings::nps() }</th><th scope="col">{ strings::depth() }</th><th scope="col">{ strings::ms_per_move() }</th>
                            <th scope="col" title={strings::faults_hint()}>{ strings::faults_text() }</th>
                        </tr></thead>
                        <tbody>
                            { for view.snapshot.engines.iter().zip(&view.settings().engines).map(|(totals, engine)| {
                                let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
                                let faults = totals.timeouts + totals.crashes + totals.illegal_moves;
                                let title = strings::engine_faults(totals.timeouts, totals.crashes, totals.illegal_moves, totals.warnings);
                                html! {
                                    <tr key={engine.name.clone()}>
                                        <th scope="row">{ &engine.name }</th>
                                        <td>{ engine.limits.summary() }</td>
                                        <td>{ short_number(totals.nodes as f64) }</td>
                                        <td>{ duration(totals.time_us as f64 / 1e6) }</td>
                                        <td>{ or_dash(totals.nps().map(short_number)) }</td>
                                        <td>{ or_dash(totals.depth_per_move().map(|depth| format!("{depth:.1}"))) }</td>
                                        <td>{ or_dash(totals.ms_per_move().map(|ms| format!("{ms:.1}"))) }</td>
                                        <td class={(faults > 0).then_some("bad")} {title}>{ faults }</td>
                                    </tr>
                                }
                            }) }
                        </tbody>
                    </table>
                </div>
            </section>
            if !view.snapshot.workers.is_empty() {
                <details class="card lab-card lab-fold" open={quality.as_ref().is_some_and(|news| news.is_suspicious)}>
                    <summary>{ strings::score_per_worker(&view.snapshot.workers.len()) }</summary>
                    if let Some(news) = quality {
                        <p class={classes!("lab-padded", if news.is_suspicious { "field-error" } else { "field-hint" })}>{ news.text }</p>
                    }
                    <div class="lab-scroll" tabindex="0" role="region" aria-label={strings::score_per_worker_text()}>
                        <table class="lab-table">
                            <thead><tr><th scope="col">{ strings::worker() }</th><th scope="col">{ strings::pairs() }</th><th scope="col">{ "+ = −" }</th><th scope="col">{ strings::score() }</th><th scope="col" title={strings::sigma_hint()}>{ "σ" }</th></tr></thead>
                            <tbody>
                                { for view.snapshot.workers.iter().enumerate().map(|(row, worker)| html! {
                                    <tr key={format!("{} {}", worker.host, worker.worker)}>
                                        <th scope="row">{ format!("{} {}", worker.host, worker.worker + 1) }</th>
                                        <td>{ worker.units }</td>
                                        <td>{ format!("+{} ={} −{}", worker.wdl.wins, worker.wdl.draws, worker.wdl.losses) }</td>
                                        <td>{ percent(&worker.wdl) }</td>
                                        { deviation(view, row) }
                                    </tr>
                                }) }
                            </tbody>
                        </table>
                    </div>
                </details>
            }
        </>
    }
}

/// Renders the deviation of a worker's results from those of all workers.
fn deviation(view: &MatchView, row: usize) -> Html {
    let residual =
        view.snapshot.quality.as_ref().and_then(|quality| quality.residuals.get(row).copied().flatten());
    let is_bad = residual.is_some_and(is_suspicious);
    html! { <td class={is_bad.then_some("bad")}>{ residual.map_or_else(|| "–".to_owned(), |residual| format!("{residual:.1}")) }</td> }
}

/// Properties of [`Crosstable`].
#[derive(Properties, PartialEq)]
pub struct CrosstableProps {
    /// Current view of the match.
    pub view: Rc<MatchView>,
    /// Pairing shown in detail.
    pub pairing: Option<[usize; 2]>,
    /// Shows a pairing in detail, or none.
    pub on_pairing: Callback<Option<[usize; 2]>>,
}

/// Crosstable of more than two engines. Needs the full width of the page.
#[component]
pub fn Crosstable(props: &CrosstableProps) -> Html {
    let (view, names) = (&props.view, &props.view.settings().names());
    let totals: Vec<WdlCounts> =
        view.snapshot.crosstable.iter().map(|row| row.iter().copied().sum()).collect();
    let order = &view.snapshot.ranking.order;
    html! {
        <section class="card lab-card" aria-label={strings::crosstable()}>
            <header class="panel-header"><h2>{ strings::crosstable() }</h2><span class="lab-summary-note">{ strings::crosstable_note() }</span></header>
            <div class="lab-scroll" tabindex="0" role="region" aria-label={strings::crosstable()}>
                <table class="lab-table lab-crosstable">
                    <thead><tr>
                        <th scope="col">{ strings::engine() }</th><th scope="col" title={strings::rating_hint()}>{ strings::elo() }</th><th scope="col">{ strings::points_of_games() }</th>
                        { for order.iter().enumerate().map(|(rank, &column)| html! { <th key={column} scope="col" title={names[column].clone()}>{ rank + 1 }</th> }) }
                    </tr></thead>
                    <tbody>
                        { for order.iter().enumerate().map(|(rank, &row)| html! {
                            <tr key={row}>
                                <th scope="row" title={names[row].clone()}>{ format!("{}. {}", rank + 1, names[row]) }</th>
                                <td>{ rating(view, row) }</td>
                                <td>{ format!("{} / {}", totals[row].points(), totals[row].games()) }<small>{ percent(&totals[row]) }</small></td>
                                { for order.iter().map(|&column| cell(props, names, [row, column])) }
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

/// Renders the rating of an engine above its interval, as far as known.
fn rating(view: &MatchView, engine: usize) -> Html {
    let rating = view.snapshot.ratings.get(engine).copied().flatten();
    let Some(rating) = rating.filter(|rating| rating.interval.lead() != Lead::TooFew) else {
        return html! { <span title={strings::too_few_games_capital()}>{ "–" }</span> };
    };
    let words = interval_words(rating.interval);
    if rating.interval.low.is_some() && rating.interval.high.is_some() {
        html! { <>{ one_decimal(rating.elo) }<small>{ words }</small></> }
    } else {
        html! { words }
    }
}

/// Renders the score of one engine against another, from the first one's side: a button that shows the pairing in detail.
fn cell(props: &CrosstableProps, names: &[String], pairing: [usize; 2]) -> Html {
    let [row, column] = pairing;
    let Some(result) = props.view.pairing(pairing) else {
        let (class, text) = if row == column { (Some("lab-self"), "") } else { (None, "–") };
        return html! { <td key={column} {class}>{ text }</td> };
    };
    let WdlCounts { wins, draws, losses } = result.wdl;
    let is_chosen = props.pairing == Some(pairing);
    let onclick = props.on_pairing.reform(move |_: MouseEvent| (!is_chosen).then_some(pairing));
    html! {
        <td key={column}>
            <button type="button" class="lab-cell" title={strings::against(&names[row], &names[column])} aria-pressed={is_chosen.to_string()} {onclick}>
                if result.wdl.games() == 0 { { "–" } } else { { result.wdl.points() }<small>{ format!("+{wins} ={draws} −{losses}") }</small> }
            </button>
        </td>
    }
}

fn percent(wdl: &WdlCounts) -> String {
    if wdl.games() == 0 {
        "–".to_owned()
    } else {
        format!("{:.1} %", 100.0 * wdl.points() / wdl.games() as f64)
    }
}
