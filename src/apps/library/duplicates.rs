//! Duplicate games: groups, how their games differ, and actions on the redundant ones.

use std::collections::BTreeSet;
use std::rc::Rc;

use tabia_worker::library::messages::{DuplicateRows, Duplicates, Games, Row};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::context::{LibraryContext, is_own};
use super::listed::{Empty, frame, use_listed};
use super::{actions, strings};
use crate::components::events::checked;
use crate::components::icon::{Icon, IconView};
use crate::components::question::Question;
use crate::state::library::text::{date_text, result_text};

/// Number of groups fetched at a time.
const PART: u32 = 50;

/// Properties of [`DuplicatesView`].
#[derive(Properties, PartialEq)]
pub struct DuplicatesViewProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
    /// Database to check.
    pub database: AttrValue,
}

/// Number of groups, and number of redundant games in them.
#[derive(Clone, Copy, Default)]
struct Counts {
    groups: u32,
    spare: u32,
}

/// View of the duplicates.
#[component]
pub fn DuplicatesView(props: &DuplicatesViewProps) -> Html {
    let DuplicatesViewProps { context, database } = props;
    let (listed, fetch) = {
        let (library, of) = (context.library.clone(), database.clone());
        use_listed(database, move |from| {
            let (library, of) = (library.clone(), of.clone());
            async move {
                let Duplicates { count, spare, groups, .. } = library.duplicates(&of, from, PART).await?;
                Ok((Counts { groups: count, spare }, groups))
            }
        })
    };
    let Counts { groups: count, spare } = listed.head;
    let marks = use_state_eq(BTreeSet::<u32>::new);
    let mark = use_callback(marks.clone(), |(game, is_marked): (u32, bool), marks| {
        let mut new = (**marks).clone();
        if is_marked {
            new.insert(game);
        } else {
            new.remove(&game);
        }
        marks.set(new);
    });
    let empty = Empty { asked: strings::looking_for_duplicates(), none: strings::no_duplicates() };
    let head = html! {
        <>
            <p role="status">{ strings::groups(count, spare) }</p>
            <p class="library-list-note">{ strings::duplicates_note() }</p>
            <DuplicateActions context={context.clone()} database={database.clone()} groups={Rc::clone(&listed.rows)} {spare} marks={marks.clone()} fetch={fetch.clone()} />
        </>
    };
    let row = |group: &DuplicateRows| group_html(context, database, group, &marks, &mark);
    frame(&listed, count, empty, &fetch, (head, listed.rows.iter().map(row).collect()))
}

/// Properties of [`DuplicateActions`].
#[derive(Properties, PartialEq)]
struct DuplicateActionsProps {
    context: LibraryContext,
    database: AttrValue,
    /// Groups shown.
    groups: Rc<Vec<DuplicateRows>>,
    /// Number of redundant games in all groups.
    spare: u32,
    marks: UseStateHandle<BTreeSet<u32>>,
    fetch: Callback<u32>,
}

