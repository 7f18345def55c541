//! The page of opening books, one subject at a time: the user's books with an editor, a form that makes one of games, books beside
//! games and beside each other, and what games teach.
//!
//! A part of the program of its own, loaded when it is first seen ([`crate::shell`]); it stays when another page is seen. The book of the board is chosen here too: see [`BookFeed`].

mod book_match;
mod book_select;
mod build;
mod changes;
mod editor;
mod example;
mod game_files;
mod kept;
mod learning;
mod leaving;
mod merging;
mod recipes;
mod shelf;
mod strings;

use crate::components::drop_overlay::DropOverlay;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, ToastList, Toasts, Tone};
use crate::hooks::{use_route, use_window_event};
use crate::services::books::client::BookClient;
use crate::services::books::feed::BookFeed;
use crate::state::book::Choice;
use crate::state::route::{BookSubject, Route};
use crate::state::text::sentence;
use crate::storage::Content;
use book_match::BookMatch;
use build::Build;
use changes::Changes;
use editor::{Editor, Path};
use game_files::{GameLists, ListAction};
use learning::Learning;
use leaving::Leaving;
use shelf::ShelfSection;
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use web_sys::File;
use yew::prelude::*;

/// What every part of the page needs. Equal for the page's whole life.
#[derive(Clone, PartialEq)]
pub struct PageContext {
    /// The book of the analysis page, and the shelf.
    pub feed: BookFeed,
    /// Workers: each job takes [`BookClient::another`].
    pub client: BookClient,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// What was changed in the editor and is not saved as a book.
    changes: Changes,
}

impl PageContext {
    /// Tells that something was done.
    pub fn news(&self, title: String) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
    }

    /// Tells that something was done, and what can be done about it.
    pub fn offer(&self, title: String, offer: Offer) {
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
    let context =
        PageContext { feed: feed.clone(), client, toasts: toasts.dispatcher(), changes: changes.clone() };
    let on_leave = use_callback(changes, |event: Event, changes| {
        if changes.can_be_lost() {
            // The browser asks whether the page may be left.
            event.prevent_default();
        }
    });
    use_window_event("beforeunload", on_leave);
    // Keeps what the address says of the page up to date, also when the app has failed.
    let route = use_route();
    let is_seen = matches!(route, Route::Book(_));
    // While another page is seen, this one stays as it was.
    let last = use_mut_ref(BookSubject::default);
    if let Route::Book(subject) = route {
        last.replace(subject);
    }
    let subject = *last.borrow();
    let lists = use_reducer_eq(GameLists::default);
    let recipe = use_state(|| None::<Rc<Recipe>>);
    let lessons = use_state(|| Rc::new(Vec::<File>::new()));
    let on_drop = {
        let drop = Dropped {
            context: context.clone(),
            lists: lists.dispatcher(),
            recipe: recipe.setter(),
            lessons: lessons.setter(),
            subject,
        };
        Callback::from(move |files: Vec<File>| drop.clone().take(files))
    };
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
    let is = |other: BookSubject| subject == other;
    let has_editor = is(BookSubject::Books) || is(BookSubject::Make);
    html! {
        <main class="page book-page" hidden={!is_seen} aria-label={strings::OPENING_BOOKS}>
            <nav key="subjects" class="book-subjects" aria-label={strings::OPENING_BOOKS}>
                { for BookSubject::ALL.map(|subject| html! {
                    <a key={subject.word()} href={Route::Book(subject).to_string()} aria-current={is(subject).then_some("page")}>{ subject_name(subject) }</a>
                }) }
            </nav>
            <ShelfSection key="shelf" context={context.clone()} hidden={!is(BookSubject::Books)} on_edit={on_edit.clone()} />
            <Build key="build" context={context.clone()} hidden={!is(BookSubject::Make)} lists={lists.clone()} recipe={(*recipe).clone()} {on_edit} />
            if let Some((choice, start)) = (*edited).clone() {
                <div key={strings::edit_part(&choice.id())} hidden={!has_editor}>
                    <Editor context={context.clone()} choice={choice.clone()} {start} {on_saved} {on_close} />
                </div>
            }
            <div key="compare" class="book-subject" hidden={!is(BookSubject::Compare)}>
                <Leaving context={context.clone()} lists={lists.clone()} />
                <BookMatch context={context.clone()} />
            </div>
            <div key="learn" class="book-subject" hidden={!is(BookSubject::Learn)}>
                <Learning {context} {lists} dropped={Rc::clone(&lessons)} />
            </div>
            if is_seen {
                <DropOverlay key="drop" on_files={on_drop} on_text={Callback::noop()} hint={strings::BOOKS_BIN_GAMES_PGN_RECIPES} />
            }
            <ToastList key="toasts" {toasts} />
        </main>
    }
}

/// What a subject is called.
fn subject_name(subject: BookSubject) -> &'static str {
    match subject {
        BookSubject::Books => strings::BOOKS,
        BookSubject::Make => strings::MAKE,
        BookSubject::Compare => strings::COMPARE,
        BookSubject::Learn => strings::LEARN,
    }
}

/// Where files go that are dropped on the page.
#[derive(Clone)]
struct Dropped {
    context: PageContext,
    lists: UseReducerDispatcher<GameLists>,
    recipe: UseStateSetter<Option<Rc<Recipe>>>,
    lessons: UseStateSetter<Rc<Vec<File>>>,
    subject: BookSubject,
}

impl Dropped {
    /// Books go to the shelf, lessons and recipes to their forms, all others are games of the subject that is seen.
    fn take(self, files: Vec<File>) {
        let mut games = Vec::new();
        for file in files {
            match file.name().to_ascii_lowercase().rsplit('.').next() {
                Some("bin") => wasm_bindgen_futures::spawn_local(shelf::take(self.context.clone(), file)),
                Some("json") => wasm_bindgen_futures::spawn_local(self.clone().take_json(file)),
                _ => games.push(file),
            }
        }
        if !games.is_empty() {
            // The shelf has no games of its own: a book can be made of them.
            let subject = if self.subject == BookSubject::Books { BookSubject::Make } else { self.subject };
            self.lists.dispatch(ListAction::Add(subject, games));
            go(subject);
        }
    }

    async fn take_json(self, file: File) {
        let text = match Content::from(file.clone()).text().await {
            Ok(text) => text,
            Err(error) => {
                return self.context.fault(&strings::file_unreadable(&file.name()), &error.to_string());
            }
        };
        // What is no recipe is taken for lessons, which say what is wrong with it.
        if let Ok(recipe) = Recipe::from_json(&text) {
            self.recipe.set(Some(Rc::new(recipe)));
            go(BookSubject::Make);
        } else {
            self.lessons.set(Rc::new(vec![file]));
            go(BookSubject::Learn);
        }
    }
}

/// Shows another subject of the page.
fn go(subject: BookSubject) {
    // An address of ours can be written.
    let _ = web_sys::window().map(|window| window.location().set_hash(&Route::Book(subject).to_string()));
}
