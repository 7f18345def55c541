//! The book page's application.

use super::book_list::BookListSection;
use super::book_match::BookMatch;
use super::build::Build;
use super::changes::Changes;
use super::context::PageContext;
use super::dropped::Dropped;
use super::editor::{Editor, Path};
use super::game_files::GameLists;
use super::learning::Learning;
use super::leaving::Leaving;
use super::strings;
use crate::components::drop_overlay::DropOverlay;
use crate::components::toasts::{ToastList, Toasts};
use crate::hooks::{use_route, use_window_event};
use crate::services::books::client::BookClient;
use crate::services::books::feed::BookFeed;
use crate::state::book::BookChoice;
use crate::state::route::{BookSubject, Route};
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// The book page.
#[component]
pub fn BookApp() -> Html {
    let toasts = use_reducer_eq(Toasts::default);
    let client = (*use_memo((), |()| BookClient::of_page())).clone();
    let feed = (*use_memo((), |()| BookFeed::of_page())).clone();
    let changes = (*use_memo((), |()| Changes::new(feed.repository().database()))).clone();
    let context =
        PageContext { feed: feed.clone(), client, toasts: toasts.dispatcher(), changes: changes.clone() };
    let on_leave = use_callback(changes, |event: Event, changes| {
        if changes.can_be_lost() {
            // Makes the browser ask for confirmation before the page is left.
            event.prevent_default();
        }
    });
    use_window_event("beforeunload", on_leave);
    let route = use_route();
    let is_seen = matches!(route, Route::Book(_));
    // While another page is visible, this one stays as it was.
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
    let edited = use_state_eq(|| None::<(BookChoice, Path)>);
    let on_edit = use_callback(edited.setter(), |choice: BookChoice, edited| {
        edited.set(Some((choice, Path::default())));
    });
    let on_saved = use_callback(edited.setter(), |saved: (BookChoice, Path), edited| edited.set(Some(saved)));
    let on_close = use_callback(edited.setter(), |(), edited| edited.set(None));
    use_effect_with(feed, |feed| {
        let feed = feed.clone();
        spawn_local(async move {
            if feed.repository().load().await.is_ok() {
                feed.books_changed();
            }
        });
    });
    let is = |other: BookSubject| subject == other;
    let has_editor = is(BookSubject::Books) || is(BookSubject::Make);
    html! {
        <main class="page book-page" hidden={!is_seen} aria-label={strings::opening_books()}>
            <nav key="subjects" class="book-subjects" aria-label={strings::opening_books()}>
                { for BookSubject::ALL.map(|subject| html! {
                    <a key={subject.word()} href={Route::Book(subject).to_string()} aria-current={is(subject).then_some("page")}>{ subject_name(subject) }</a>
                }) }
            </nav>
            <BookListSection key="list" context={context.clone()} hidden={!is(BookSubject::Books)} on_edit={on_edit.clone()} />
            <Build key="build" context={context.clone()} hidden={!is(BookSubject::Make)} lists={lists.clone()} recipe={(*recipe).clone()} {on_edit} />
            if let Some((choice, start)) = (*edited).clone() {
                <div key={format!("edit {}", choice.id())} hidden={!has_editor}>
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
                <DropOverlay key="drop" on_files={on_drop} on_text={Callback::noop()} hint={strings::books_bin_games_pgn_recipes()} />
            }
            <ToastList key="toasts" {toasts} />
        </main>
    }
}

/// Returns the name of a subject.
fn subject_name(subject: BookSubject) -> &'static str {
    match subject {
        BookSubject::Books => strings::books(),
        BookSubject::Make => strings::make(),
        BookSubject::Compare => strings::compare(),
        BookSubject::Learn => strings::learn(),
    }
}
