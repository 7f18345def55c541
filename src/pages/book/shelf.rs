//! The user's books: look them up, check, list, merge, download, remove.

use super::Desk;
use crate::book::feed::use_book;
use crate::book::files::{download, size_text, stem};
use crate::book::shelf::{BookBytes, KeptBook};
use crate::components::book::files_of;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::pages::lab::share::{self, Link};
use crate::state::book::Choice;
use crate::text::sentence;
use tabia_arena::OwnBook;
use tabia_worker::book::messages::{Answer, BookNotes, FileBytes, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`ShelfSection`].
#[derive(Properties, PartialEq)]
pub struct ShelfSectionProps {
    /// What every part of the page needs.
    pub desk: Desk,
    /// Edit a book.
    pub on_edit: Callback<Choice>,
}

/// What can be done with a book.
#[derive(Clone, Copy, PartialEq)]
enum Deed {
    Use,
    Edit,
    Check,
    Save,
    Text,
    Games,
    Keep,
    Remove,
}

/// The shelf.
#[component]
pub fn ShelfSection(props: &ShelfSectionProps) -> Html {
    let desk = &props.desk;
    let books = use_book(&desk.feed, |feed| feed.shelf().list());
    let state = use_book(&desk.feed, |feed| (feed.state().choice, feed.state().is_on()));
    let report = use_state_eq(|| None::<(String, BookNotes)>);
    let input = use_node_ref();
    let browse = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            input.click();
        }
    });
    let chosen = use_callback(desk.clone(), |event: Event, desk| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        for file in files_of(&input) {
            spawn_local(take(desk.clone(), file));
        }
        input.set_value("");
    });
    let close = use_callback(report.setter(), |(), report| report.set(None));
    let act = {
        let (desk, on_edit, report) = (desk.clone(), props.on_edit.clone(), report.setter());
        Callback::from(move |(deed, choice): (Deed, Choice)| match deed {
            Deed::Use => desk.feed.choose(choice, true),
            Deed::Edit => on_edit.emit(choice),
            _ => spawn_local(run(desk.clone(), deed, choice, report.clone())),
        })
    };
    let default = KeptBook { id: "default".into(), name: "Default book".into(), size: 0.0, stats: None };
    let all: Vec<KeptBook> = std::iter::once(default).chain(books).collect();
    let rows = all.iter().map(|book| row(book, &state, &act));
    html! {
        <section class="card book-shelf" aria-label="Your books">
            <header class="panel-header">
                <h2>{ "Books" }</h2>
                <button type="button" class="button small" onclick={browse}><IconView icon={Icon::Open} />{ "Open a book" }</button>
                <input ref={input} type="file" accept=".bin" multiple=true hidden=true aria-hidden="true" class="shelf-file" onchange={chosen} />
            </header>
            <ul class="shelf">{ for rows }</ul>
            if all.len() > 1 {
                <MergeForm desk={desk.clone()} books={all.clone()} />
                <MatchForm desk={desk.clone()} books={all.clone()} />
            }
            if let Some((name, notes)) = (*report).clone() {
                <Modal title={format!("Check of {name}")} on_close={close}>
                    <ul class={classes!("book-report", (notes.faults > 0).then_some("faulty"))}>{ for notes.lines.iter().map(|line| html! { <li>{ line }</li> }) }</ul>
                </Modal>
            }
        </section>
    }
}

fn row(book: &KeptBook, state: &(Choice, bool), act: &Callback<(Deed, Choice)>) -> Html {
    let choice = Choice::of_id(&book.id);
    let button = |deed: Deed, label: &'static str| {
        let (act, choice) = (act.clone(), choice.clone());
        html! { <button type="button" class="button small" onclick={Callback::from(move |_: MouseEvent| act.emit((deed, choice.clone())))}>{ label }</button> }
    };
    let is_used = *state == (choice.clone(), true);
    let is_default = choice == Choice::Default;
    let facts = if is_default {
        "comes with the page".to_owned()
    } else if book.is_kept() {
        format!("{}, kept in this browser", size_text(book.size))
    } else {
        format!("{}, until the page is closed", size_text(book.size))
    };
    html! {
        <li key={book.id.clone()} class="shelf-book" data-book={book.id.clone()}>
            <div class="shelf-name"><b>{ &book.name }</b><small>{ facts }</small></div>
            <div class="shelf-actions">
                if is_used { <span class="shelf-used"><IconView icon={Icon::Check} />{ "On the board" }</span> } else { { button(Deed::Use, "Use") } }
                { button(Deed::Edit, "Edit") }
                { button(Deed::Check, "Check") }
                { button(Deed::Save, "Download") }
                { button(Deed::Text, "Lines") }
                { button(Deed::Games, "As PGN") }
                if !is_default && !book.is_kept() { { button(Deed::Keep, "Keep") } }
                if !is_default { { button(Deed::Remove, "Remove") } }
            </div>
        </li>
    }
}

