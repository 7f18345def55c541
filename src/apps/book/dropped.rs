//! Files that are dropped on the book page.

use super::context::PageContext;
use super::game_files::{GameLists, ListAction};
use super::{shelf, strings};
use crate::state::route::{BookSubject, Route};
use crate::storage::Content;
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Where files go that are dropped on the page.
#[derive(Clone)]
pub struct Dropped {
    /// What every part of the page needs.
    pub context: PageContext,
    /// Games go here.
    pub lists: UseReducerDispatcher<GameLists>,
    /// A recipe goes here.
    pub recipe: UseStateSetter<Option<Rc<Recipe>>>,
    /// Lessons go here.
    pub lessons: UseStateSetter<Rc<Vec<File>>>,
    /// What is seen.
    pub subject: BookSubject,
}

impl Dropped {
    /// Books go to the shelf, lessons and recipes to their forms, all others are games of the subject that is seen.
    pub fn take(self, files: Vec<File>) {
        let mut games = Vec::new();
        for file in files {
            match file.name().to_ascii_lowercase().rsplit('.').next() {
                Some("bin") => spawn_local(shelf::take(self.context.clone(), file)),
                Some("json") => spawn_local(self.clone().take_json(file)),
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
                return self.context.fault(&strings::file_unreadable(&file.name()), error.to_string());
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
