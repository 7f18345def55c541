//! Figures of a match: scores, Elo, ratios.

use super::snapshot::MatchView;
use crate::apps::lab::components::bars::{Bar, BarPart};
use crate::apps::lab::strings;
use crate::state::lab::chart::signed;
use crate::state::lab::self_play::is_self_play;
use crate::state::lab::words::{interval_words, one_decimal, plus_minus};
use std::rc::Rc;
use tabia_arena::Snapshot;
use tabia_stats::{Lead, WdlCounts, pairs_ratio, wl_dd_ratio};
use yew::prelude::*;

/// Properties of [`MatchFigures`].
#[derive(Properties, PartialEq)]
pub struct MatchFiguresProps {
    /// Current view of the match.
    pub view: Rc<MatchView>,
    /// Whether the match runs a sequential test.
    pub is_test: bool,
}

/// Results as bars, with the figures derived from them.
#[component]
pub fn MatchFigures(props: &MatchFiguresProps) -> Html {
    let snapshot = &props.view.snapshot;
    let names = props.view.settings().names();
    if names.len() > 2 {
        return of_several(snapshot, &names);
    }
    let pair = [0, 1].map(|index| names.get(index).cloned().unwrap_or_default());
    let part = |class, name, count| BarPart { class, name, count };
    let games = games_by_result(&snapshot.wdl);
    let [ll, ld, wl_dd, wd, ww] = snapshot.ptnml;
    let pairs = vec![
        part("pair-4", "2–0", ww),
        part("pair-3", "1½–½", wd),
        part("pair-2", "1–1", wl_dd),
        part("pair-1", "½–1½", ld),
        part("pair-0", "0–2", ll),
    ];
    let figures = [strength(snapshot), ratios(&props.view)].concat();
    html! {
        <section class="card lab-card" aria-label={strings::RESULT}>
            <header class="panel-header"><h2>{ strings::RESULT }</h2><span class="lab-summary-note">{ strings::against(&pair[0], &pair[1]) }</span></header>
            <dl class="lab-figures">
                { for figures.iter().map(|(name, value, note, hint)| html! {
                    <div key={*name} title={*hint}><dt>{ *name }</dt><dd>{ value }if !note.is_empty() { <small>{ note }</small> }</dd></div>
                }) }
            </dl>
            <div class="lab-bars">
                <h3>{ strings::GAMES }</h3>
                <Bar label={strings::GAMES_BY_RESULT} parts={games} />
                if snapshot.is_paired {
                    <h3>{ strings::PAIRS_BY_POINTS }</h3>
                    <Bar label={strings::PAIRS_BY_POINTS} parts={pairs} />
                }
            </div>
        </section>
    }
}

/// Renders results for each of more than two engines, strongest first. Head-to-head scores are in the crosstable.
fn of_several(snapshot: &Snapshot, names: &[String]) -> Html {
    let total = |engine: usize| -> WdlCounts { snapshot.crosstable[engine].iter().copied().sum() };
    html! {
        <section class="card lab-card" aria-label={strings::RESULT}>
            <header class="panel-header"><h2>{ strings::RESULT }</h2><span class="lab-summary-note">{ strings::ALL_GAMES_BY_ENGINE }</span></header>
            <div class="lab-bars">
                { for snapshot.ranking.order.iter().map(|&engine| html! {
                    <div key={engine} class="lab-bars-of">
                        <h3>{ &names[engine] }</h3>
                        <Bar label={names[engine].clone()} parts={games_by_result(&total(engine))} />
                    </div>
                }) }
            </div>
        </section>
    }
}

/// Returns results as the parts of a bar.
fn games_by_result(wdl: &WdlCounts) -> Vec<BarPart> {
    vec![
        BarPart { class: "win", name: strings::WON, count: wdl.wins },
        BarPart { class: "draw", name: strings::DRAWN, count: wdl.draws },
        BarPart { class: "loss", name: strings::LOST, count: wdl.losses },
    ]
}

/// Figure: name, value, second line, explanation.
type Figure = (&'static str, String, String, &'static str);

/// Returns the figures about playing strength.
fn strength(snapshot: &Snapshot) -> Vec<Figure> {
    let mut figures = Vec::new();
    if let Some(estimate) = &snapshot.estimate {
        // Too few games prove nothing, however large the figures are.
        let is_known = snapshot.interval.lead() != Lead::TooFew;
        let known = |value: String| if is_known { value } else { "–".to_owned() };
        let is_bounded = snapshot.interval.low.is_some() && snapshot.interval.high.is_some();
        let elo = if is_bounded { one_decimal(estimate.elo) } else { "–".to_owned() };
        let interval =
            if is_known { interval_words(snapshot.interval) } else { strings::TOO_FEW_GAMES.to_owned() };
        figures.push((strings::ELO, elo, interval, strings::WITH_INTERVAL));
        figures.push((
            strings::NELO,
            known(plus_minus(estimate.nelo, estimate.nelo_err)),
            if is_known { strings::FASTCHESS_ERROR.to_owned() } else { String::new() },
            strings::NELO_HINT,
        ));
        figures.push(figure(
            "LOS",
            known(format!("{:.1} %", 100.0 * estimate.los)),
            strings::LIKELIHOOD_OF_SUPERIORITY,
        ));
        figures.push(figure(
            strings::SCORE,
            format!("{:.2} %", 100.0 * estimate.score),
            strings::POINTS_PER_GAME,
        ));
    }
    if let Some(llr) = &snapshot.llr {
        let bounds = strings::range(&signed(llr.bounds.lower), &signed(llr.bounds.upper));
        figures.push(("LLR", signed(llr.value), bounds, strings::LLR_HINT));
    }
    figures
}

/// Returns the figures about pairs, draws and speed.
fn ratios(view: &MatchView) -> Vec<Figure> {
    let snapshot = &view.snapshot;
    let mut figures = Vec::new();
    let draws = snapshot.draw_ratio.map_or_else(|| "–".to_owned(), |value| format!("{value:.1} %"));
    figures.push(if snapshot.is_paired {
        figure(strings::LEVEL_PAIRS, draws, strings::LEVEL_PAIRS_HINT)
    } else {
        figure(strings::DRAWS, draws, strings::DRAWN_GAMES)
    });
    if snapshot.is_paired {
        figures.push(figure(strings::PAIRS_RATIO, pairs_ratio(&snapshot.pairs), strings::PAIRS_RATIO_HINT));
        figures.push(figure("WL/DD", wl_dd_ratio(&snapshot.pairs), strings::WL_DD_HINT));
    }
    // With a clock, engines use up their time at any speed, and a build is as fast as itself.
    let settings = view.settings();
    let is_timed = settings
        .engines
        .iter()
        .any(|engine| engine.limits.time_control.is_some() || engine.limits.movetime_ms.is_some());
    if let Some(gain) = snapshot.speed.filter(|_| !is_timed && !is_self_play(settings)) {
        let percent = match gain.error {
            Some(error) => format!("{} %", plus_minus(gain.percent, error)),
            None => format!("{} %", one_decimal(gain.percent)),
        };
        figures.push(figure(strings::SPEED, percent, strings::SPEED_HINT));
    }
    figures
}

/// Creates a figure without a second line: name, value, explanation.
fn figure(name: &'static str, value: String, hint: &'static str) -> Figure {
    (name, value, String::new(), hint)
}
