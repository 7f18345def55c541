//! The library's application.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use super::context::{LibraryContext, OwnGames, database_of};
use super::databases::Databases;
use super::duplicates::DuplicatesView;
use super::errors::ErrorsView;
use super::games::GamesView;
use super::head::Head;
use super::notices::use_notices;
use super::place::{Placed, use_place};
use super::{adding, strings};
use crate::components::drop_overlay::DropOverlay;
use crate::components::toasts::{ToastList, Toasts};
use crate::hooks::use_observable;
use crate::platform::observable::Observe;
use crate::services::game_table::GameTable;
use crate::services::games::repository::GameRepository;
use crate::services::library::{DatabaseEntry, LibraryService};
use crate::state::library::address::DatabaseView;

/// Root component of the library.
#[component]
pub fn LibraryApp() -> Html {
    let toasts = use_reducer_eq(Toasts::default);
    let placed = use_place();
    let table =
        (*use_memo((), |()| GameTable::new(LibraryService::of_page(), GameRepository::of_page()))).clone();
    let context = LibraryContext {
        library: LibraryService::of_page(),
        repository: GameRepository::of_page(),
        table,
        toasts: toasts.dispatcher(),
        go: placed.go.clone(),
    };
    use_notices(&context);
    let is_loaded = use_loaded(&context);
    let databases = use_observable(&context.library, |library| Rc::new(library.databases()));
    let own = use_own_games(&context.repository);
    let on_files = use_callback(context.clone(), |files: Vec<File>, context| adding::add(context, files));
    let entry = databases.iter().find(|entry| entry.id() == database_of(&placed)).cloned();
    html! {
        <main class="library" hidden={!placed.is_seen} aria-label={strings::library()} data-database={database_of(&placed).to_owned()}>
            <Databases key="databases" context={context.clone()} place={Rc::clone(&placed.place)} databases={Rc::clone(&databases)} own={own.clone()} />
            <section key="main" class="library-main">
                <Head key="head" context={context.clone()} place={Rc::clone(&placed.place)} entry={entry.clone()} own={own.clone()} {is_loaded} />
                { view(&context, &placed, entry, own) }
            </section>
            if placed.is_seen {
                <DropOverlay key="drop" {on_files} on_text={Callback::noop()} hint={strings::drop_hint()} />
            }
            <ToastList key="toasts" {toasts} />
        </main>
    }
}

fn view(context: &LibraryContext, placed: &Placed, entry: Option<DatabaseEntry>, own: OwnGames) -> Html {
    let (context, place) = (context.clone(), Rc::clone(&placed.place));
    let database = AttrValue::from(database_of(placed).to_owned());
    match placed.place.view {
        DatabaseView::Games => {
            html! { <GamesView key="games" {context} {place} {entry} {own} is_seen={placed.is_seen} /> }
        }
        DatabaseView::Duplicates => {
            html! { <DuplicatesView key={format!("duplicates {database}")} {context} database={database.clone()} /> }
        }
        DatabaseView::Errors => {
            html! { <ErrorsView key={format!("errors {database}")} {context} database={database.clone()} /> }
        }
    }
}

/// Reads the list of databases once; returns whether it has been read.
#[hook]
fn use_loaded(context: &LibraryContext) -> bool {
    let is_loaded = use_state_eq(|| false);
    use_effect_with(context.library.clone(), {
        let (is_loaded, context) = (is_loaded.setter(), context.clone());
        move |library| {
            let library = library.clone();
            spawn_local(async move {
                if let Err(error) = library.load().await {
                    context.fault(strings::list_not_read(), &error.to_string());
                }
                is_loaded.set(true);
            });
        }
    });
    *is_loaded
}

/// Returns the number and labels of the user's games, read again after changes.
#[hook]
fn use_own_games(repository: &GameRepository) -> OwnGames {
    let own = use_state_eq(OwnGames::default);
    use_effect_with(repository.clone(), {
        let own = own.setter();
        move |repository| {
            let read = {
                let repository = repository.clone();
                move || {
                    let (repository, own) = (repository.clone(), own.clone());
                    spawn_local(async move {
                        // A failed read is repeated after the next change; the table shows the reason.
                        let Ok(list) = repository.games().list().await else { return };
                        let entries: Vec<_> = list.into_iter().filter(|entry| !entry.is_copy).collect();
                        let mut labels = std::collections::BTreeMap::new();
                        for label in entries.iter().flat_map(|entry| entry.labels.clone()) {
                            *labels.entry(label).or_default() += 1;
                        }
                        own.set(OwnGames { count: entries.len(), labels: Rc::new(labels) });
                    });
                }
            };
            read();
            let subscription = repository.subscribe(move |_| read());
            move || drop(subscription)
        }
    });
    (*own).clone()
}
