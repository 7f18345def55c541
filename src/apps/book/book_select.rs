//! Choice of a book in a form.

use crate::apps::book::strings;
use crate::components::events::selected_value;
use crate::components::select::Select;
use crate::hooks::use_observable;
use crate::services::books::feed::BookFeed;
use crate::state::book::BookChoice;
use yew::prelude::*;

/// Properties of [`BookSelect`].
#[derive(Properties, PartialEq)]
pub struct BookSelectProps {
    /// The user's books.
    pub feed: BookFeed,
    /// Label.
    pub label: &'static str,
    /// Chosen book; `None` for the board's.
    pub chosen: UseStateHandle<Option<BookChoice>>,
}

/// Returns the book chosen in a form if it still exists, otherwise the board's.
pub fn book_of(chosen: Option<&BookChoice>, feed: &BookFeed) -> BookChoice {
    let is_there = |choice: &&BookChoice| match choice {
        BookChoice::Default => true,
        BookChoice::Kept(id) => feed.repository().list().iter().any(|book| book.id == *id),
    };
    chosen.filter(is_there).cloned().unwrap_or_else(|| feed.state().choice)
}

/// Drop-down list of all books.
#[component]
pub fn BookSelect(props: &BookSelectProps) -> Html {
    let BookSelectProps { feed, label, chosen } = props;
    let books = use_observable(feed, |feed| feed.repository().list());
    // Re-render when the board gets another book.
    let _ = use_observable(feed, |feed| feed.state().choice);
    let current = book_of(chosen.as_ref(), feed);
    let choose = use_callback(chosen.setter(), |event: Event, chosen| {
        if let Some(value) = selected_value(&event) {
            chosen.set(Some(BookChoice::of_id(&value)));
        }
    });
    let option = |id: String, name: String| {
        let selected = id == current.id();
        html! { <option key={id.clone()} value={id} {selected}>{ name }</option> }
    };
    html! {
        <label class="grow">{ *label }
            <Select label={*label} onchange={choose}>
                { option("default".to_owned(), strings::default_book().to_owned()) }
                { for books.into_iter().map(|book| option(book.id, book.name)) }
            </Select>
        </label>
    }
}
