//! The application: what lives as long as the page.

use super::dialog::Dialog;
use super::page::AnalysisPage;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::kept::{KeptDialogsProps, PageStart, use_kept_games};
use crate::apps::analysis::later::kept_dialog_html;
use crate::components::toasts::{ToastList, Toasts};
use crate::hooks::{use_route, use_settings};
use crate::platform::document::{attribute, meta};
use crate::platform::isolation::shares_engine_memory;
use crate::platform::processor;
use crate::services::books::feed::BookFeed;
use crate::services::engine::service::{Engine, EngineFiles};
use crate::services::tables::Tablebases;
use crate::state::route::Route;
use crate::storage::Database;
use yew::prelude::*;

/// Properties of [`App`].
#[derive(Properties, PartialEq)]
pub struct AppProps {
    /// What the page begins with.
    pub start: PageStart,
    /// What lies over the page.
    pub dialog: UseStateHandle<Option<Dialog>>,
}

/// The application, and the dialogs and messages that belong to every page. It is only hidden when another page is seen: nothing on
/// it is lost.
#[component]
pub fn App(props: &AppProps) -> Html {
    let settings = use_settings();
    // Loading starts here, with the first render: the board does not wait for it.
    let engine = (*use_memo((), |()| Engine::new(engine_files()))).clone();
    let feed = (*use_memo(engine.clone(), AnalysisFeed::new)).clone();
    let book = (*use_memo((), |()| BookFeed::of_page())).clone();
    let tables =
        (*use_memo(engine.clone(), |engine| Tablebases::new(engine.clone(), Database::of_page()))).clone();
    let toasts = use_reducer_eq(Toasts::default);
    let (store, desk) = use_kept_games(&props.start, &toasts.dispatcher());
    let dialog = props.dialog.clone();
    let route = use_route();
    html! {
        <div class="app">
            <AnalysisPage key="analysis" active={route == Route::Analysis} {settings} {engine} {feed} {book} {tables} {store} toasts={toasts.dispatcher()} dialog={dialog.clone()} keeper={props.start.keeper().clone()} />
            { kept_dialog_html(KeptDialogsProps { dialog, desk }) }
            <ToastList key="toasts" {toasts} />
        </div>
    }
}

/// The engine with threads, where threads can be had and there are cores for them.
fn threaded_build() -> Option<String> {
    (processor::cores() > 1 && shares_engine_memory()).then(|| meta("tabia-engine-threads"))?
}

/// Where the engine is. `index.html` names its build (for the preloader) and its worker; a release build adds a hash of their
/// content to these addresses (`scripts/version-assets.mjs`).
fn engine_files() -> EngineFiles {
    let defaults = EngineFiles::default();
    EngineFiles {
        worker_url: meta("tabia-worker").unwrap_or(defaults.worker_url),
        build_url: threaded_build()
            .or_else(|| attribute("link[data-engine]", "href"))
            .unwrap_or(defaults.build_url),
        tables_build_url: meta("tabia-engine-tables").unwrap_or(defaults.tables_build_url),
    }
}