async fn take(desk: Desk, file: File) {
    let name = file.name();
    if let Err(reason) = desk.feed.open_file(&name, BookBytes { book: file.into(), stats: None }).await {
        desk.fault("The book is not kept", &reason);
    }
}

async fn run(desk: Desk, deed: Deed, choice: Choice, report: UseStateSetter<Option<(String, BookNotes)>>) {
    let name = desk.feed.shelf().name(&choice);
    if let Err(reason) = try_run(&desk, deed, &choice, &name, &report).await {
        desk.fault(&format!("{name}: this cannot be done"), &reason);
    }
}

async fn try_run(
    desk: &Desk,
    deed: Deed,
    choice: &Choice,
    name: &str,
    report: &UseStateSetter<Option<(String, BookNotes)>>,
) -> Result<(), String> {
    match (deed, choice) {
        (Deed::Keep, Choice::Kept(id)) => {
            desk.feed.keep(id).await?;
            desk.news(format!("{name} is kept in this browser"));
            return Ok(());
        }
        (Deed::Remove, Choice::Kept(id)) => {
            desk.feed.shelf().remove(id).await?;
            if desk.feed.state().choice == *choice {
                let on = desk.feed.state().is_on();
                desk.feed.choose(Choice::Default, on);
            }
            desk.feed.shelf_changed();
            desk.news(format!("{name} was removed"));
            return Ok(());
        }
        _ => {}
    }
    let book = desk.feed.shelf().bytes(choice).await?.book;
    let file = FileBytes(book.clone());
    let client = desk.client.another();
    match deed {
        Deed::Save => download(name, &book)?,
        Deed::Check => match client.ask(Request::Check { file }, |_| {}).await? {
            Answer::Notes(notes) => report.set(Some((name.to_owned(), notes))),
            _ => return Err("the book worker gave another answer".to_owned()),
        },
        Deed::Text | Deed::Games => {
            let pgn = (deed == Deed::Games).then(|| stem(name).to_owned());
            let extension = if pgn.is_some() { "pgn" } else { "txt" };
            match client.ask(Request::List { file, pgn }, |_| {}).await? {
                Answer::File(text) => download(&format!("{}.{extension}", stem(name)), &text.0)?,
                _ => return Err("the book worker gave another answer".to_owned()),
            }
        }
        _ => {}
    }
    Ok(())
}

#[derive(Properties, PartialEq)]
struct MergeFormProps {
    desk: Desk,
    books: Vec<KeptBook>,
}

/// Two books become one.
#[component]
fn MergeForm(props: &MergeFormProps) -> Html {
    let (first, second, rule) = (use_node_ref(), use_node_ref(), use_node_ref());
    let result = use_state_eq(String::new);
    let merge = {
        let (desk, refs) = (props.desk.clone(), [first.clone(), second.clone(), rule.clone()]);
        let result = result.setter();
        Callback::from(move |_: MouseEvent| {
            let values: Vec<String> = refs
                .iter()
                .filter_map(NodeRef::cast::<HtmlSelectElement>)
                .map(|select| select.value())
                .collect();
            let [first, second, rule] = values.as_slice() else { return };
            let (first, second, priority) = (Choice::of_id(first), Choice::of_id(second), rule == "priority");
            let (desk, result) = (desk.clone(), result.clone());
            spawn_local(async move {
                match merge_books(&desk, &first, &second, priority).await {
                    Ok(text) => result.set(text),
                    Err(reason) => {
                        result.set(String::new());
                        desk.fault("The books were not merged", &reason);
                    }
                }
            });
        })
    };
    let options = |chosen: usize| {
        props.books.iter().enumerate().map(move |(index, book)| {
            html! { <option key={book.id.clone()} value={book.id.clone()} selected={index == chosen}>{ &book.name }</option> }
        })
    };
    html! {
        <div class="merge-form" role="group" aria-label="Merge two books">
            <span>{ "Merge" }</span>
            <select ref={first} class="field" aria-label="First book">{ for options(0) }</select>
            <span>{ "and" }</span>
            <select ref={second} class="field" aria-label="Second book">{ for options(1) }</select>
            <select ref={rule} class="field" aria-label="Positions in both">
                <option value="sum" selected=true>{ "add weights" }</option>
                <option value="priority">{ "the first book's moves only" }</option>
            </select>
            <button type="button" class="button small" onclick={merge}>{ "Merge" }</button>
            if !result.is_empty() { <p role="status">{ (*result).clone() }</p> }
        </div>
    }
}