/// Actions on the selected games, or on all redundant ones if none is selected.
#[component]
fn DuplicateActions(props: &DuplicateActionsProps) -> Html {
    let DuplicateActionsProps { context, database, groups, spare: all_spare, marks, fetch } = props;
    let is_asking = use_state_eq(|| false);
    let spare = {
        let (marks, groups) = (marks.clone(), Rc::clone(groups));
        Callback::from(move |_: MouseEvent| {
            let spare = groups.iter().flat_map(|group| group.rows.iter().skip(1)).map(|row| row.game);
            marks.set(if marks.is_empty() { spare.collect() } else { BTreeSet::new() });
        })
    };
    let export = {
        let (context, database, marks) = (context.clone(), database.to_string(), marks.clone());
        Callback::from(move |_: MouseEvent| {
            actions::export_list(&context, database.clone(), marks.iter().copied().collect());
        })
    };
    let (rest, count) = if marks.is_empty() {
        (Games::WithoutDuplicates, *all_spare as usize)
    } else {
        (Games::Without(marks.iter().copied().collect()), marks.len())
    };
    let export_rest = {
        let (context, database, rest) = (context.clone(), database.to_string(), rest.clone());
        Callback::from(move |_: MouseEvent| {
            actions::export_without(&context, database.clone(), rest.clone(), count);
        })
    };
    let remove = {
        let (context, marks, groups, fetch) =
            (context.clone(), marks.clone(), Rc::clone(groups), fetch.clone());
        Callback::from(move |_: MouseEvent| {
            let rows = groups.iter().flat_map(|group| &group.rows);
            let ids =
                rows.filter(|row| marks.contains(&row.game)).filter_map(|row| row.kept.clone()).collect();
            let (context, marks, fetch) = (context.clone(), marks.clone(), fetch.clone());
            spawn_local(async move {
                actions::remove_kept(&context, ids).await;
                marks.set(BTreeSet::new());
                fetch.emit(0);
            });
        })
    };
    let ask = {
        let is_asking = is_asking.setter();
        Callback::from(move |_: MouseEvent| is_asking.set(true))
    };
    let reduce = {
        let (context, database, is_asking) = (context.clone(), database.to_string(), is_asking.setter());
        Callback::from(move |()| {
            is_asking.set(false);
            actions::remove_from_database(&context, database.clone(), rest.clone(), count);
        })
    };
    let on_close = {
        let is_asking = is_asking.setter();
        Callback::from(move |()| is_asking.set(false))
    };
    let (rest_label, remove_label) = if marks.is_empty() {
        (strings::export_without_duplicates(), strings::remove_duplicates())
    } else {
        (strings::export_without_marked(), strings::remove_marked_from_file())
    };
    html! {
        <div class="library-list-actions">
            <button type="button" class="button small" onclick={spare}>{ if marks.is_empty() { strings::mark_spare() } else { strings::unmark() } }</button>
            <button type="button" class="button small" disabled={marks.is_empty()} onclick={export}><IconView icon={Icon::Download} />{ strings::export_marked() }</button>
            <button type="button" class="button small" disabled={count == 0} onclick={export_rest}><IconView icon={Icon::Download} />{ rest_label }</button>
            if is_own(database) {
                <button type="button" class="button small" disabled={marks.is_empty()} onclick={remove}><IconView icon={Icon::Delete} />{ strings::remove_marked() }</button>
            } else {
                <button type="button" class="button small" disabled={count == 0} onclick={ask}><IconView icon={Icon::Delete} />{ remove_label }</button>
            }
            if !marks.is_empty() { <span role="status">{ strings::marked(marks.len()) }</span> }
            if *is_asking {
                <Question title={strings::remove_from_database()} button={strings::remove()} on_done={reduce} {on_close}>
                    <p>{ strings::remove_from_database_note(count) }</p>
                </Question>
            }
        </div>
    }
}

fn group_html(
    context: &LibraryContext,
    database: &AttrValue,
    group: &DuplicateRows,
    marks: &BTreeSet<u32>,
    mark: &Callback<(u32, bool)>,
) -> Html {
    let differences: Vec<&str> =
        group.differences.iter().map(|difference| strings::difference(*difference)).collect();
    let first = group.rows.first().map_or(0, |row| row.game);
    html! {
        <li key={first} class="library-group card">
            <ul>{ for group.rows.iter().map(|row| duplicate_html(context, database, row, marks.contains(&row.game), mark)) }</ul>
            <p class="library-differences">
                if differences.is_empty() { { strings::same_in_all() } } else { { strings::differs_in() }{ ": " }<b>{ differences.join(", ") }</b> }
            </p>
        </li>
    }
}

fn duplicate_html(
    context: &LibraryContext,
    database: &AttrValue,
    row: &Row,
    is_marked: bool,
    mark: &Callback<(u32, bool)>,
) -> Html {
    let game = row.game;
    let name = strings::row_name(&row.white, &row.black, result_text(row.result));
    let onchange = {
        let mark = mark.clone();
        Callback::from(move |event: Event| mark.emit((game, checked(&event).unwrap_or(false))))
    };
    let onclick = {
        let (context, database, row) = (context.clone(), database.to_string(), row.clone());
        Callback::from(move |_: MouseEvent| actions::open_row(&context, database.clone(), row.clone()))
    };
    let date = row.date.to_string();
    let elo = |elo: Option<u16>| elo.map(|elo| format!(" ({elo})")).unwrap_or_default();
    html! {
        <li key={game} class="library-duplicate">
            <input type="checkbox" checked={is_marked} aria-label={strings::select_row(&name)} {onchange} />
            <span class="duplicate-number">{ game + 1 }</span>
            <button type="button" class="library-open" title={strings::open_on_board()} {onclick}>{ format!("{}{} – {}{}", row.white, elo(row.white_elo), row.black, elo(row.black_elo)) }</button>
            <span>{ result_text(row.result) }</span>
            <span>{ date_text(&date) }</span>
            <span class="duplicate-event">{ &row.event }</span>
        </li>
    }
}
