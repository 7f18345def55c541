//! Comparison of two books: a match of an engine against itself, one book per side, set up in the Lab.

use super::book_list::all_books;
use super::context::PageContext;
use super::merging::use_choice;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::hooks::use_observable;
use crate::services::books::saved_book::SavedBook;
use crate::services::matches::address::{self, Link};
use crate::state::book::BookChoice;
use tabia_arena::EngineBook;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`BookMatch`].
#[derive(Properties, PartialEq)]
pub struct BookMatchProps {
    /// Shared services.
    pub context: PageContext,
}

/// Form that sets up the match of two books in the Lab.
#[component]
pub fn BookMatch(props: &BookMatchProps) -> Html {
    let books = all_books(use_observable(&props.context.feed, |feed| feed.repository().list()));
    let (first, second) = (use_choice(0), use_choice(1));
    let set_up = {
        let context = props.context.clone();
        let (first, second) = (first.of(&books), second.of(&books));
        Callback::from(move |_: MouseEvent| {
            let (context, first, second) =
                (context.clone(), BookChoice::of_id(&first), BookChoice::of_id(&second));
            spawn_local(async move {
                let outcome = async {
                    let books = [own_book(&context, &first).await?, own_book(&context, &second).await?];
                    let window = web_sys::window().ok_or(BookError::Address)?;
                    let hash = address::hash(&Link::Books(books));
                    window.location().set_hash(&hash).map_err(|_| BookError::Address)
                };
                if let Err(reason) = outcome.await {
                    context.fault(strings::the_match_was_not_set(), &reason);
                }
            });
        })
    };
    html! {
        <section class="card book-match" aria-label={strings::match_of_two_books()}>
            <header class="panel-header"><h2>{ strings::which_book_plays_better() }</h2></header>
            <div class="merge-form">
                { first.select(strings::book_of_the_first_engine(), &books) }
                <span>{ strings::against() }</span>
                { second.select(strings::book_of_the_second_engine(), &books) }
                <button type="button" class="button" onclick={set_up}>{ strings::set_up_in_the_lab() }</button>
                <p class="form-note">{ if books.len() > 1 { strings::book_match_note() } else { strings::book_match_empty() } }</p>
            </div>
        </section>
    }
}

/// Returns a book in the form that matches use; its file must be stored in the browser.
async fn own_book(context: &PageContext, choice: &BookChoice) -> Result<EngineBook, BookError> {
    let repository = context.feed.repository();
    let name = repository.name(choice);
    let sha256 = match choice {
        BookChoice::Kept(id) if SavedBook::is_kept_id(id) => id.clone(),
        BookChoice::Kept(id) => context.feed.keep(id).await?.id,
        BookChoice::Default => repository.keep_default().await?,
    };
    Ok(EngineBook { name, sha256, ..EngineBook::default() })
}
