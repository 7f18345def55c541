//! How the games of each engine ended.

use super::View;
use crate::state::lab::chart::grouped;
use std::rc::Rc;
use tabia_arena::stats::GameResult;
use tabia_arena::{Cause, Endings};
use yew::prelude::*;

/// Properties of [`EndingsCard`].
#[derive(Properties, PartialEq)]
pub struct EndingsCardProps {
    /// The match.
    pub view: Rc<View>,
}

/// The results, with their names.
const RESULTS: [(GameResult, &str); 3] =
    [(GameResult::Win, "Won"), (GameResult::Draw, "Drawn"), (GameResult::Loss, "Lost")];

/// A table: the causes that occurred as rows, under each engine how many games were won, drawn and lost by them.
#[component]
pub fn EndingsCard(props: &EndingsCardProps) -> Html {
    let view = &props.view;
    let endings = &view.snapshot.endings;
    if view.snapshot.finished_games == 0 {
        return html! {};
    }
    html! {
        <details class="card lab-card lab-fold">
            <summary>{ "How games ended" }</summary>
            <div class="lab-scroll" tabindex="0" role="region" aria-label="How games ended">
                <table class="lab-table">
                    <thead><tr><th scope="col">{ "Engine" }</th><th scope="col">{ "Result" }</th><th scope="col">{ "Games" }</th><th scope="col">{ "By" }</th></tr></thead>
                    <tbody>
                        { for view.settings().engines.iter().zip(endings).flat_map(|(engine, endings)| {
                            RESULTS.into_iter().enumerate().map(|(row, (result, word))| html! {
                                <tr key={format!("{} {word}", engine.name)}>
                                    if row == 0 { <th scope="rowgroup" rowspan="3">{ &engine.name }</th> }
                                    <td>{ word }</td>
                                    <td>{ grouped(endings.total(result)) }</td>
                                    <td class="lab-causes">{ causes(endings, result) }</td>
                                </tr>
                            }).collect::<Vec<_>>()
                        }) }
                    </tbody>
                </table>
            </div>
        </details>
    }
}

/// The causes of a result, the most frequent first.
fn causes(endings: &Endings, result: GameResult) -> String {
    let mut causes: Vec<(Cause, u64)> = endings.causes(result).collect();
    causes.sort_by_key(|(cause, count)| (std::cmp::Reverse(*count), *cause));
    let words = causes.into_iter().map(|(cause, count)| format!("{} {}", cause.name(), grouped(count)));
    let words = words.collect::<Vec<_>>().join(", ");
    if words.is_empty() { "–".to_owned() } else { words }
}
