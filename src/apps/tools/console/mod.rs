//! Engine console: the messages between the page and its engines, and a command line.

mod command;
mod export;
mod history;
mod keys;
mod lines;
mod listing;
mod narrow;
mod own;
mod script;
mod toolbar;
mod wanted;

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use yew::prelude::*;

use super::context::ToolsContext;
use super::strings;
use super::virtual_list::VirtualList;
use crate::platform::clock::now_ms;
use crate::services::uci_log::ring::LogEntry;
use crate::services::uci_log::{self, LoggedEngine};
use command::ConsoleCommandLine;
use keys::on_keys;
use lines::{LineFilter, Pattern, ShownLines};
use listing::{SharedLines, arrow, engine_name};
use narrow::use_narrow;
use own::OwnEngines;
use toolbar::Toolbar;
use wanted::WantedLines;

/// Row height in CSS pixels, as in tools.css; in narrow windows the engine name is above the line.
const ROW: f64 = 24.0;
const NARROW_ROW: f64 = 42.0;
/// Polling interval of the lines, in milliseconds.
const LOOK_MS: u32 = 150;
/// Maximum time of one poll, in milliseconds.
const SLICE_MS: f64 = 8.0;

/// Properties of [`Console`].
#[derive(Properties, PartialEq)]
pub struct ConsoleProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether the section is visible.
    pub is_seen: bool,
}

/// Returns the default target of commands: the newest running engine, preferably not a short-lived one, which would be gone before a
/// command is typed.
fn usual_target(engines: &[LoggedEngine]) -> Option<u32> {
    let running = || engines.iter().rev().filter(|listed| listed.is_running);
    running().find(|listed| !listed.is_passing).or_else(|| running().next()).map(|listed| listed.number)
}

/// Console section.
#[component]
pub fn Console(props: &ConsoleProps) -> Html {
    let ConsoleProps { context, is_seen } = props;
    let wanted = use_state_eq(WantedLines::default);
    let chosen = use_state_eq(|| None::<u64>);
    let engine = use_state_eq(|| None::<u32>);
    let shown = use_mut_ref(ShownLines::default);
    // Re-renders when lines or engines are added.
    let seen = use_state_eq(|| (0_u64, Vec::<LoggedEngine>::new()));
    use_effect_with(*is_seen, |is_seen| {
        let watch = is_seen.then(uci_log::watch);
        move || drop(watch)
    });
    use_lines(*is_seen, &wanted, &shown, seen.setter());
    let engines = seen.1.clone();
    let target =
        engine.filter(|number| engines.iter().any(|listed| listed.number == *number && listed.is_running));
    let target = target.or_else(|| usual_target(&engines));
    let on_change = use_callback(wanted.setter(), |next: WantedLines, wanted| wanted.set(next));
    let on_engine = use_callback(engine.setter(), |number: u32, engine| engine.set(Some(number)));
    let clear = {
        let (shown, seen, chosen) = (shown.clone(), seen.setter(), chosen.setter());
        Callback::from(move |()| {
            uci_log::clear();
            shown.replace(ShownLines::from(uci_log::with_lines(uci_log::ring::Ring::next_number)));
            chosen.set(None);
            seen.set((0, uci_log::engines()));
        })
    };
    let row = {
        let (shown, engines, chosen, pattern) =
            (shown.clone(), Rc::new(engines.clone()), chosen.clone(), Pattern::of(&wanted.text));
        let marks = !wanted.matches_only && !wanted.text.trim().is_empty();
        Callback::from(move |place: usize| {
            let Some(number) = shown.borrow().number(place) else { return Html::default() };
            uci_log::with_lines(|ring| ring.get(number).cloned())
                .map(|entry| row_html(&entry, &engines, &chosen, marks && pattern.is_in(&entry.text)))
                .unwrap_or_default()
        })
    };
    let on_find = find(&shown, &chosen, &wanted);
    let onkeydown = on_keys(&shown, &chosen, &wanted);
    let is_narrow = use_narrow();
    let row_height = if is_narrow { NARROW_ROW } else { ROW };
    let count = shown.borrow().len();
    let place = chosen.and_then(|number| place_of(&shown.borrow(), number));
    let on_scroll = {
        let wanted = wanted.clone();
        // Scrolling back pauses following; at the end, the list follows the newest lines again.
        Callback::from(move |is_end: bool| wanted.set(WantedLines { follows: is_end, ..(*wanted).clone() }))
    };
    html! {
        <>
            <section class="card tools-card console" aria-label={strings::console()} data-lines={count.to_string()}>
                <Toolbar wanted={(*wanted).clone()} engines={engines.clone()} {count} {on_change} {on_find} on_clear={clear} context={context.clone()} shown={SharedLines::new(shown.clone())} />
                <VirtualList class="console-lines" role="log" label={strings::lines_text()} {count} {row_height} {row} {onkeydown} follows_end={wanted.follows && !wanted.is_paused} shown={place} {on_scroll} />
                if count == 0 { <p class="tools-hint">{ if wanted.is_narrow() { strings::no_line_fits() } else { strings::no_lines() } }</p> }
                if let Some(number) = *chosen { { whole_line(number, context, &engines) } }
                <ConsoleCommandLine context={context.clone()} engines={engines.clone()} engine={target} {on_engine} />
            </section>
            <OwnEngines context={context.clone()} is_seen={*is_seen} on_started={let engine = engine.setter(); Callback::from(move |number| engine.set(Some(number)))} />
        </>
    }
}

