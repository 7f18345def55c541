//! Merging two books.

use super::context::PageContext;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::components::events::{selected, selected_value};
use crate::components::select::Select;
use crate::services::books::files::stem;
use crate::services::books::saved_book::{BookBytes, SavedBook};
use crate::state::book::BookChoice;
use tabia_worker::book::messages::{BookAnswer, BookRequest};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// A choice of a book that survives re-rendering.
#[derive(Clone)]
pub(super) struct BookSelection {
    id: UseStateHandle<Option<String>>,
    /// Index of the book that is chosen initially.
    first: usize,
}

/// Creates a choice, initially the book at this index.
#[hook]
pub(super) fn use_choice(first: usize) -> BookSelection {
    BookSelection { id: use_state_eq(|| None), first }
}

impl BookSelection {
    /// Returns the id of the chosen book.
    pub(super) fn of(&self, books: &[SavedBook]) -> String {
        let chosen = self.id.as_ref().filter(|id| books.iter().any(|book| book.id == **id));
        let first = || books.get(self.first).or(books.first()).map(|book| book.id.clone());
        chosen.cloned().or_else(first).unwrap_or_default()
    }

    /// Renders the drop-down list.
    pub(super) fn select(&self, label: &'static str, books: &[SavedBook]) -> Html {
        let current = self.of(books);
        let id = self.id.setter();
        let onchange = Callback::from(move |event: Event| {
            if let Some(value) = selected_value(&event) {
                id.set(Some(value));
            }
        });
        html! {
            <Select label={label} {onchange}>
                { for books.iter().map(|book| html! { <option key={book.id.clone()} value={book.id.clone()} selected={book.id == current}>{ &book.name }</option> }) }
            </Select>
        }
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct MergeFormProps {
    /// Shared services.
    pub(super) context: PageContext,
    /// Books to choose from.
    pub(super) books: Vec<SavedBook>,
    /// Called to open a book in the editor.
    pub(super) on_edit: Callback<BookChoice>,
}

/// Form that merges two books.
#[component]
pub(super) fn MergeForm(props: &MergeFormProps) -> Html {
    let (first, second) = (use_choice(0), use_choice(1));
    let priority = use_state_eq(|| false);
    let on_rule =
        use_callback(priority.setter(), |event: Event, priority| priority.set(selected(&event) == Some(1)));
    let result = use_state_eq(|| None::<(String, BookChoice)>);
    let merge = {
        let (context, priority, result) = (props.context.clone(), *priority, result.setter());
        let (first, second) = (first.of(&props.books), second.of(&props.books));
        Callback::from(move |_: MouseEvent| {
            let (first, second) = (BookChoice::of_id(&first), BookChoice::of_id(&second));
            let (context, result) = (context.clone(), result.clone());
            spawn_local(async move {
                match merge_books(&context, &first, &second, priority).await {
                    Ok(merged) => result.set(Some(merged)),
                    Err(reason) => {
                        result.set(None);
                        context.fault(strings::the_books_were_not_merged(), &reason);
                    }
                }
            });
        })
    };
    html! {
        <div class="merge-form" role="group" aria-label={strings::merge_two_books()}>
            <span>{ strings::merge() }</span>
            { first.select(strings::first_book(), &props.books) }
            <span>{ strings::and() }</span>
            { second.select(strings::second_book(), &props.books) }
            <Select label={strings::positions_in_both()} onchange={on_rule}>
                <option value="sum" selected={!*priority}>{ strings::add_weights() }</option>
                <option value="priority" selected={*priority}>{ strings::keep_the_first_books_moves() }</option>
            </Select>
            <button type="button" class="button small" onclick={merge}>{ strings::merge() }</button>
            if let Some((text, choice)) = (*result).clone() {
                <p role="status">{ text }</p>
                <button type="button" class="button small" onclick={props.on_edit.reform(move |_: MouseEvent| choice.clone())}>{ strings::open_in_the_editor() }</button>
            }
        </div>
    }
}

async fn merge_books(
    context: &PageContext,
    first: &BookChoice,
    second: &BookChoice,
    priority: bool,
) -> Result<(String, BookChoice), BookError> {
    let repository = context.feed.repository();
    let name = format!("{}+{}.bin", stem(&repository.name(first)), stem(&repository.name(second)));
    let (first, second) = (repository.bytes(first).await?.book, repository.bytes(second).await?.book);
    let request = BookRequest::Merge { first: FileBytes(first), second: FileBytes(second), priority };
    let client = context.client.another();
    let BookAnswer::Merged { file, notes } = client.ask(request, |_| {}).await? else {
        return Err(BookError::UnexpectedAnswer);
    };
    let bytes = BookBytes { book: file.0, stats: None };
    let kept = context.feed.put(&name, bytes).await?;
    let text = format!("{}: {}.", kept.name, notes.lines.join("; "));
    Ok((text, BookChoice::Kept(kept.id)))
}
