//! The application: what lives as long as the page.

use crate::book::client::BookClient;
use crate::book::feed::BookFeed;
use crate::book::shelf::Shelf;
use crate::components::toasts::{ToastList, Toasts};
use crate::components::topbar::Topbar;
use crate::engine::service::{Engine, EngineFiles};
use crate::hooks::{AnalysisFeed, GameStore, use_route, use_settings};
use crate::pages::analysis::{AnalysisPage, Dialog};
use crate::pages::book::BookPage;
use crate::state::route::Route;
use crate::storage::Database;
use yew::prelude::*;

/// The whole application: what every page uses, the bar above them, and the pages themselves. A page is drawn from the first visit
/// on and only hidden when another one is seen: nothing on it is lost. (The Lab is an application of its own: see
/// [`crate::pages::lab`].)
#[component]
pub fn App() -> Html {
    let settings = use_settings();
    // Loading starts here, with the first render: the board does not wait for it.
    let engine = (*use_memo((), |()| Engine::new(engine_files()))).clone();
    let feed = (*use_memo(engine.clone(), AnalysisFeed::new)).clone();
    let books = (*use_memo((), |()| book_client())).clone();
    let book = (*use_memo(books.clone(), |books| book_feed(books.clone()))).clone();
    let store = use_reducer_eq(GameStore::default);
    let toasts = use_reducer_eq(Toasts::default);
    let dialog = use_state_eq(|| None::<Dialog>);
    let route = use_route();
    let book_visited = use_mut_ref(|| false);
    let is_book = route == Route::Book;
    *book_visited.borrow_mut() |= is_book;
    html! {
        <div class="app">
            <Topbar key="topbar" route={route.clone()} theme={settings.0.theme} settings={settings.dispatcher()} dialog={dialog.setter()} />
            <AnalysisPage key="analysis" active={route == Route::Analysis} {settings} {engine} {feed} book={book.clone()} {store} toasts={toasts.dispatcher()} {dialog} />
            if *book_visited.borrow() {
                <BookPage key="book" active={is_book} feed={book} client={books} toasts={toasts.dispatcher()} />
            }
            <ToastList key="toasts" {toasts} />
        </div>
    }
}

/// Where the engine is. `index.html` names its build (for the preloader) and its worker; a release build adds a hash of their
/// content to these addresses (`scripts/version-assets.mjs`).
fn engine_files() -> EngineFiles {
    let defaults = EngineFiles::default();
    EngineFiles {
        worker_url: attribute("meta[name=tabia-worker]", "content").unwrap_or(defaults.worker_url),
        build_url: attribute("link[data-engine]", "href").unwrap_or(defaults.build_url),
    }
}

/// Book workers. None is started before it is asked for.
fn book_client() -> BookClient {
    BookClient::new(named("tabia-book-worker", "book-host.js"))
}

/// The opening book of the analysis page. The default book is not fetched before it is asked for.
fn book_feed(client: BookClient) -> BookFeed {
    BookFeed::new(client, Shelf::new(named("tabia-book", "book.bin"), Database::new()))
}

/// What a `meta` element of `index.html` says.
fn named(name: &str, usual: &str) -> String {
    attribute(&format!("meta[name={name}]"), "content").unwrap_or_else(|| usual.to_owned())
}

fn attribute(selector: &str, name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(selector).ok()??.get_attribute(name)
}
