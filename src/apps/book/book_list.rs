//! The user's books: open, check, list, merge, download, remove.

use super::context::PageContext;
use super::merging::MergeForm;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::components::toasts::Offer;
use crate::hooks::use_observable;
use crate::platform::download::download;
use crate::platform::observable::Observe;
use crate::services::books::files::{size_text, stem};
use crate::services::books::saved_book::{BookBytes, SavedBook};
use crate::state::book::BookChoice;
use std::rc::Rc;
use tabia_worker::book::messages::{BookAnswer, BookNotes, BookRequest};
use tabia_worker::wire::FileBytes;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`BookListSection`].
#[derive(Properties, PartialEq)]
pub struct BookListSectionProps {
    /// Shared services.
    pub context: PageContext,
    /// Whether another subject of the page is visible.
    pub hidden: bool,
    /// Called to edit a book.
    pub on_edit: Callback<BookChoice>,
}

/// An action on a book.
#[derive(Clone, Copy, PartialEq)]
enum BookMenuAction {
    Use,
    Edit,
    Check,
    Save,
    Text,
    Games,
    Keep,
    Remove,
}

/// The list of books.
#[component]
pub fn BookListSection(props: &BookListSectionProps) -> Html {
    let context = &props.context;
    let books = use_observable(&context.feed, |feed| feed.repository().list());
    let state = use_observable(&context.feed, |feed| (feed.state().choice, feed.state().is_on()));
    let report = use_state_eq(|| None::<(String, BookNotes)>);
    let input = use_node_ref();
    let browse = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            input.click();
        }
    });
    let chosen = use_callback(context.clone(), |event: Event, context| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        for file in files_of(&input) {
            spawn_local(take(context.clone(), file));
        }
        input.set_value("");
    });
    let close = use_callback(report.setter(), |(), report| report.set(None));
    let act = {
        let (context, on_edit, report) = (context.clone(), props.on_edit.clone(), report.setter());
        Callback::from(move |(action, choice): (BookMenuAction, BookChoice)| match action {
            BookMenuAction::Use => context.feed.choose(choice, true),
            BookMenuAction::Edit => on_edit.emit(choice),
            _ => spawn_local(run(context.clone(), action, choice, report.clone())),
        })
    };
    let all = all_books(books);
    let changed = use_changed(context, &all, !props.hidden);
    let rows = all.iter().map(|book| row(book, changed.contains(&book.id), &state, &act));
    html! {
        <section class="card" aria-label={strings::your_books()} hidden={props.hidden}>
            <header class="panel-header">
                <h2>{ strings::books() }</h2>
                <button type="button" class="button small" onclick={browse}><IconView icon={Icon::Open} />{ strings::open_a_book() }</button>
                <input ref={input} type="file" accept=".bin" multiple=true hidden=true aria-hidden="true" class="saved-book-file" onchange={chosen} />
            </header>
            <ul class="saved-books">{ for rows }</ul>
            if all.len() > 1 {
                <MergeForm context={context.clone()} books={all.clone()} on_edit={props.on_edit.clone()} />
            }
            if let Some((name, notes)) = (*report).clone() {
                <Modal title={strings::check_of(&name)} on_close={close}>
                    <ul class={classes!("book-report", (notes.faults > 0).then_some("faulty"))}>{ for notes.lines.iter().map(|line| html! { <li>{ line }</li> }) }</ul>
                </Modal>
            }
        </section>
    }
}

/// Returns the default book followed by the user's books.
pub(super) fn all_books(books: Vec<SavedBook>) -> Vec<SavedBook> {
    let default =
        SavedBook { id: "default".into(), name: strings::default_book().into(), size: 0.0, stats: None };
    std::iter::once(default).chain(books).collect()
}

/// Returns the books with unsaved changes. Checks again whenever the list becomes visible, as another tab may have made some.
#[hook]
fn use_changed(context: &PageContext, books: &[SavedBook], is_seen: bool) -> Rc<[String]> {
    let changed = use_state_eq(|| Rc::<[String]>::from([]));
    let ids: Vec<String> = books.iter().map(|book| book.id.clone()).collect();
    use_effect_with((context.changes.clone(), ids, is_seen), {
        let changed = changed.setter();
        move |(changes, ids, _)| {
            let look = {
                let (changes, ids) = (changes.clone(), ids.clone());
                move || {
                    let (changes, ids, changed) = (changes.clone(), ids.clone(), changed.clone());
                    spawn_local(async move {
                        let mut found = Vec::new();
                        for id in ids {
                            if changes.has(&BookChoice::of_id(&id)).await {
                                found.push(id);
                            }
                        }
                        changed.set(found.into());
                    });
                }
            };
            look();
            let subscription = changes.subscribe(move |()| look());
            move || drop(subscription)
        }
    });
    (*changed).clone()
}

