//! Table of the problems and each engine's result.

use std::rc::Rc;

use tabia_suite::{Outcome, Problem};
use yew::prelude::*;

use super::detail::Detail;
use super::naming::problem_name;
use super::rows::{ProblemFilter, ProblemRows, rows};
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::{named, place_in};
use crate::apps::tools::numbers::{compact, seconds};
use crate::apps::tools::strings;
use crate::apps::tools::virtual_list::VirtualList;
use crate::components::select_field::SelectField;
use crate::services::suites::SuiteService;

/// Row height in CSS pixels, as in tools.css.
const ROW: f64 = 46.0;

/// Properties of [`ProblemTable`].
#[derive(Properties, PartialEq)]
pub struct ProblemTableProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Suite service.
    pub service: SuiteService,
    /// Version of the displayed state.
    pub version: u64,
}

/// Table with the selected problem next to it.
#[component]
pub fn ProblemTable(props: &ProblemTableProps) -> Html {
    let ProblemTableProps { context, service, version } = props;
    let filter = use_state_eq(|| ProblemFilter::All);
    let chosen = use_state_eq(|| None::<usize>);
    let problems = service.problems();
    let rows = service
        .with_runner(|runner| rows(runner, problems.len(), *filter))
        .unwrap_or_else(|| ProblemRows::All(problems.len()));
    if problems.is_empty() {
        return html! {};
    }
    let engines = service.with_runner(|runner| runner.settings().engines.clone()).unwrap_or_default();
    let row = {
        let (service, problems, rows, chosen) =
            (service.clone(), Rc::clone(&problems), rows.clone(), chosen.clone());
        Callback::from(move |place: usize| {
            let Some((index, problem)) =
                rows.get(place).and_then(|index| Some((index, problems.get(index)?)))
            else {
                return Html::default();
            };
            problem_row(&service, index, problem, &chosen)
        })
    };
    let shown = chosen.and_then(|index| rows.position(index));
    let onkeydown = keys(&rows, &chosen);
    let head = html! {
        <div role="rowgroup" class="suite-head"><div role="row" class="suite-row">
            <span role="columnheader">{ strings::problem() }</span>
            { for engines.iter().map(|engine| html! { <span key={engine.id.clone()} role="columnheader">{ &engine.name }</span> }) }
        </div></div>
    };
    let on_filter = {
        let filter = filter.setter();
        Callback::from(move |place: usize| {
            filter.set(ProblemFilter::ALL.get(place).copied().unwrap_or(ProblemFilter::All));
        })
    };
    let style = format!("--engines: {}", engines.len());
    html! {
        <section class="card tools-card suite" aria-label={strings::problems()} {style}>
            <header class="tools-head">
                <h2>{ strings::problems() }</h2>
                if !engines.is_empty() { <SelectField id="suite-filter" class="tools-field" label={strings::show()} names={named(&ProblemFilter::ALL, filter_name)} chosen={place_in(&ProblemFilter::ALL, &filter)} on_choose={on_filter} /> }
                <span class="tools-hint">{ strings::rows_shown(rows.len(), problems.len()) }</span>
            </header>
            <div class={classes!("suite-parts", chosen.is_some().then_some("with-detail"))}>
                <VirtualList class="suite-table" label={strings::problems()} count={rows.len()} row_height={ROW} {row} {head} {onkeydown} {shown} />
                if let Some(index) = *chosen {
                    <Detail key={index} context={context.clone()} service={service.clone()} {index} version={*version} on_close={let chosen = chosen.setter(); Callback::from(move |()| chosen.set(None))} />
                }
            </div>
        </section>
    }
}

fn filter_name(filter: ProblemFilter) -> &'static str {
    match filter {
        ProblemFilter::All => strings::all(),
        ProblemFilter::Unsolved => strings::unsolved(),
        ProblemFilter::Solved => strings::solved(),
        ProblemFilter::Different => strings::different(),
    }
}

/// Moves the selection with the arrow keys.
fn keys(rows: &ProblemRows, chosen: &UseStateHandle<Option<usize>>) -> Callback<KeyboardEvent> {
    let (rows, chosen) = (rows.clone(), chosen.clone());
    Callback::from(move |event: KeyboardEvent| {
        let here = chosen.and_then(|index| rows.position(index));
        let next = match (event.key().as_str(), here) {
            ("ArrowDown", None) | ("Home", _) => 0,
            ("ArrowDown", Some(place)) => place + 1,
            ("ArrowUp", Some(place)) => place.saturating_sub(1),
            ("End", _) => rows.len().saturating_sub(1),
            _ => return,
        };
        if let Some(index) = rows.get(next) {
            event.prevent_default();
            chosen.set(Some(index));
        }
    })
}

fn problem_row(
    service: &SuiteService,
    index: usize,
    problem: &Problem,
    chosen: &UseStateHandle<Option<usize>>,
) -> Html {
    let is_chosen = **chosen == Some(index);
    let onclick = {
        let chosen = chosen.setter();
        Callback::from(move |_: MouseEvent| chosen.set(Some(index)))
    };
    let cells = service.with_runner(|runner| {
        let count = runner.settings().engines.len();
        let searched: Vec<usize> = runner
            .being_searched()
            .filter(|(_, problem)| *problem == index)
            .map(|(engine, _)| engine)
            .collect();
        (0..count)
            .map(|engine| cell(problem, runner.outcome(engine, index), searched.contains(&engine), engine))
            .collect::<Vec<_>>()
    });
    html! {
        <div key={index} role="row" class={classes!("suite-row", is_chosen.then_some("chosen"))} aria-rowindex={(index + 2).to_string()} {onclick}>
            <span role="cell" class="suite-problem">
                <button type="button" tabindex="-1" aria-pressed={is_chosen.to_string()}>{ problem_name(problem) }</button>
                <small>{ problem.question() }</small>
            </span>
            { for cells.unwrap_or_default() }
        </div>
    }
}

/// Result of an engine on a problem.
fn cell(problem: &Problem, outcome: Option<&Outcome>, is_searched: bool, key: usize) -> Html {
    let Some(outcome) = outcome else {
        let text = if is_searched { strings::searching() } else { "" };
        return html! { <span {key} role="cell" class="suite-cell"><small>{ text }</small></span> };
    };
    let chosen = outcome.chosen.map_or_else(|| strings::no_move().to_owned(), |m| problem.position.san(m));
    let moment = outcome.found.unwrap_or(outcome.end);
    let (class, mark, word) = if outcome.is_solved {
        ("right", "✓", strings::solved_word())
    } else {
        ("wrong", "✗", strings::unsolved_word())
    };
    let facts = strings::moment(&seconds(moment.time_ms), moment.depth, &compact(moment.nodes as f64));
    html! {
        <span {key} role="cell" class={classes!("suite-cell", class)} data-solved={outcome.is_solved.to_string()} data-nodes={moment.nodes.to_string()} data-end={outcome.end.nodes.to_string()} data-depth={moment.depth.to_string()} data-move={chosen.clone()}>
            <b><span aria-hidden="true">{ mark }</span><span class="visually-hidden">{ word }</span>{ " " }{ chosen }</b>
            <small>{ facts }{ outcome.points.map(strings::points).unwrap_or_default() }</small>
        </span>
    }
}
