//! Bar of counts, with the number of each part.

use crate::state::lab::chart::grouped;
use yew::prelude::*;

/// Part of a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct BarPart {
    /// CSS class.
    pub class: &'static str,
    /// Name of the counted outcome.
    pub name: &'static str,
    /// Number of occurrences.
    pub count: u64,
}

/// Properties of [`Bar`].
#[derive(Properties, PartialEq)]
pub struct BarProps {
    /// Label of the bar.
    pub label: AttrValue,
    /// Parts in order.
    pub parts: Vec<BarPart>,
}

/// Bar with a legend below, since colour alone conveys nothing.
#[component]
pub fn Bar(props: &BarProps) -> Html {
    let total: u64 = props.parts.iter().map(|part| part.count).sum();
    let share = |count: u64| if total == 0 { 0.0 } else { 100.0 * count as f64 / total as f64 };
    html! {
        <div class="lab-bar" role="group" aria-label={props.label.clone()}>
            <div class="lab-bar-parts" aria-hidden="true">
                { for props.parts.iter().map(|part| html! {
                    <span key={part.name} class={classes!("lab-bar-part", part.class)} style={format!("flex-grow: {}", share(part.count))} hidden={part.count == 0}></span>
                }) }
            </div>
            <ul class="lab-bar-legend">
                { for props.parts.iter().map(|part| html! {
                    <li key={part.name}>
                        <span class={classes!("lab-bar-dot", part.class)} aria-hidden="true"></span>
                        { part.name }<b>{ grouped(part.count) }</b>
                        <small>{ format!("{:.0} %", share(part.count)) }</small>
                    </li>
                }) }
            </ul>
        </div>
    }
}
