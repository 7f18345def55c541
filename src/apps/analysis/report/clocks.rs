//! Time usage of both sides.

use super::shown::ShownReport;
use crate::apps::analysis::strings;
use crate::state::move_list::time_text;
use crate::state::report::ReportMove;
use std::fmt::Write as _;
use tabia_chess::Color;
use tabia_pgn::NodeId;
use yew::prelude::*;

/// Number of longest thinks listed.
const LONGEST: usize = 5;

/// Properties of [`ClockUse`].
#[derive(Properties, PartialEq)]
pub struct ClockUseProps {
    /// Report.
    pub shown: ShownReport,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
}

/// Times as bars, White's upwards, with a list of the longest ones and a list of all.
#[component]
pub fn ClockUse(props: &ClockUseProps) -> Html {
    let ClockUseProps { shown, on_go } = props;
    let report = &shown.report;
    let [white, black] = [Color::White, Color::Black].map(|color| time_text(report.time_of(color)));
    let longest = report.longest(LONGEST);
    let row = |m: &ReportMove| {
        let node = m.node;
        let onclick = on_go.reform(move |_: MouseEvent| node);
        html! { <li><button type="button" class="button quiet small" {onclick}>{ &m.name }<span>{ m.time.map(time_text) }</span></button></li> }
    };
    html! {
        <details class="report-clocks">
            <summary>{ strings::clock_use(&white, &black) }</summary>
            <svg viewBox={format!("0 0 {} 100", report.moves.len().max(1))} preserveAspectRatio="none" role="img" aria-label={strings::clock_bars()}>
                <path class="clock-white" d={bars(shown, Color::White)} /><path class="clock-black" d={bars(shown, Color::Black)} />
            </svg>
            <p class="report-note">{ strings::longest_thinks() }</p>
            <ul>{ for longest.into_iter().map(row) }</ul>
            <details class="report-all-times">
                <summary>{ strings::all_times() }</summary>
                <ul>{ for report.moves.iter().filter(|m| m.time.is_some()).map(row) }</ul>
            </details>
        </details>
    }
}

/// Bars of one side. Their height is the square root of the time, so that short thinks stay visible next to long ones.
fn bars(shown: &ShownReport, color: Color) -> String {
    let moves = &shown.report.moves;
    let most = moves.iter().filter_map(|m| m.time).max().map_or(1.0, |time| time.as_secs_f64().max(0.001));
    let mut path = String::new();
    for (index, m) in moves.iter().enumerate().filter(|(_, m)| m.color == color) {
        let Some(time) = m.time else { continue };
        let height = 50.0 * (time.as_secs_f64() / most).sqrt();
        let to = if color == Color::White { 50.0 - height } else { 50.0 + height };
        let x = index as f64 + 0.05;
        let _ = write!(path, "M{x:.2} 50V{to:.1}h.9V50Z");
    }
    path
}
