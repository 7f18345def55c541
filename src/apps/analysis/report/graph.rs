//! Graph of White's winning chances with the game phases; also a keyboard slider.

use super::numbers::mark;
use super::shown::ShownReport;
use crate::apps::analysis::strings;
use crate::state::report::{MarkedMoves, area};
use std::rc::Rc;
use tabia_pgn::NodeId;
use tabia_report::{Phase, Phases, eval_words};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`EvalGraph`].
#[derive(Properties, PartialEq)]
pub struct EvalGraphProps {
    /// Report.
    pub shown: ShownReport,
    /// Current ply of the main line.
    pub ply: usize,
    /// Moves marked for another report.
    pub marked: MarkedMoves,
    /// Changes the marked moves.
    pub on_mark: Callback<MarkedMoves>,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
}

/// Evaluation graph.
#[component]
pub fn EvalGraph(props: &EvalGraphProps) -> Html {
    let EvalGraphProps { shown, ply, marked, on_mark, on_go } = props;
    let report = Rc::clone(&shown.report);
    let plies = report.moves.len();
    let hovered = use_state_eq(|| None::<usize>);
    // Where nothing is known yet, the graph is neither white nor black.
    let paths = use_memo(shown.clone(), |shown| {
        let percentages = shown.report.percentages();
        let known: Vec<Option<f64>> = percentages.iter().map(|percent| percent.map(|_| 100.0)).collect();
        (area(&known), area(&percentages))
    });
    let go = use_callback((shown.clone(), on_go.clone()), |ply: usize, (shown, on_go)| {
        let moves = &shown.report.moves;
        on_go.emit(ply.checked_sub(1).and_then(|index| moves.get(index)).map_or(NodeId::ROOT, |m| m.node));
    });
    let onpointermove = use_callback((hovered.setter(), plies), |event: PointerEvent, (hovered, plies)| {
        hovered.set(place_of(&event, *plies));
    });
    let onpointerleave = use_callback(hovered.setter(), |_: PointerEvent, hovered| hovered.set(None));
    let mark_to = use_callback((shown.clone(), *ply, on_mark.clone()), |to: usize, (shown, ply, on_mark)| {
        let numbers = shown.report.number_at(*ply).zip(shown.report.number_at(to));
        if let Some((one, other)) = numbers {
            on_mark.emit(MarkedMoves::between(one, other));
        }
    });
    let onclick = use_callback((go.clone(), mark_to, plies), |event: MouseEvent, (go, mark_to, plies)| {
        if let Some(ply) = place_of(&event, *plies) {
            let to = if event.shift_key() { mark_to } else { go };
            to.emit(ply);
        }
    });
    let onkeydown = use_callback((go, *ply, plies), |event: KeyboardEvent, (go, ply, plies)| {
        let to = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => ply.saturating_sub(1),
            "ArrowRight" | "ArrowUp" => (ply + 1).min(*plies),
            "PageDown" => ply.saturating_sub(10),
            "PageUp" => (ply + 10).min(*plies),
            "Home" => 0,
            "End" => *plies,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        go.emit(to);
    });
    let at = hovered.unwrap_or(*ply);
    let share = |ply: usize| 100.0 * ply as f64 / plies.max(1) as f64;
    html! {
        <div class="report-graph">
            <div class="graph-box" role="slider" tabindex="0" aria-label={strings::eval_graph()} aria-valuemin="0" aria-valuemax={plies.to_string()}
                aria-valuenow={ply.to_string()} aria-valuetext={words(shown, *ply)} {onpointermove} {onpointerleave} {onclick} {onkeydown}>
                <svg viewBox={format!("0 0 {} 100", plies.max(1))} preserveAspectRatio="none" aria-hidden="true">
                    <path class="graph-black" d={paths.0.clone()} /><path class="graph-white" d={paths.1.clone()} />
                </svg>
                { marked_area(shown, *marked, &share) }
                <span class="graph-middle" />
                { for dividers(report.phases, plies).into_iter().map(|(ply, name, has_room)| html! {
                    <span key={name} class="graph-phase" style={format!("left: {:.2}%", share(ply))}>if has_room { <span>{ name }</span> }</span>
                }) }
                <span class="graph-now" style={format!("left: {:.2}%", share(*ply))} />
                if let Some(ply) = *hovered { <span class="graph-hover" style={format!("left: {:.2}%", share(ply))} /> }
                { for dots(shown, &share) }
            </div>
            <p class="graph-words" aria-hidden="true">{ words(shown, at) }</p>
        </div>
    }
}

/// Marked range.
fn marked_area(shown: &ShownReport, marked: MarkedMoves, share: &dyn Fn(usize) -> f64) -> Html {
    let Some((from, to)) = shown.report.marked_plies(marked).filter(|_| marked.is_some()) else {
        return html! {};
    };
    let style = format!("left: {:.2}%; width: {:.2}%", share(from), share(to) - share(from));
    html! { <span class="graph-marked" {style} /> }
}

/// Dots of the judged moves, with a shape for each judgement.
fn dots(shown: &ShownReport, share: &dyn Fn(usize) -> f64) -> Vec<Html> {
    let dot = |(index, m): (usize, &crate::state::report::ReportMove)| {
        let (judgement, percent) = (m.judgement?, m.percent?);
        let style = format!(
            "left: {:.2}%; top: clamp(6px, {:.2}%, calc(100% - 6px))",
            share(index + 1),
            100.0 - percent
        );
        Some(html! { <span key={index} class={classes!("graph-dot", mark(judgement))} {style} /> })
    };
    shown.report.moves.iter().enumerate().filter_map(dot).collect()
}

/// Returns the starts of the phases, their names, and whether there is room for the name.
fn dividers(phases: Phases, plies: usize) -> Vec<(usize, &'static str, bool)> {
    let first = phases.at(0);
    let mut all = vec![(0, strings::phase(first), true)];
    let begins = [(phases.middlegame, Phase::Middlegame), (phases.endgame, Phase::Endgame)];
    all.extend(begins.into_iter().filter_map(|(at, phase)| {
        let at = at.filter(|&at| at > 0 && at < plies)?;
        Some((at, strings::phase(phase), true))
    }));
    for index in 0..all.len() {
        let end = all.get(index + 1).map_or(plies, |next| next.0);
        all[index].2 = (end - all[index].0) * 4 >= plies;
    }
    all
}

/// Describes a ply: move, evaluation, winning chances, judgement.
fn words(shown: &ShownReport, ply: usize) -> String {
    let report = &shown.report;
    let phase = report.phases.at(ply);
    let Some(m) = ply.checked_sub(1).and_then(|index| report.moves.get(index)) else {
        return strings::start_of_game(phase);
    };
    let eval = m.eval.map_or_else(|| strings::no_evaluation().to_owned(), eval_words);
    strings::graph_place(m, &eval, phase)
}

/// Returns the ply under the pointer.
fn place_of(event: &MouseEvent, plies: usize) -> Option<usize> {
    // Not `current_target`: that is the root, where Yew listens to all events.
    let element = event.target()?.dyn_into::<Element>().ok()?.closest(".graph-box").ok()??;
    let place = element.get_bounding_client_rect();
    let share = (f64::from(event.client_x()) - place.left()) / place.width().max(1.0);
    Some((share.clamp(0.0, 1.0) * plies as f64).round() as usize)
}
