//! Which of the user's books a form is about.

use crate::apps::book::strings;
use crate::components::events::selected_value;
use crate::components::select::Select;
use crate::hooks::use_observable;
use crate::services::books::feed::BookFeed;
use crate::state::book::Choice;
use yew::prelude::*;

/// Properties of [`BookSelect`].
#[derive(Properties, PartialEq)]
pub struct BookSelectProps {
    /// The shelf.
    pub feed: BookFeed,
    /// What it is called.
    pub label: &'static str,
    /// The book; that of the board if none was chosen here.
    pub chosen: UseStateHandle<Option<Choice>>,
}

/// The book that a form is about: the one chosen in it, if it is still there, or that of the board.
pub fn book_of(chosen: Option<&Choice>, feed: &BookFeed) -> Choice {
    let is_there = |choice: &&Choice| match choice {
        Choice::Default => true,
        Choice::Kept(id) => feed.shelf().list().iter().any(|book| book.id == *id),
    };
    chosen.filter(is_there).cloned().unwrap_or_else(|| feed.state().choice)
}

/// All books, to choose one from.
#[component]
pub fn BookSelect(props: &BookSelectProps) -> Html {
    let BookSelectProps { feed, label, chosen } = props;
    let books = use_observable(feed, |feed| feed.shelf().list());
    // Rendered anew when the board gets another book.
    let _ = use_observable(feed, |feed| feed.state().choice);
    let current = book_of(chosen.as_ref(), feed);
    let choose = use_callback(chosen.setter(), |event: Event, chosen| {
        if let Some(value) = selected_value(&event) {
            chosen.set(Some(Choice::of_id(&value)));
        }
    });
    let option = |id: String, name: String| {
        let selected = id == current.id();
        html! { <option key={id.clone()} value={id} {selected}>{ name }</option> }
    };
    html! {
        <label class="grow">{ *label }
            <Select label={*label} onchange={choose}>
                { option("default".to_owned(), strings::DEFAULT_BOOK.to_owned()) }
                { for books.into_iter().map(|book| option(book.id, book.name)) }
            </Select>
        </label>
    }
}