fn row(
    book: &SavedBook,
    is_changed: bool,
    state: &(BookChoice, bool),
    act: &Callback<(BookMenuAction, BookChoice)>,
) -> Html {
    let choice = BookChoice::of_id(&book.id);
    let button = |action: BookMenuAction, label: &'static str| {
        let (act, choice) = (act.clone(), choice.clone());
        html! { <button type="button" class="button small" onclick={Callback::from(move |_: MouseEvent| act.emit((action, choice.clone())))}>{ label }</button> }
    };
    let is_used = *state == (choice.clone(), true);
    let is_default = choice == BookChoice::Default;
    let facts = if is_default {
        strings::included().to_owned()
    } else if book.is_kept() {
        strings::book_kept(&size_text(book.size))
    } else {
        strings::book_not_saved(&size_text(book.size))
    };
    let facts = if is_changed { strings::book_changed(&facts) } else { facts };
    html! {
        <li key={book.id.clone()} class="saved-book" data-book={book.id.clone()}>
            <div class="saved-book-name"><b>{ &book.name }</b><small>{ facts }</small></div>
            <div class="saved-book-actions">
                if is_used { <span class="saved-book-used"><IconView icon={Icon::Check} />{ strings::on_the_board() }</span> } else { { button(BookMenuAction::Use, strings::use_text()) } }
                { button(BookMenuAction::Edit, strings::edit()) }
                { button(BookMenuAction::Check, strings::check()) }
                { button(BookMenuAction::Save, strings::download()) }
                { button(BookMenuAction::Text, strings::lines()) }
                { button(BookMenuAction::Games, strings::as_pgn()) }
                if !is_default && !book.is_kept() { { button(BookMenuAction::Keep, strings::keep()) } }
                if !is_default { { button(BookMenuAction::Remove, strings::remove()) } }
            </div>
        </li>
    }
}

/// Opens a file as a book, or reports why it isn't one.
pub(super) async fn take(context: PageContext, file: File) {
    let name = file.name();
    if let Err(fault) = context.feed.open_file(&name, BookBytes { book: file.into(), stats: None }).await {
        context.fault(&fault.title, &fault.reason);
    }
}

async fn run(
    context: PageContext,
    action: BookMenuAction,
    choice: BookChoice,
    report: UseStateSetter<Option<(String, BookNotes)>>,
) {
    let name = context.feed.repository().name(&choice);
    if let Err(reason) = try_run(&context, action, &choice, &name, &report).await {
        context.fault(&strings::book_action_failed(&name), &reason);
    }
}

async fn try_run(
    context: &PageContext,
    action: BookMenuAction,
    choice: &BookChoice,
    name: &str,
    report: &UseStateSetter<Option<(String, BookNotes)>>,
) -> Result<(), BookError> {
    match (action, choice) {
        (BookMenuAction::Keep, BookChoice::Kept(id)) => {
            context.feed.keep(id).await?;
            context.news(strings::book_kept_now(&name));
            return Ok(());
        }
        (BookMenuAction::Remove, BookChoice::Kept(id)) => {
            let removed = context.feed.remove(id).await?;
            let back = context.clone();
            let action = Callback::from(move |()| {
                let (context, removed) = (back.clone(), removed.clone());
                spawn_local(async move {
                    if let Err(error) = context.feed.put_back(&removed).await {
                        context.fault(strings::the_book_was_not_restored(), error.to_string());
                    }
                });
            });
            context.offer(strings::book_removed(&name), Offer { label: strings::restore(), action });
            return Ok(());
        }
        _ => {}
    }
    let book = context.feed.repository().bytes(choice).await?.book;
    let file = FileBytes(book.clone());
    let client = context.client.another();
    match action {
        BookMenuAction::Save => download(name, &book)?,
        BookMenuAction::Check => match client.ask(BookRequest::Check { file }, |_| {}).await? {
            BookAnswer::Notes(notes) => report.set(Some((name.to_owned(), notes))),
            _ => return Err(BookError::UnexpectedAnswer),
        },
        BookMenuAction::Text | BookMenuAction::Games => {
            let pgn = (action == BookMenuAction::Games).then(|| stem(name).to_owned());
            let extension = if pgn.is_some() { "pgn" } else { "txt" };
            match client.ask(BookRequest::List { file, pgn }, |_| {}).await? {
                BookAnswer::File(text) => download(&format!("{}.{extension}", stem(name)), &text.0)?,
                _ => return Err(BookError::UnexpectedAnswer),
            }
        }
        _ => {}
    }
    Ok(())
}
