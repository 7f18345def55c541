//! Live LLR curve of a sequential test between its bounds.

use crate::apps::lab::strings;
use crate::state::lab::chart::{Chart, Size, signed};
use tabia_arena::LlrSnapshot;
use yew::prelude::*;

/// Properties of [`LlrChart`].
#[derive(Properties, PartialEq)]
pub struct LlrChartProps {
    /// LLR of the test.
    pub llr: LlrSnapshot,
    /// Whether units are pairs.
    pub is_paired: bool,
}

/// Size of the drawing, which is scaled to its box.
const SIZE: Size = Size { width: 640.0, height: 220.0 };

/// LLR curve. Screen readers get the figures as a sentence.
#[component]
pub fn LlrChart(props: &LlrChartProps) -> Html {
    let LlrChartProps { llr, is_paired } = props;
    let chart = Chart::new(&llr.curve, llr.bounds, SIZE);
    let Chart { size, left, right, bottom, zero, upper, lower, path, last, ticks } = chart;
    let label = strings::llr_label(
        &signed(llr.value),
        &signed(llr.bounds.lower),
        &signed(llr.bounds.upper),
        llr.curve.last().map_or(0, |&(unit, _)| unit),
        *is_paired,
    );
    let number = |value: f64| format!("{value:.1}");
    let across = |class: &'static str, at: f64| {
        html! { <line {class} x1={number(left)} x2={number(right)} y1={number(at)} y2={number(at)} /> }
    };
    html! {
        <svg class="llr-chart" viewBox={format!("0 0 {} {}", size.width, size.height)} role="img" aria-label={label} data-llr={llr.value.to_string()}>
            <rect class="llr-h1" x={number(left)} width={number(right - left)} y="0" height={number(upper.at.max(0.0))} />
            <rect class="llr-h0" x={number(left)} width={number(right - left)} y={number(lower.at)} height={number((bottom - lower.at).max(0.0))} />
            { across("llr-zero", zero) }
            { across("llr-bound h1", upper.at) }
            { across("llr-bound h0", lower.at) }
            <text class="llr-label" x={number(left - 5.0)} y={number(upper.at + 4.0)} text-anchor="end">{ upper.label }</text>
            <text class="llr-label" x={number(left - 5.0)} y={number(zero + 4.0)} text-anchor="end">{ "0" }</text>
            <text class="llr-label" x={number(left - 5.0)} y={number(lower.at + 4.0)} text-anchor="end">{ lower.label }</text>
            <text class="llr-name" x={number(left + 8.0)} y={number(upper.at + 16.0)}>{ "H1" }</text>
            <text class="llr-name" x={number(left + 8.0)} y={number(lower.at - 7.0)}>{ "H0" }</text>
            { for ticks.iter().map(|tick| html! {
                <text class="llr-label" x={number(tick.at)} y={number(bottom + 16.0)} text-anchor="end">{ &tick.label }</text>
            }) }
            <path class="llr-line" d={path} />
            if let Some((x, y)) = last {
                <circle class="llr-last" cx={number(x)} cy={number(y)} r="4" />
            }
        </svg>
    }
}
