//! Figures of a match: scores, Elo, ratios.

use super::snapshot::{MatchView, counts_of};
use crate::apps::lab::components::bars::{Bar, BarPart};
use crate::apps::lab::strings;
use crate::components::events::selected;
use crate::components::select::Select;
use crate::state::lab::chart::signed;
use crate::state::lab::self_play::is_self_play;
use crate::state::lab::words::{interval_words, one_decimal, plus_minus};
use std::rc::Rc;
use tabia_arena::{Snapshot, SprtSettings};
use tabia_stats::{
    Convention, EncounterResult, Estimate, Interval, Lead, WdlCounts, pairs_ratio, wl_dd_ratio,
};
use yew::prelude::*;

/// Properties of [`MatchFigures`].
#[derive(Properties, PartialEq)]
pub struct MatchFiguresProps {
    /// Current view of the match.
    pub view: Rc<MatchView>,
    /// Pairing to show of more than two engines; all of them if `None`.
    pub pairing: Option<[usize; 2]>,
    /// Chooses another pairing.
    pub on_pairing: Callback<Option<[usize; 2]>>,
}

/// Results as bars, with the figures derived from them.
#[component]
pub fn MatchFigures(props: &MatchFiguresProps) -> Html {
    let MatchFiguresProps { view, pairing, on_pairing } = props;
    let names = view.settings().names();
    let is_tournament = names.len() > 2;
    let chosen = if is_tournament { *pairing } else { Some([0, 1]) };
    let result = chosen.and_then(|chosen| view.pairing(chosen));
    let name = |index: usize| names.get(index).cloned().unwrap_or_default();
    html! {
        <section class="card lab-card" aria-label={strings::result()}>
            <header class="panel-header">
                <h2>{ strings::result() }</h2>
                if is_tournament {
                    { pairing_choice(view, &names, *pairing, on_pairing) }
                } else {
                    <span class="lab-summary-note">{ strings::against(&name(0), &name(1)) }</span>
                }
            </header>
            { match &result {
                Some(result) => of_two(view, result, is_tournament),
                None => of_several(&view.snapshot, &names),
            } }
        </section>
    }
}

/// Renders the lists that choose a pairing: an engine and its opponent.
fn pairing_choice(
    view: &Rc<MatchView>,
    names: &[String],
    pairing: Option<[usize; 2]>,
    on_pairing: &Callback<Option<[usize; 2]>>,
) -> Html {
    let order = &view.snapshot.ranking.order;
    let opponents = |engine: usize| -> Vec<usize> {
        order.iter().copied().filter(|&other| view.pairing([engine, other]).is_some()).collect()
    };
    let option = |engine: usize, is_chosen: bool| html! { <option key={engine} selected={is_chosen}>{ &names[engine] }</option> };
    let choose_engine = {
        // Each engine with its opponent: the present one if they meet.
        let now = pairing.map(|[_, opponent]| opponent);
        let choices: Vec<Option<[usize; 2]>> = order
            .iter()
            .map(|&engine| {
                let opponents = opponents(engine);
                let stays = now.filter(|opponent| opponents.contains(opponent));
                stays.or_else(|| opponents.first().copied()).map(|opponent| [engine, opponent])
            })
            .collect();
        let on_pairing = on_pairing.clone();
        Callback::from(move |event: Event| {
            let place = selected(&event).and_then(|index| index.checked_sub(1));
            on_pairing.emit(place.and_then(|place| choices.get(place).copied().flatten()));
        })
    };
    let opponent = pairing.map(|[engine, chosen]| {
        let opponents = opponents(engine);
        let onchange = {
            let (on_pairing, opponents) = (on_pairing.clone(), opponents.clone());
            Callback::from(move |event: Event| {
                let opponent = selected(&event).and_then(|index| opponents.get(index).copied());
                on_pairing.emit(opponent.map(|opponent| [engine, opponent]));
            })
        };
        html! {
            <Select label={strings::opponent()} {onchange}>
                { for opponents.iter().map(|&engine| option(engine, engine == chosen)) }
            </Select>
        }
    });
    html! {
        <div class="lab-pairing">
            <Select label={strings::pairing_of()} onchange={choose_engine}>
                <option selected={pairing.is_none()}>{ strings::all_engines() }</option>
                { for order.iter().map(|&engine| option(engine, pairing.is_some_and(|[chosen, _]| chosen == engine))) }
            </Select>
            { opponent }
        </div>
    }
}

/// Renders the result of two engines, from the first one's side.
fn of_two(view: &MatchView, result: &EncounterResult, is_tournament: bool) -> Html {
    if is_tournament && result.wdl.games() == 0 {
        return html! { <p class="field-hint lab-padded">{ strings::no_games_yet() }</p> };
    }
    let figures = [strength(view, result, is_tournament), ratios(view, result, is_tournament)].concat();
    let part = |class, name, count| BarPart { class, name, count };
    let pairs = result.pairs.map(|pairs| {
        let [ll, ld, level, wd, ww] = pairs.ptnml();
        vec![
            part("pair-4", "2–0", ww),
            part("pair-3", "1½–½", wd),
            part("pair-2", "1–1", level),
            part("pair-1", "½–1½", ld),
            part("pair-0", "0–2", ll),
        ]
    });
    html! {
        <>
            <dl class="lab-figures">
                { for figures.iter().map(|(name, value, note, hint)| html! {
                    <div key={*name} title={*hint}><dt>{ *name }</dt><dd>{ value }if !note.is_empty() { <small>{ note }</small> }</dd></div>
                }) }
            </dl>
            <div class="lab-bars">
                <h3>{ strings::games() }</h3>
                <Bar label={strings::games_by_result()} parts={games_by_result(&result.wdl)} />
                if let Some(parts) = pairs {
                    <h3>{ strings::pairs_by_points() }</h3>
                    <Bar label={strings::pairs_by_points()} {parts} />
                }
            </div>
        </>
    }
}

