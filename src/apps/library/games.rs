//! The game table with filters, actions on the selected games, and a preview.

use std::rc::Rc;

use yew::prelude::*;

use super::context::{LibraryContext, OwnGames, is_own};
use super::empty::{EmptyDatabase, EmptyLibrary};
use super::filters::Filters;
use super::grid::Grid;
use super::place::HistoryStep;
use super::preview::Preview;
use super::selection::SelectionBar;
use super::{actions, strings};
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_observable;
use crate::services::game_table::GameTable;
use crate::services::library::DatabaseEntry;
use crate::state::library::address::LibraryPlace;
use crate::state::library::columns::clicked;
use crate::state::library::filter::read;
use crate::state::library::listing::{ShownRows, TableQuery};
use crate::state::library::marks::RowSelection;
use tabia_library::Column;
use tabia_worker::library::messages::OWN;

/// Properties of [`GamesView`].
#[derive(Properties, PartialEq)]
pub struct GamesViewProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
    /// Current place.
    pub place: Rc<LibraryPlace>,
    /// Entry of the database, if it is a file.
    pub entry: Option<DatabaseEntry>,
    /// Summary of the user's games.
    pub own: OwnGames,
    /// Whether the page is visible.
    pub is_seen: bool,
}

/// View of the games.
#[component]
pub fn GamesView(props: &GamesViewProps) -> Html {
    let GamesViewProps { context, place, entry, own, is_seen } = props;
    let database = place.database.clone().unwrap_or_else(|| OWN.to_owned());
    let filter = use_memo(place.form.clone(), |form| read(form).0);
    let wanted = TableQuery { database: database.clone(), filter: (*filter).clone(), order: place.order() };
    use_effect_with((context.table.clone(), wanted, *is_seen), |(table, wanted, is_seen)| {
        if *is_seen {
            table.want(wanted.clone());
        }
        table.set_seen(*is_seen);
    });
    let shown = use_observable(&context.table, GameTable::shown);
    let marks = use_state_eq(RowSelection::default);
    let active = use_state_eq(|| None::<usize>);
    // The rows have changed, and the selection refers to row indices.
    use_effect_with(shown.version, {
        let (marks, active) = (marks.setter(), active.setter());
        move |_| {
            marks.set(RowSelection::default());
            active.set(None);
        }
    });
    let on_sort = use_callback((Rc::clone(place), context.go.clone()), |column: Column, (place, go)| {
        go.emit((
            LibraryPlace { order: Some(clicked(place.order(), column)), ..(**place).clone() },
            HistoryStep::Replace,
        ));
    });
    let on_open = use_callback(context.clone(), |row: usize, context| actions::open(context, row));
    let on_active = use_callback(active.setter(), |row: usize, active| active.set(Some(row)));
    let on_marks = use_callback(marks.setter(), |new: RowSelection, marks| marks.set(new));
    let is_empty = shown.version > 0 && shown.total == 0 && !shown.is_searching && shown.fault.is_none();
    if is_empty && is_own(&database) && own.count == 0 {
        return html! { <EmptyLibrary context={context.clone()} /> };
    }
    if is_empty && !shown.is_growing && !is_own(&database) {
        return html! { <EmptyDatabase /> };
    }
    let row = active.and_then(|row| context.table.row(row));
    html! {
        <div class={classes!("library-games", row.is_some().then_some("with-preview"))}>
            <Filters place={Rc::clone(place)} go={context.go.clone()} found={found_text(&shown)}>{ export_button(context, &shown) }</Filters>
            <div class="library-table">
                if !marks.is_empty() {
                    <SelectionBar context={context.clone()} database={database.clone()} marks={(*marks).clone()} count={shown.count} own={own.clone()} on_marks={on_marks.clone()} />
                }
                { fault(context, &shown) }
                if shown.is_growing {
                    <p class="library-banner" role="status">{ strings::not_searchable_yet() }</p>
                }
                <Grid table={context.table.clone()} is_own={is_own(&database)} order={place.order()} shown={shown.clone()} marks={(*marks).clone()} active={*active} {on_sort} {on_open} {on_active} {on_marks} />
            </div>
            <Preview context={context.clone()} database={database_name(entry.as_ref(), place)} {row} />
        </div>
    }
}

fn database_name(entry: Option<&DatabaseEntry>, place: &LibraryPlace) -> AttrValue {
    AttrValue::from(entry.map_or_else(
        || place.database.clone().unwrap_or_else(|| OWN.to_owned()),
        |entry| entry.record.id.clone(),
    ))
}

fn found_text(shown: &ShownRows) -> String {
    if shown.version == 0 || (shown.is_searching && shown.total == 0) {
        strings::searching().to_owned()
    } else {
        strings::found(shown.count, shown.total)
    }
}

fn export_button(context: &LibraryContext, shown: &ShownRows) -> Html {
    let onclick = {
        let (context, count) = (context.clone(), shown.count);
        Callback::from(move |_: MouseEvent| actions::export(&context, RowSelection::all(count), count))
    };
    html! {
        <button type="button" class="button quiet icon" aria-label={strings::export_all()} title={strings::export_all()} disabled={shown.count == 0 || shown.is_growing} {onclick}><IconView icon={Icon::Download} /></button>
    }
}

fn fault(context: &LibraryContext, shown: &ShownRows) -> Html {
    let Some(fault) = &shown.fault else { return html! {} };
    let retry = {
        let table = context.table.clone();
        Callback::from(move |_: MouseEvent| table.again())
    };
    html! {
        <div class="library-banner fault" role="alert">
            <IconView icon={Icon::Warning} /><span>{ strings::database_fault(fault) }</span>
            <button type="button" class="button small" onclick={retry}><IconView icon={Icon::Retry} />{ strings::try_again() }</button>
        </div>
    }
}
