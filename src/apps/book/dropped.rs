//! Files dropped on the book page.

use super::context::PageContext;
use super::game_files::{GameLists, ListAction};
use super::{book_list, strings};
use crate::state::route::{BookSubject, Route};
use crate::storage::Content;
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Destinations of files dropped on the page.
#[derive(Clone)]
pub struct Dropped {
    /// Shared services.
    pub context: PageContext,
    /// Destination of games.
    pub lists: UseReducerDispatcher<GameLists>,
    /// Destination of a recipe.
    pub recipe: UseStateSetter<Option<Rc<Recipe>>>,
    /// Destination of lessons.
    pub lessons: UseStateSetter<Rc<Vec<File>>>,
    /// Visible subject.
    pub subject: BookSubject,
}

impl Dropped {
    /// Adds books to the user's books, passes lessons and recipes to their forms, and adds all other files as games of the visible subject.
    pub fn take(self, files: Vec<File>) {
        let mut games = Vec::new();
        for file in files {
            match file.name().to_ascii_lowercase().rsplit('.').next() {
                Some("bin") => spawn_local(book_list::take(self.context.clone(), file)),
                Some("json") => spawn_local(self.clone().take_json(file)),
                _ => games.push(file),
            }
        }
        if !games.is_empty() {
            // There is no game list among the user's books, but a book can be built from the games.
            let subject = if self.subject == BookSubject::Books { BookSubject::Make } else { self.subject };
            self.lists.dispatch(ListAction::Add(subject, games));
            go(subject);
        }
    }

    async fn take_json(self, file: File) {
        let text = match Content::from(file.clone()).text().await {
            Ok(text) => text,
            Err(error) => {
                return self.context.fault(&strings::file_unreadable(&file.name()), error.to_string());
            }
        };
        // Anything that isn't a recipe is treated as lessons, which report what is wrong with it.
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
    // Setting an address of our own never fails.
    let _ = web_sys::window().map(|window| window.location().set_hash(&Route::Book(subject).to_string()));
}