/// Renders results for each of more than two engines, strongest first. Head-to-head scores are in the crosstable.
fn of_several(snapshot: &Snapshot, names: &[String]) -> Html {
    let total = |engine: usize| -> WdlCounts { snapshot.crosstable[engine].iter().copied().sum() };
    html! {
        <div class="lab-bars">
            { for snapshot.ranking.order.iter().map(|&engine| html! {
                <div key={engine} class="lab-bars-of">
                    <h3>{ &names[engine] }</h3>
                    <Bar label={names[engine].clone()} parts={games_by_result(&total(engine))} />
                </div>
            }) }
        </div>
    }
}

/// Returns results as the parts of a bar.
fn games_by_result(wdl: &WdlCounts) -> Vec<BarPart> {
    vec![
        BarPart { class: "win", name: strings::won(), count: wdl.wins },
        BarPart { class: "draw", name: strings::drawn(), count: wdl.draws },
        BarPart { class: "loss", name: strings::lost(), count: wdl.losses },
    ]
}

/// Figure: name, value, second line, explanation.
type Figure = (&'static str, String, String, &'static str);

/// Returns the figures about playing strength.
fn strength(view: &MatchView, result: &EncounterResult, is_tournament: bool) -> Vec<Figure> {
    let counts = counts_of(result);
    let mut figures = Vec::new();
    if result.wdl.games() > 0 {
        let (estimate, interval) = (Estimate::new(&counts, Convention::Fastchess), Interval::new(&counts));
        // Too few games prove nothing, however large the figures are.
        let is_known = interval.lead() != Lead::TooFew;
        let known = |value: String| if is_known { value } else { "–".to_owned() };
        let is_bounded = interval.low.is_some() && interval.high.is_some();
        let elo = if is_bounded { one_decimal(estimate.elo) } else { "–".to_owned() };
        let interval = if is_known { interval_words(interval) } else { strings::too_few_games().to_owned() };
        figures.push((strings::elo(), elo, interval, strings::with_interval()));
        figures.push((
            strings::nelo(),
            known(plus_minus(estimate.nelo, estimate.nelo_err)),
            if is_known { strings::fastchess_error().to_owned() } else { String::new() },
            strings::nelo_hint(),
        ));
        figures.push(figure(
            "LOS",
            known(format!("{:.1} %", 100.0 * estimate.los)),
            strings::likelihood_of_superiority(),
        ));
        figures.push(figure(
            strings::score(),
            format!("{:.2} %", 100.0 * estimate.score),
            strings::points_per_game(),
        ));
    }
    if is_tournament {
        // Nothing was tested; the LLR shows how far a test of this pairing alone would have come.
        figures.extend(SprtSettings::default().sprt().ok().map(|sprt| {
            let range = strings::as_if_tested(&sprt.elo0(), &sprt.elo1());
            ("LLR", signed(sprt.llr(&counts).value), range, strings::llr_of_pairing_hint())
        }));
    } else if let Some(llr) = &view.snapshot.llr {
        let bounds = strings::range(&signed(llr.bounds.lower), &signed(llr.bounds.upper));
        figures.push(("LLR", signed(llr.value), bounds, strings::llr_hint()));
    }
    figures
}

/// Returns the figures about pairs, draws and speed.
fn ratios(view: &MatchView, result: &EncounterResult, is_tournament: bool) -> Vec<Figure> {
    let mut figures = Vec::new();
    let draws =
        counts_of(result).draw_ratio().map_or_else(|| "–".to_owned(), |value| format!("{value:.1} %"));
    if let Some(pairs) = &result.pairs {
        figures.push(figure(strings::level_pairs(), draws, strings::level_pairs_hint()));
        figures.push(figure(strings::pairs_ratio(), pairs_ratio(pairs), strings::pairs_ratio_hint()));
        figures.push(figure("WL/DD", wl_dd_ratio(pairs), strings::wl_dd_hint()));
    } else {
        figures.push(figure(strings::draws(), draws, strings::drawn_games()));
    }
    // With a clock, engines use up their time at any speed, and a build is as fast as itself.
    let settings = view.settings();
    let is_timed = settings
        .engines
        .iter()
        .any(|engine| engine.limits.time_control.is_some() || engine.limits.movetime_ms.is_some());
    if let Some(gain) = view.snapshot.speed.filter(|_| !is_tournament && !is_timed && !is_self_play(settings))
    {
        let percent = match gain.error {
            Some(error) => format!("{} %", plus_minus(gain.percent, error)),
            None => format!("{} %", one_decimal(gain.percent)),
        };
        figures.push(figure(strings::speed(), percent, strings::speed_hint()));
    }
    figures
}

/// Creates a figure without a second line: name, value, explanation.
fn figure(name: &'static str, value: String, hint: &'static str) -> Figure {
    (name, value, String::new(), hint)
}
