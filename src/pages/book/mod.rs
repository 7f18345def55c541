//! The page of opening books: the user's books, a form that makes one of games, and an editor. It is drawn from the first visit on,
//! and stays.

mod build;
mod editor;
mod leaving;
mod recipes;
mod shelf;

use crate::book::client::BookClient;
use crate::book::feed::BookFeed;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::state::book::Choice;
use crate::text::sentence;
use build::Build;
use editor::Editor;
use leaving::Leaving;
use shelf::ShelfSection;
use yew::prelude::*;

/// Whether there is something to see: until then no link leads here.
pub const IS_OPEN: bool = true;

/// Properties of [`BookPage`].
#[derive(Properties, PartialEq)]
pub struct BookPageProps {
    /// Whether this is the page that is seen.
    pub active: bool,
    /// The book of the analysis page, and the shelf.
    pub feed: BookFeed,
    /// Workers for what is done here.
    pub client: BookClient,
    /// Where messages go.
    pub toasts: ToastDispatcher,
}

/// What every part of the page needs. Equal for the page's whole life.
#[derive(Clone, PartialEq)]
pub struct Desk {
    /// The book of the analysis page, and the shelf.
    pub feed: BookFeed,
    /// Workers: each job takes [`BookClient::another`].
    pub client: BookClient,
    /// Where messages go.
    pub toasts: ToastDispatcher,
}

impl Desk {
    /// Tells that something was done.
    pub fn news(&self, title: String) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
    }

    /// Tells that something could not be done.
    pub fn fault(&self, title: &str, reason: &str) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), sentence(reason), None));
    }
}

/// The page.
#[component]
pub fn BookPage(props: &BookPageProps) -> Html {
    let desk = Desk { feed: props.feed.clone(), client: props.client.clone(), toasts: props.toasts.clone() };
    let edited = use_state_eq(|| None::<Choice>);
    let on_edit = use_callback(edited.setter(), |choice: Choice, edited| edited.set(Some(choice)));
    let on_close = use_callback(edited.setter(), |(), edited| edited.set(None));
    // A link to this page may be the first address that is opened: the panel then has not looked what is kept.
    use_effect_with(props.feed.clone(), |feed| {
        let feed = feed.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if feed.shelf().load().await.is_ok() {
                feed.shelf_changed();
            }
        });
    });
    html! {
        <main class="page book-page" hidden={!props.active} aria-label="Opening books">
            <ShelfSection key="shelf" desk={desk.clone()} {on_edit} />
            if let Some((edit_key, choice)) = edited.as_ref().map(|choice| (choice.id().to_owned(), choice.clone())) {
                <Editor key={edit_key} desk={desk.clone()} {choice} {on_close} />
            }
            <Build key="build" desk={desk.clone()} />
            <Leaving key="leaving" {desk} />
        </main>
    }
}