async fn merge_books(desk: &Desk, first: &Choice, second: &Choice, priority: bool) -> Result<String, String> {
    let shelf = desk.feed.shelf();
    let name = format!("{}+{}.bin", stem(&shelf.name(first)), stem(&shelf.name(second)));
    let (first, second) = (shelf.bytes(first).await?.book, shelf.bytes(second).await?.book);
    let request = Request::Merge { first: FileBytes(first), second: FileBytes(second), priority };
    let client = desk.client.another();
    let Answer::Merged { file, notes } = client.ask(request, |_| {}).await? else {
        return Err("the book worker gave another answer".to_owned());
    };
    let kept = desk.feed.put(&name, BookBytes { book: file.0, stats: None }).await?;
    Ok(sentence(&format!("{}: {}", kept.name, notes.lines.join("; "))))
}

/// Two books play each other in the Lab.
#[component]
fn MatchForm(props: &MergeFormProps) -> Html {
    let (first, second) = (use_node_ref(), use_node_ref());
    let set_up = {
        let (desk, refs) = (props.desk.clone(), [first.clone(), second.clone()]);
        Callback::from(move |_: MouseEvent| {
            let chosen: Vec<Choice> = refs
                .iter()
                .filter_map(NodeRef::cast::<HtmlSelectElement>)
                .map(|select| Choice::of_id(&select.value()))
                .collect();
            let [first, second] = chosen.as_slice() else { return };
            let (desk, first, second) = (desk.clone(), first.clone(), second.clone());
            spawn_local(async move {
                let outcome = async {
                    let books = [own_book(&desk, &first).await?, own_book(&desk, &second).await?];
                    let window = web_sys::window().ok_or("there is no window")?;
                    let address = share::hash(&Link::Books(books));
                    window
                        .location()
                        .set_hash(&address)
                        .map_err(|_| "the address cannot be changed".to_owned())
                };
                if let Err(reason) = outcome.await {
                    desk.fault("The match was not set up", &reason);
                }
            });
        })
    };
    let options = |chosen: usize| {
        props.books.iter().enumerate().map(move |(index, book)| {
            html! { <option key={book.id.clone()} value={book.id.clone()} selected={index == chosen}>{ &book.name }</option> }
        })
    };
    html! {
        <div class="merge-form" role="group" aria-label="Match of two books">
            <span>{ "Match" }</span>
            <select ref={first} class="field" aria-label="Book of the first engine">{ for options(0) }</select>
            <span>{ "against" }</span>
            <select ref={second} class="field" aria-label="Book of the second engine">{ for options(1) }</select>
            <button type="button" class="button small" title="The same engine twice, each with its book" onclick={set_up}>{ "Set up in the Lab" }</button>
        </div>
    }
}

/// A book as a match names it; the browser has to keep its file.
async fn own_book(desk: &Desk, choice: &Choice) -> Result<OwnBook, String> {
    let shelf = desk.feed.shelf();
    let name = shelf.name(choice);
    let sha256 = match choice {
        Choice::Kept(id) if KeptBook::is_kept_id(id) => id.clone(),
        Choice::Kept(id) => desk.feed.keep(id).await?.id,
        Choice::Default => shelf.keep_default().await?,
    };
    Ok(OwnBook { name, sha256 })
}
