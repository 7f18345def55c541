//! Adds engine files to the browser and puts the engine on the board.

use crate::apps::analysis::engine_panel::tool_request::ADOPTED;
use crate::apps::analysis::strings;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::active_engines::ActiveEnginesStore;
use crate::services::catalogue::offers::OfferedEngine;
use crate::services::catalogue::{AddError, EngineEntry, EngineList};
use crate::services::engine::service::Engine;
use crate::state::active_engines::ActiveEnginesAction;
use crate::state::text::sentence;
use crate::storage::{Content, Database};
use futures::future::LocalBoxFuture;
use std::cell::RefCell;
use web_sys::{CustomEvent, File};
use yew::Callback;

/// Function that adds the engines among files.
pub type Adopter = fn(Vec<File>, Engine, ToastDispatcher) -> LocalBoxFuture<'static, ()>;

thread_local! {
    /// Id and file name of the engine just added; the user is notified if it lacks something.
    static FRESH: RefCell<Option<(String, String)>> = RefCell::default();
}

/// Returns the file name of the engine `id` if it was just added.
pub fn take_fresh(id: &str) -> Option<String> {
    FRESH.with(|fresh| fresh.borrow_mut().take_if(|(added, _)| added == id)).map(|(_, name)| name)
}

/// Adds the engines among files; the last one becomes the board's engine.
pub async fn adopt(files: Vec<File>, engine: Engine, toasts: ToastDispatcher) {
    let catalogue = EngineList::of_page(Database::of_page());
    let parts = files.iter().map(|file| (file.name(), Content::from(file.clone()))).collect();
    let mut added = None;
    for outcome in catalogue.add(parts).await {
        match outcome {
            Ok(entry) => added = Some(entry),
            Err(AddError::Refused { file, reason }) => {
                fault(&toasts, strings::engine_not_added(&file), &reason);
            }
            Err(AddError::Store(error)) => {
                fault(&toasts, strings::engine_not_kept().to_owned(), &error.to_string());
                use_unkept(&files, &engine).await;
            }
        }
    }
    if let Some(entry) = added {
        welcome(&entry, &toasts);
    }
}

/// Fetches an engine that the host of the page offers, and puts it on the board.
pub async fn adopt_offered(offered: &OfferedEngine, toasts: &ToastDispatcher) {
    match EngineList::of_page(Database::of_page()).add_offered(offered).await {
        Ok(entry) => welcome(&entry, toasts),
        Err(AddError::Refused { file, reason }) => fault(toasts, strings::engine_not_added(&file), &reason),
        Err(AddError::Store(error)) => {
            fault(toasts, strings::engine_not_added(&offered.name), &error.to_string());
        }
    }
}

/// Puts an engine on the board and tells the user where it is stored.
fn welcome(entry: &EngineEntry, toasts: &ToastDispatcher) {
    let store = ActiveEnginesStore::of_page();
    let before = store.active_engines().board.clone();
    if before == entry.id {
        let title = strings::engine_is_there(&entry.name);
        toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
        return;
    }
    let file = entry.files.first().map_or_else(|| entry.name.clone(), |file| file.name.clone());
    FRESH.with(|fresh| fresh.replace(Some((entry.id.clone(), file))));
    store.act(ActiveEnginesAction::Board(entry.id.clone()));
    if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new(ADOPTED)) {
        // No listener cancels this event.
        let _ = window.dispatch_event(&event);
    }
    let undo = Offer {
        label: strings::undo(),
        action: Callback::from(move |()| {
            ActiveEnginesStore::of_page().act(ActiveEnginesAction::Board(before.clone()));
        }),
    };
    let title = strings::engine_on_board(&entry.name);
    toasts.dispatch(ToastAction::Show(Tone::News, title, strings::engine_stays().to_owned(), Some(undo)));
}

/// Analyses with a build that could not be saved, until the page is closed.
async fn use_unkept(files: &[File], engine: &Engine) {
    let [file] = files else { return };
    if let Ok(bytes) = Content::from(file.clone()).bytes().await {
        engine.set_build(&file.name(), bytes.to_vec());
    }
}

fn fault(toasts: &ToastDispatcher, title: String, reason: &str) {
    toasts.dispatch(ToastAction::Show(Tone::Fault, title, sentence(reason), None));
}
