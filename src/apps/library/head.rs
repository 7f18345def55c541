//! Header of a database: name, contents, actions on the whole database, and its views.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::context::{LibraryContext, OwnGames};
use super::dialogs::NameDialog;
use super::place::HistoryStep;
use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::question::Question;
use crate::services::library::DatabaseEntry;
use crate::state::library::address::{DatabaseView, LibraryPlace};
use crate::state::library::text::counted_games;
use crate::state::text::grouped;

/// Properties of [`Head`].
#[derive(Properties, PartialEq)]
pub struct HeadProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
    /// Current place.
    pub place: Rc<LibraryPlace>,
    /// Entry of the database; `None` for the user's games or a missing database.
    pub entry: Option<DatabaseEntry>,
    /// Summary of the user's games.
    pub own: OwnGames,
    /// Whether the list of databases has been read.
    pub is_loaded: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum DatabaseDialog {
    Rename,
    Remove,
}

/// Header of a database.
#[component]
pub fn Head(props: &HeadProps) -> Html {
    let HeadProps { context, place, entry, own, is_loaded } = props;
    let asking = use_state_eq(|| None::<DatabaseDialog>);
    let ask = |what: DatabaseDialog| {
        let asking = asking.setter();
        Callback::from(move |_: MouseEvent| asking.set(Some(what)))
    };
    let close = use_callback(asking.setter(), |(), asking| asking.set(None));
    let (name, facts) = match entry {
        Some(entry) => {
            let record = &entry.record;
            let index_bytes = record.is_ready.then_some(record.index_bytes);
            (record.name.clone(), strings::all_facts(entry.games(), record.bytes, index_bytes))
        }
        None if place.database.is_none() => (strings::my_games().to_owned(), counted_games(own.count)),
        None if *is_loaded => (strings::not_there().to_owned(), String::new()),
        None => (String::new(), String::new()),
    };
    html! {
        <header class="library-head">
            <h1 class="library-title">{ name }</h1>
            <p class="library-facts">{ facts }</p>
            if let Some(entry) = entry {
                <div class="library-head-actions">
                    <button type="button" class="button quiet icon small" aria-label={strings::rename()} title={strings::rename()} onclick={ask(DatabaseDialog::Rename)}><IconView icon={Icon::Edit} /></button>
                    <button type="button" class="button quiet icon small" aria-label={strings::remove()} title={strings::remove()} onclick={ask(DatabaseDialog::Remove)}><IconView icon={Icon::Delete} /></button>
                </div>
                { dialog(context, entry, *asking, &close) }
            }
            { views(place, entry.as_ref()) }
        </header>
    }
}

/// Renders links to the views of the database.
fn views(place: &LibraryPlace, entry: Option<&DatabaseEntry>) -> Html {
    html! {
        <nav class="library-views" aria-label={strings::views()}>
            { for DatabaseView::ALL.map(|view| {
                let there = LibraryPlace { database: place.database.clone(), view, ..LibraryPlace::default() };
                let errors = entry.map_or(0, |entry| entry.record.errors);
                html! {
                    <a key={strings::view(view)} href={there.hash()} aria-current={(place.view == view).then_some("page")}>
                        { strings::view(view) }
                        if view == DatabaseView::Errors && errors > 0 {
                            <span class="library-badge">{ grouped(errors as usize) }</span>
                        }
                    </a>
                }
            }) }
        </nav>
    }
}

fn dialog(
    context: &LibraryContext,
    entry: &DatabaseEntry,
    asking: Option<DatabaseDialog>,
    close: &Callback<()>,
) -> Html {
    let record = entry.record.clone();
    match asking {
        None => html! {},
        Some(DatabaseDialog::Rename) => {
            let (context, id) = (context.clone(), record.id.clone());
            let on_name = Callback::from(move |name: String| {
                let (context, id) = (context.clone(), id.clone());
                spawn_local(async move {
                    if let Err(error) = context.library.rename(&id, &name).await {
                        context.fault(strings::not_renamed(), &error.to_string());
                    }
                });
            });
            html! { <NameDialog name={record.name} {on_name} on_close={close.clone()} /> }
        }
        Some(DatabaseDialog::Remove) => {
            let (context, id) = (context.clone(), record.id.clone());
            let on_done = Callback::from(move |()| {
                let (context, id) = (context.clone(), id.clone());
                spawn_local(async move {
                    match context.library.remove(&id).await {
                        Ok(()) => context.go.emit((LibraryPlace::default(), HistoryStep::Push)),
                        Err(error) => context.fault(strings::database_not_removed(), &error.to_string()),
                    }
                });
            });
            html! {
                <Question title={strings::remove_title(&record.name)} button={strings::remove()} {on_done} on_close={close.clone()}>
                    <p>{ strings::remove_text(entry.games()) }</p>
                </Question>
            }
        }
    }
}
