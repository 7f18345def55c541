//! The figures of a match: scores, Elo, ratios.

use super::View;
use crate::apps::lab::components::bars::{Bar, Part};
use crate::state::lab::chart::signed;
use crate::state::lab::self_play::is_self_play;
use crate::state::lab::words::{interval_words, one_decimal, plus_minus};
use std::rc::Rc;
use tabia_arena::stats::Lead;
use yew::prelude::*;

/// Properties of [`Figures`].
#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    /// The match.
    pub view: Rc<View>,
    /// Whether a sequential test is run.
    pub is_test: bool,
}

/// Results as bars, and what they come to.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let snapshot = &props.view.snapshot;
    let names = props.view.settings().names();
    let pair = [0, 1].map(|index| names.get(index).cloned().unwrap_or_default());
    let wdl = snapshot.wdl;
    let part = |class, name, count| Part { class, name, count };
    let games = vec![
        part("win", "Won", wdl.wins),
        part("draw", "Drawn", wdl.draws),
        part("loss", "Lost", wdl.losses),
    ];
    let [ll, ld, wl_dd, wd, ww] = snapshot.ptnml;
    let pairs = vec![
        part("pair-4", "2–0", ww),
        part("pair-3", "1½–½", wd),
        part("pair-2", "1–1", wl_dd),
        part("pair-1", "½–1½", ld),
        part("pair-0", "0–2", ll),
    ];
    let mut figures: Vec<(&str, String, String, &str)> = Vec::new();
    if let Some(estimate) = &snapshot.estimate {
        // From too few games nothing follows, however large the figures are.
        let is_known = snapshot.interval.lead() != Lead::TooFew;
        let known = |value: String| if is_known { value } else { "–".to_owned() };
        let is_bounded = snapshot.interval.low.is_some() && snapshot.interval.high.is_some();
        let elo = if is_bounded { one_decimal(estimate.elo) } else { "–".to_owned() };
        let interval = if is_known { interval_words(snapshot.interval) } else { "too few games".to_owned() };
        figures.push(("Elo", elo, interval, "with its 95 % interval"));
        figures.push((
            "nElo",
            known(plus_minus(estimate.nelo, estimate.nelo_err)),
            if is_known { "fastchess's error".to_owned() } else { String::new() },
            "normalised Elo, with the 95 % error as fastchess computes it: from the number of results alone",
        ));
        figures.push(figure(
            "LOS",
            known(format!("{:.1} %", 100.0 * estimate.los)),
            "likelihood of superiority",
        ));
        figures.push(figure("Score", format!("{:.2} %", 100.0 * estimate.score), "points per game"));
    }
    if let Some(llr) = &snapshot.llr {
        let bounds = format!("{} to {}", signed(llr.bounds.lower), signed(llr.bounds.upper));
        figures.push(("LLR", signed(llr.value), bounds, "log-likelihood ratio and its bounds"));
    }
    let ratio = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
    let draws = snapshot.draw_ratio.map_or_else(|| "–".to_owned(), |value| format!("{value:.1} %"));
    figures.push(if snapshot.is_paired {
        figure("Pairs 1–1", draws, "pairs in which each engine has one point; fastchess calls it DrawRatio")
    } else {
        figure("Draws", draws, "drawn games")
    });
    if snapshot.is_paired {
        figures.push(figure("Pairs ratio", ratio(snapshot.pairs_ratio), "pairs won by pairs lost"));
        figures.push(figure(
            "WL/DD",
            ratio(snapshot.wl_dd_ratio),
            "level pairs with wins by those with draws",
        ));
    }
    // With a clock the time is used up whatever the speed, and a build is as fast as itself.
    let settings = props.view.settings();
    let is_timed = settings
        .engines
        .iter()
        .any(|engine| engine.limits.time_control.is_some() || engine.limits.movetime_ms.is_some());
    if let Some(gain) = snapshot.speed.filter(|_| !is_timed && !is_self_play(settings)) {
        let percent = match gain.error {
            Some(error) => format!("{} %", plus_minus(gain.percent, error)),
            None => format!("{} %", one_decimal(gain.percent)),
        };
        figures.push(figure(
            "Speed",
            percent,
            "how much faster the first engine moves than the second, with 95 % error",
        ));
    }
    html! {
        <section class="card lab-card" aria-label="Result">
            <header class="panel-header"><h2>{ "Result" }</h2><span class="lab-summary-note">{ format!("{} against {}", pair[0], pair[1]) }</span></header>
            <dl class="lab-figures">
                { for figures.iter().map(|(name, value, note, hint)| html! {
                    <div key={*name} title={*hint}><dt>{ *name }</dt><dd>{ value }if !note.is_empty() { <small>{ note }</small> }</dd></div>
                }) }
            </dl>
            <div class="lab-bars">
                <h3>{ "Games" }</h3>
                <Bar label="Games by result" parts={games} />
                if snapshot.is_paired {
                    <h3>{ "Pairs by points" }</h3>
                    <Bar label="Pairs by points" parts={pairs} />
                }
            </div>
        </section>
    }
}

/// A figure that needs no second line: its name, its value, what it means.
fn figure(
    name: &'static str,
    value: String,
    hint: &'static str,
) -> (&'static str, String, String, &'static str) {
    (name, value, String::new(), hint)
}
