//! Solved problems over time, one curve per engine. The table next to it has the same numbers.

use yew::prelude::*;

use crate::apps::tools::strings;

/// Size of the drawing in SVG units.
const SIZE: (f64, f64) = (376.0, 170.0);
/// Origin of the axes and position of the last limit, with room for half its label.
const LEFT: f64 = 34.0;
const RIGHT: f64 = 350.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 142.0;

/// Properties of [`Curve`].
#[derive(Properties, PartialEq)]
pub struct CurveProps {
    /// Time limits in milliseconds, as in the table.
    pub limits: Vec<f64>,
    /// Name of each engine and the number of problems it had solved at each limit.
    pub engines: Vec<(String, Vec<usize>)>,
    /// Largest number of problems attempted by an engine.
    pub most: usize,
}

/// Curves; empty with a single limit.
#[component]
pub fn Curve(props: &CurveProps) -> Html {
    let CurveProps { limits, engines, most } = props;
    if limits.len() < 2 || *most == 0 {
        return html! {};
    }
    let label = strings::curve_label(limits.first().copied(), limits.last().copied());
    let mut ticks = vec![*most, *most / 2, 0];
    ticks.dedup();
    // Not every limit has room for its label.
    let every = limits.len().div_ceil(7);
    let labels = limits.iter().enumerate().filter(|(place, _)| place % every == 0);
    html! {
        <figure class="suite-curve">
            <svg viewBox={format!("0 0 {} {}", SIZE.0, SIZE.1)} role="img" aria-label={label}>
                { for ticks.into_iter().map(|solved| {
                    let y = y(solved, *most);
                    html! { <g key={solved}><line class="curve-grid" x1={LEFT.to_string()} x2={RIGHT.to_string()} y1={text(y)} y2={text(y)} /><text class="curve-text" x={(LEFT - 5.0).to_string()} y={text(y + 4.0)} text-anchor="end">{ solved }</text></g> }
                }) }
                { for labels.map(|(place, limit_ms)| html! { <text key={place} class="curve-text" x={text(x(place, limits.len()))} y={text(BOTTOM + 16.0)} text-anchor="middle">{ strings::limit(*limit_ms) }</text> }) }
                { for engines.iter().enumerate().map(|(engine, (_, solved))| html! { <polyline key={engine} class={class(engine)} points={points(solved, *most)} /> }) }
            </svg>
            if engines.len() > 1 {
                <figcaption>{ for engines.iter().enumerate().map(|(engine, (name, _))| html! {
                    <span key={engine}><svg viewBox="0 0 28 8" aria-hidden="true"><polyline class={class(engine)} points="1,4 27,4" /></svg>{ name }</span>
                }) }</figcaption>
            }
        </figure>
    }
}

/// CSS class of an engine; dashes as well as colours distinguish the engines.
fn class(engine: usize) -> String {
    format!("curve curve-{}", engine % 4)
}

fn text(number: f64) -> String {
    format!("{number:.1}")
}

fn x(place: usize, count: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * place as f64 / count.saturating_sub(1).max(1) as f64
}

fn y(solved: usize, most: usize) -> f64 {
    BOTTOM - (BOTTOM - TOP) * solved as f64 / most.max(1) as f64
}

/// Points of a curve.
fn points(solved: &[usize], most: usize) -> String {
    let corner = |(place, &count): (usize, &usize)| {
        format!("{},{}", text(x(place, solved.len())), text(y(count, most)))
    };
    solved.iter().enumerate().map(corner).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_from_the_first_limit_to_the_last_and_from_none_to_all() {
        assert_eq!(points(&[0, 5, 10], 10), "34.0,142.0 192.0,77.0 350.0,12.0");
        assert_eq!(points(&[3], 3), "34.0,12.0");
        assert_eq!(points(&[0, 0], 0), "34.0,142.0 350.0,142.0");
    }
}
