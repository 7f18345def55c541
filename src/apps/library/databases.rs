//! Sidebar with the databases: the user's games with their labels first, then the added files.

use std::rc::Rc;

use web_sys::File;
use yew::prelude::*;

use super::adding;
use super::context::{LibraryContext, OwnGames};
use super::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::hooks::{Refresh, use_observable_when};
use crate::services::library::{DatabaseEntry, DatabaseStatus, LibraryEvent, LibraryService};
use crate::state::library::address::LibraryPlace;
use crate::state::library::form::{QueryAction, QueryForm};
use crate::state::text::grouped;

/// Properties of [`Databases`].
#[derive(Properties, PartialEq)]
pub struct DatabasesProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
    /// Current place.
    pub place: Rc<LibraryPlace>,
    /// Databases in the library.
    pub databases: Rc<Vec<DatabaseEntry>>,
    /// Summary of the user's games.
    pub own: OwnGames,
}

/// Database list.
#[component]
pub fn Databases(props: &DatabasesProps) -> Html {
    let DatabasesProps { context, place, databases, own } = props;
    let input = use_node_ref();
    let browse = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<web_sys::HtmlInputElement>() {
            input.click();
        }
    });
    let chosen = use_callback((context.clone(), input.clone()), |_: Event, (context, input)| {
        let Some(element) = input.cast::<web_sys::HtmlInputElement>() else { return };
        let files: Vec<File> = files_of(&element);
        // Allow the same file to be chosen again.
        element.set_value("");
        adding::add(context, files);
    });
    let example = use_callback(context.clone(), |_: MouseEvent, context| adding::add_example(context));
    // Without any user's games, the page itself offers the example.
    let offers_example =
        own.count > 0 && databases.iter().all(|entry| entry.record.name != strings::EXAMPLE_NAME);
    let stored: f64 = databases.iter().map(DatabaseEntry::stored_bytes).sum();
    html! {
        <div class="library-side">
            <nav aria-label={strings::databases()}>
                <ul class="library-databases">
                    { own_item(place, own) }
                    { for databases.iter().map(|entry| html! {
                        <DatabaseItem key={entry.id().to_owned()} context={context.clone()} entry={entry.clone()} is_current={place.database.as_deref() == Some(entry.id())} />
                    }) }
                </ul>
            </nav>
            <button type="button" class="button library-add" aria-label={strings::add_database()} onclick={browse}><IconView icon={Icon::Plus} /><span>{ strings::add_database() }</span></button>
            <input ref={input} type="file" accept=".pgn,.epd,.txt" multiple=true hidden=true aria-hidden="true" class="library-file" onchange={chosen} />
            if offers_example {
                <button type="button" class="button quiet library-add" aria-label={strings::load_example()} onclick={example}><IconView icon={Icon::File} /><span>{ strings::load_example() }</span></button>
            }
            if stored > 0.0 {
                <p class="library-stored">{ strings::stored(stored) }</p>
            }
        </div>
    }
}

/// Renders the entry of the user's games, with the labels while it is selected.
fn own_item(place: &LibraryPlace, own: &OwnGames) -> Html {
    let is_own = place.database.is_none();
    let is_all = is_own && place.form.labels.is_empty();
    let label = |(label, count): (&String, &usize)| {
        let form = QueryForm::default().reduce(QueryAction::Label(label.clone(), true));
        let is_current = is_own && place.form.labels.contains(label);
        let place = LibraryPlace { form, order: place.order, ..LibraryPlace::default() };
        html! {
            <li key={label.clone()}>
                <a class="library-label" href={place.hash()} aria-current={is_current.then_some("page")}>
                    <IconView icon={Icon::Label} /><span class="library-name">{ label }</span><span class="library-count">{ grouped(*count) }</span>
                </a>
            </li>
        }
    };
    html! {
        <li key="own">
            <a class="library-database" href={LibraryPlace::default().hash()} aria-current={is_all.then_some("page")} data-database="own">
                <IconView icon={Icon::Board} /><span class="library-name">{ strings::my_games() }</span><span class="library-count">{ grouped(own.count) }</span>
            </a>
            if !own.labels.is_empty() {
                <ul class="library-labels" aria-label={strings::labels()}>{ for own.labels.iter().map(label) }</ul>
            }
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct DatabaseItemProps {
    context: LibraryContext,
    entry: DatabaseEntry,
    is_current: bool,
}

/// Added file, with progress while it is being indexed.
#[component]
fn DatabaseItem(props: &DatabaseItemProps) -> Html {
    let DatabaseItemProps { context, entry, is_current } = props;
    let record = &entry.record;
    let place = LibraryPlace { database: Some(record.id.clone()), ..LibraryPlace::default() };
    let is_broken = matches!(entry.status, DatabaseStatus::Broken(_));
    html! {
        <li class={classes!(is_broken.then_some("broken"))}>
            <a class="library-database" href={place.hash()} aria-current={is_current.then_some("page")} data-database={record.id.clone()} title={record.name.clone()}>
                <IconView icon={if is_broken { Icon::Warning } else { Icon::File }} />
                <span class="library-name">{ &record.name }</span>
                <span class="library-count">{ grouped(entry.games() as usize) }</span>
            </a>
            { match &entry.status {
                DatabaseStatus::Indexing(_) => html! { <IndexingProgress context={context.clone()} id={record.id.clone()} name={record.name.clone()} /> },
                DatabaseStatus::Elsewhere => html! { <p class="library-note">{ strings::being_added_elsewhere() }</p> },
                DatabaseStatus::Broken(_) => html! { <p class="library-note fault">{ strings::cannot_be_opened() }</p> },
                DatabaseStatus::Ready => html! {},
            } }
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct IndexingProgressProps {
    context: LibraryContext,
    id: String,
    name: String,
}

/// Indexing progress of a database, rendered separately a few times a second.
#[component]
fn IndexingProgress(props: &IndexingProgressProps) -> Html {
    let IndexingProgressProps { context, id, name } = props;
    let began = use_memo(id.clone(), |_| js_sys::Date::now());
    let progress = use_observable_when(
        &context.library,
        |event| if matches!(event, LibraryEvent::Notice(_)) { Refresh::Never } else { Refresh::Within(250) },
        all_progress,
    );
    let progress = progress.iter().find(|(other, _)| other == id).map(|(_, progress)| *progress);
    let cancel = use_callback((context.library.clone(), id.clone()), |_: MouseEvent, (library, id)| {
        library.cancel(id);
    });
    let Some(progress) = progress else { return html! {} };
    let part = if progress.total > 0.0 { (progress.bytes / progress.total).min(1.0) } else { 0.0 };
    let seconds = (js_sys::Date::now() - *began) / 1000.0;
    // The first estimates are unreliable.
    let left = (part > 0.02 && seconds > 0.5).then(|| seconds / part * (1.0 - part));
    html! {
        <div class="library-progress">
            <progress max="1" value={format!("{part:.3}")} aria-label={format!("{} {name}", strings::indexing_text())} />
            <span>{ strings::indexing(progress.games, left) }</span>
            <button type="button" class="button quiet icon small" aria-label={strings::cancel_adding(name)} title={strings::cancel()} onclick={cancel}><IconView icon={Icon::Close} /></button>
        </div>
    }
}

fn all_progress(library: &LibraryService) -> Vec<(String, tabia_worker::library::messages::Progress)> {
    let entries = library.databases().into_iter();
    entries
        .filter_map(|entry| match entry.status {
            DatabaseStatus::Indexing(progress) => Some((entry.record.id, progress)),
            _ => None,
        })
        .collect()
}
