//! The app: everything that lives as long as the page.

use super::dialog::Dialog;
use super::keys::use_help_key;
use super::page::AnalysisPage;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::later::kept_dialog_html;
use crate::apps::analysis::saved::{PageStart, SavedDialogsProps, use_saved_games};
use crate::components::toasts::{ToastList, Toasts};
use crate::hooks::{use_route, use_settings, use_window_event};
use crate::services::books::feed::BookFeed;
use crate::services::engine::service::Engine;
use crate::services::engine::shipped;
use crate::services::tables::Tablebases;
use crate::state::route::Route;
use crate::storage::Database;
use web_sys::CustomEvent;
use yew::prelude::*;

/// Properties of [`App`].
#[derive(Properties, PartialEq)]
pub struct AppProps {
    /// Initial state of the page.
    pub start: PageStart,
    /// Open dialog.
    pub dialog: UseStateHandle<Option<Dialog>>,
}

/// The app with the dialogs and messages shared by all pages. Other pages only hide it, so no state is lost.
#[component]
pub fn App(props: &AppProps) -> Html {
    let settings = use_settings();
    // Starts loading with the first render; the board does not wait for it.
    let engine = (*use_memo((), |()| Engine::new(shipped::of_board()))).clone();
    use_net(engine.clone());
    let feed = (*use_memo(engine.clone(), AnalysisFeed::new)).clone();
    let book = (*use_memo((), |()| BookFeed::of_page())).clone();
    let tables =
        (*use_memo(engine.clone(), |engine| Tablebases::new(engine.clone(), Database::of_page()))).clone();
    let toasts = use_reducer_eq(Toasts::default);
    let (store, opener) = use_saved_games(&props.start, &toasts.dispatcher());
    let dialog = props.dialog.clone();
    use_help_key(&dialog);
    let route = use_route();
    html! {
        <div class="app">
            <AnalysisPage key="analysis" active={route == Route::Analysis} {settings} {engine} {feed} {book} {tables} {store} toasts={toasts.dispatcher()} dialog={dialog.clone()} autosave={props.start.autosave().clone()} />
            { kept_dialog_html(SavedDialogsProps { dialog, opener }) }
            <ToastList key="toasts" {toasts} />
        </div>
    }
}

/// Switches the engine to the net once all files of the page have loaded.
#[hook]
fn use_net(engine: Engine) {
    use_window_event(
        "tabia-offline",
        Callback::from(move |_: CustomEvent| {
            if shipped::is_fetching_over() {
                engine.net_is_here();
            }
        }),
    );
}