/// Polls for new lines while the console is visible; a filter change starts over from the first line.
#[hook]
fn use_lines(
    is_seen: bool,
    wanted: &UseStateHandle<WantedLines>,
    shown: &Rc<RefCell<ShownLines>>,
    seen: UseStateSetter<(u64, Vec<LoggedEngine>)>,
) {
    let narrowing = wanted.narrowing();
    use_effect_with(narrowing, {
        let shown = shown.clone();
        move |_| {
            shown.replace(ShownLines::default());
        }
    });
    let key = (is_seen, wanted.is_paused, wanted.narrowing());
    use_effect_with(key, {
        let (shown, wanted) = (shown.clone(), (**wanted).clone());
        move |(is_seen, is_paused, _)| {
            let pattern = if wanted.matches_only { Pattern::of(&wanted.text) } else { Pattern::Any };
            let filter = LineFilter { engine: wanted.engine, direction: wanted.direction, pattern };
            let is_paused = *is_paused;
            let mut is_first = true;
            let mut look = move || {
                if !is_paused || std::mem::take(&mut is_first) {
                    let end_ms = now_ms() + SLICE_MS;
                    uci_log::with_lines(|ring| shown.borrow_mut().look(ring, &filter, || now_ms() < end_ms));
                }
                let last = shown.borrow().len().checked_sub(1).and_then(|place| shown.borrow().number(place));
                seen.set((last.map_or(0, |number| number + 1), uci_log::engines()));
            };
            let interval = is_seen.then(|| {
                look();
                Interval::new(LOOK_MS, look)
            });
            move || drop(interval)
        }
    });
}

fn place_of(shown: &ShownLines, number: u64) -> Option<usize> {
    shown.numbers().position(|other| other == number)
}

/// Selects the next or previous line that contains the search text.
fn find(
    shown: &Rc<RefCell<ShownLines>>,
    chosen: &UseStateHandle<Option<u64>>,
    wanted: &UseStateHandle<WantedLines>,
) -> Callback<bool> {
    let (shown, chosen, wanted) = (shown.clone(), chosen.clone(), wanted.clone());
    Callback::from(move |is_forward: bool| {
        let pattern = Pattern::of(&wanted.text);
        let here = *chosen;
        let has = |number: &u64| {
            uci_log::with_lines(|ring| ring.get(*number).is_some_and(|entry| pattern.is_in(&entry.text)))
        };
        let shown = shown.borrow();
        let found = if is_forward {
            shown.numbers().filter(|number| here.is_none_or(|here| *number > here)).find(has)
        } else {
            shown
                .numbers()
                .filter(|number| here.is_none_or(|here| *number < here))
                .filter(|number| has(number))
                .last()
        };
        if let Some(number) = found {
            chosen.set(Some(number));
            wanted.set(WantedLines { follows: false, ..(*wanted).clone() });
        }
    })
}

fn row_html(
    entry: &LogEntry,
    engines: &[LoggedEngine],
    chosen: &UseStateHandle<Option<u64>>,
    is_marked: bool,
) -> Html {
    let number = entry.number;
    let (symbol, word, class) = arrow(entry.direction);
    let is_chosen = **chosen == Some(number);
    let onclick = {
        let chosen = chosen.clone();
        Callback::from(move |_: MouseEvent| chosen.set((!is_chosen).then_some(number)))
    };
    let name = engines.iter().find(|listed| listed.number == entry.engine).map(engine_name);
    // Long lines are cut off where they would leave the screen.
    let text: String = entry.text.chars().take(400).collect();
    html! {
        <div key={number.to_string()} class={classes!("console-row", class, is_chosen.then_some("chosen"), is_marked.then_some("marked"))} data-number={number.to_string()} {onclick}>
            <span class="console-time">{ strings::time(entry.at_ms) }</span>
            <span class="console-engine" title={name.clone().unwrap_or_default()}>{ name.unwrap_or_default() }</span>
            <span class="console-arrow"><span aria-hidden="true">{ symbol }</span><span class="visually-hidden">{ word }</span></span>
            <span class="console-text">{ text }</span>
        </div>
    }
}

/// Full text of the selected line.
fn whole_line(number: u64, context: &ToolsContext, engines: &[LoggedEngine]) -> Html {
    let Some(entry) = uci_log::with_lines(|ring| ring.get(number).cloned()) else { return Html::default() };
    let copy = {
        let (context, text) = (context.clone(), entry.text.clone());
        Callback::from(move |_: MouseEvent| context.copy(&text))
    };
    let name =
        engines.iter().find(|listed| listed.number == entry.engine).map(engine_name).unwrap_or_default();
    html! {
        <div class="console-whole">
            <p class="tools-hint" aria-live="polite">{ strings::line_facts(number, &strings::time(entry.at_ms), &name, arrow(entry.direction).1) }</p>
            <pre tabindex="0" aria-label={strings::chosen_line()}>{ entry.text.to_string() }</pre>
            <button type="button" class="button small" onclick={copy}>{ strings::copy_line() }</button>
        </div>
    }
}
