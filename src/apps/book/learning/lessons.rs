//! The saved lessons and the actions on them.

use crate::apps::book::context::PageContext;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::components::toasts::Offer;
use crate::platform::download::download;
use crate::services::books::files::stem;
use crate::services::books::lessons::{self, LessonsError, Taught, learn, load, update};
use crate::services::books::saved_book::BookBytes;
use crate::state::book::BookChoice;
use crate::storage::{Content, Database, StoreError};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tabia_book_tools::learn::{LearnError, LearnStore};
use tabia_worker::book::messages::{BookAnswer, BookRequest};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// The lessons, with the state that shows them.
#[derive(Clone, PartialEq)]
pub struct Lessons {
    /// Shared services.
    pub context: PageContext,
    /// State that shows them.
    pub shown: UseStateSetter<Option<Rc<LearnStore>>>,
}

impl Lessons {
    fn database(&self) -> Database {
        self.context.feed.repository().database()
    }

    /// Reads the saved lessons; another tab may have changed them.
    pub async fn now(&self) -> Result<LearnStore, LessonsError> {
        load(&self.database()).await
    }

    /// Changes the saved lessons and shows them.
    async fn update(&self, change: impl Fn(&mut LearnStore)) -> Result<(), LessonsError> {
        let store = update(&self.database(), change).await?;
        self.shown.set(Some(Rc::new(store)));
        Ok(())
    }

    /// Sets unreadable lessons aside; there are none afterwards.
    ///
    /// # Errors
    /// When the browser's database cannot be read or written.
    pub async fn set_aside(&self, reason: &LearnError) -> Result<(), StoreError> {
        lessons::set_aside(&self.database(), reason).await?;
        self.shown.set(Some(Rc::new(LearnStore::default())));
        Ok(())
    }

    /// Changes the saved lessons and reports failures. `change` may be called again when another tab writes first.
    pub fn change(&self, change: impl Fn(&mut LearnStore) + 'static) {
        let lessons = self.clone();
        spawn_local(async move {
            if let Err(error) = lessons.update(change).await {
                lessons.context.fault(strings::the_lessons_were_not_changed(), error.to_string());
            }
        });
    }

    /// Deletes all lessons; the user can restore them for a moment.
    pub fn clear(&self) {
        let lessons = self.clone();
        spawn_local(async move {
            let before = RefCell::new(LearnStore::default());
            let outcome = lessons.update(|store| {
                before.replace(store.clone());
                store.clear();
            });
            match outcome.await {
                Ok(()) => {
                    let again = lessons.clone();
                    let before = before.into_inner();
                    let action = Callback::from(move |()| {
                        let before = before.clone();
                        // Keep what has been learned since.
                        again.change(move |store| {
                            store.import(&before, false);
                        });
                    });
                    lessons.context.offer(
                        strings::all_lessons_deleted().to_owned(),
                        Offer { label: strings::restore(), action },
                    );
                }
                Err(error) => {
                    lessons.context.fault(strings::the_lessons_were_not_deleted(), error.to_string());
                }
            }
        });
    }

    pub async fn import(self, files: Vec<File>, clear: bool) {
        for file in files {
            let name = file.name();
            let outcome = async {
                let text = Content::from(file).text().await?;
                let other = LearnStore::from_json(&text)?;
                let counts = Cell::new((0, 0));
                self.update(|store| counts.set(store.import(&other, clear))).await?;
                let (added, here) = counts.get();
                Ok::<_, LessonsError>(strings::lessons_imported(&name, added, here))
            };
            match outcome.await {
                Ok(news) => self.context.news(news),
                Err(error) => self.context.fault(&strings::not_imported(&name), error.to_string()),
            }
        }
    }

    pub async fn export(self) -> Result<(), BookError> {
        let json = self.now().await?.to_json();
        Ok(download("lessons.json", &Content::from(json.as_str()).blob()?)?)
    }

    /// Learns from games played with a book.
    pub async fn learn(
        &self,
        book: &BookChoice,
        files: &[File],
        player: String,
    ) -> Result<String, BookError> {
        let games = files.iter().map(|file| FileBytes(file.clone().into())).collect();
        let repository = self.context.feed.repository();
        let taught = learn(repository, &self.context.client.another(), book, games, player).await?;
        let Taught { lessons, games, new, left_out } = taught;
        self.shown.set(Some(Rc::new(lessons)));
        let left_out = match left_out {
            0 => String::new(),
            count => strings::left_out(count),
        };
        if games == 0 {
            return Ok(strings::no_games_of_player(&left_out));
        }
        Ok(strings::learned_from(games, new, &left_out))
    }

    /// Writes what was learned to a copy of a book.
    pub async fn teach(&self, book: &BookChoice) -> Result<String, BookError> {
        let repository = self.context.feed.repository();
        let BookBytes { book: bytes, stats } = repository.bytes(book).await?;
        let lessons = self.now().await?.to_json();
        let request = BookRequest::Teach { book: FileBytes(bytes), lessons };
        let answer = self.context.client.another().ask(request, |_| {}).await?;
        let BookAnswer::Taught { file, marked } = answer else {
            return Err(BookError::UnexpectedAnswer);
        };
        if marked == 0 {
            return Ok(strings::nothing_to_apply().to_owned());
        }
        let name = format!("{} (taught).bin", stem(&repository.name(book)));
        let bytes = BookBytes { book: file.0, stats };
        self.context.feed.put(&name, bytes).await?;
        Ok(strings::lessons_applied(&name, marked))
    }
}
