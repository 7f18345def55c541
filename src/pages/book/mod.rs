//! The page of opening books: the user's books, a form that makes one of games, and an editor.
//!
//! An application of its own beside the app, as the Lab is ([`super::lab`]): `www/load-pages.js` loads it when its page is first seen. It
//! stays when another page is seen. The book of the board is chosen here too: see [`BookFeed`].

mod build;
mod changes;
mod editor;
mod learning;
mod leaving;
mod recipes;
mod shelf;

use crate::book::client::BookClient;
use crate::book::feed::BookFeed;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, ToastList, Toasts, Tone};
use crate::hooks::{use_route, use_window_event};
use crate::state::book::Choice;
use crate::state::route::Route;
use crate::text::sentence;
use build::Build;
use changes::Changes;
use editor::{Editor, Path};
use learning::Learning;
use leaving::Leaving;
use shelf::ShelfSection;
use yew::prelude::*;

/// What every part of the page needs. Equal for the page's whole life.
#[derive(Clone, PartialEq)]
pub struct Desk {
    /// The book of the analysis page, and the shelf.
    pub feed: BookFeed,
    /// Workers: each job takes [`BookClient::another`].
    pub client: BookClient,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// What was changed in the editor and is not saved as a book.
    changes: Changes,
}

impl Desk {
    /// Tells that something was done.
    pub fn news(&self, title: String) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
    }

    /// Tells that something was done, and what can be done about it.
    fn offer(&self, title: String, offer: Offer) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), Some(offer)));
    }

    /// Tells that something could not be done.
    pub fn fault(&self, title: &str, reason: &str) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), sentence(reason), None));
    }
}

/// The page.
#[component]
pub fn BookApp() -> Html {
    let toasts = use_reducer_eq(Toasts::default);
    let client = (*use_memo((), |()| BookClient::of_page())).clone();
    let feed = (*use_memo(client.clone(), |client| BookFeed::of_page(client.clone()))).clone();
    let changes = (*use_memo((), |()| Changes::new(feed.shelf().database()))).clone();
    let desk = Desk { feed: feed.clone(), client, toasts: toasts.dispatcher(), changes: changes.clone() };
    let on_leave = use_callback(changes, |event: Event, changes| {
        if changes.can_be_lost() {
            // The browser asks whether the page may be left.
            event.prevent_default();
        }
    });
    use_window_event("beforeunload", on_leave);
    // Keeps what the address says of the page up to date, also when the app has failed.
    let is_seen = use_route() == Route::Book;
    let edited = use_state_eq(|| None::<(Choice, Path)>);
    let on_edit =
        use_callback(edited.setter(), |choice: Choice, edited| edited.set(Some((choice, Path::default()))));
    let on_saved = use_callback(edited.setter(), |saved: (Choice, Path), edited| edited.set(Some(saved)));
    let on_close = use_callback(edited.setter(), |(), edited| edited.set(None));
    use_effect_with(feed, |feed| {
        let feed = feed.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if feed.shelf().load().await.is_ok() {
                feed.shelf_changed();
            }
        });
    });
    html! {
        <main class="page book-page" hidden={!is_seen} aria-label="Opening books">
            <ShelfSection key="shelf" desk={desk.clone()} {on_edit} />
            if let Some((choice, start)) = (*edited).clone() {
                <Editor key={choice.id().to_owned()} desk={desk.clone()} choice={choice.clone()} {start} {on_saved} {on_close} />
            }
            <Build key="build" desk={desk.clone()} />
            <Leaving key="leaving" desk={desk.clone()} />
            <Learning key="learning" {desk} />
            <ToastList key="toasts" {toasts} />
        </main>
    }
}
