//! How each engine's games ended.

use super::snapshot::MatchView;
use crate::apps::lab::strings;
use crate::language::Text;
use crate::state::lab::chart::grouped;
use std::rc::Rc;
use tabia_arena::{Cause, Endings};
use tabia_stats::PlayerResult;
use yew::prelude::*;

/// Properties of [`EndingsCard`].
#[derive(Properties, PartialEq)]
pub struct EndingsCardProps {
    /// Current view of the match.
    pub view: Rc<MatchView>,
}

/// Results with their names.
const RESULTS: [(PlayerResult, Text); 3] = [
    (PlayerResult::Win, strings::won),
    (PlayerResult::Draw, strings::drawn),
    (PlayerResult::Loss, strings::lost),
];

/// Table of each engine's wins, draws and losses, with causes.
#[component]
pub fn EndingsCard(props: &EndingsCardProps) -> Html {
    let view = &props.view;
    let endings = &view.snapshot.endings;
    if view.snapshot.finished_games == 0 {
        return html! {};
    }
    html! {
        <details class="card lab-card lab-fold">
            <summary>{ strings::how_games_ended() }</summary>
            <div class="lab-scroll" tabindex="0" role="region" aria-label={strings::how_games_ended()}>
                <table class="lab-table lab-endings">
                    <thead><tr><th scope="col">{ strings::result() }</th><th scope="col">{ strings::games() }</th><th scope="col">{ strings::by() }</th></tr></thead>
                    { for view.settings().engines.iter().zip(endings).enumerate().map(|(key, (engine, endings))| html! {
                        <tbody {key}>
                            <tr><th class="lab-endings-engine" scope="rowgroup" colspan="3">{ &engine.name }</th></tr>
                            { for RESULTS.into_iter().map(|(result, word)| html! {
                                <tr key={word()}>
                                    <th scope="row">{ word() }</th>
                                    <td>{ grouped(endings.total(result)) }</td>
                                    <td class="lab-causes">{ causes(endings, result) }</td>
                                </tr>
                            }) }
                        </tbody>
                    }) }
                </table>
            </div>
        </details>
    }
}

/// Returns the causes of a result, most frequent first.
fn causes(endings: &Endings, result: PlayerResult) -> String {
    let mut causes: Vec<(Cause, u64)> = endings.causes(result).collect();
    causes.sort_by_key(|(cause, count)| (std::cmp::Reverse(*count), *cause));
    let words =
        causes.into_iter().map(|(cause, count)| format!("{} {}", strings::cause(cause), grouped(count)));
    let words = words.collect::<Vec<_>>().join(", ");
    if words.is_empty() { "–".to_owned() } else { words }
}
