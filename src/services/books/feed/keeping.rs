//! Opening, storing and removing books, with updates of the panel.

use tabia_worker::probe::messages::ProbeRequest;
use tabia_worker::wire::FileBytes;

use super::{BookFeed, NotOpened, Removed};
use crate::language::tr;
use crate::services::books::repository::{BookRepositoryError, KEPT_AT_ONCE};
use crate::services::books::saved_book::{BookBytes, SavedBook};
use crate::state::book::BookChoice;
use crate::storage::device;

impl BookFeed {
    /// Opens a file as a book, uses it for lookups from now on, and stores it in the browser unless it is very large. A file that is not a
    /// book is rejected, and everything stays as it was.
    ///
    /// # Errors
    /// Why it is rejected, or not stored: then it lasts as long as the page.
    pub async fn open_file(&self, name: &str, bytes: BookBytes) -> Result<(), NotOpened> {
        let size = bytes.book.size();
        let no_book = |reason: String| NotOpened { title: tr!("{name} was not opened", name), reason };
        let file = FileBytes(bytes.book.clone());
        self.0
            .client
            .ask(ProbeRequest::Recognise { file }, |_| {})
            .await
            .map_err(|error| no_book(error.to_string()))?;
        let held = self.0.repository.hold(name, &bytes).map_err(|error| no_book(error.to_string()))?;
        self.choose(BookChoice::Kept(held.id.clone()), true);
        if size > KEPT_AT_ONCE {
            return Ok(());
        }
        self.keep(&held.id).await.map_err(|error| NotOpened {
            title: tr!("{name} is open, but only until the page is closed", name),
            reason: error.to_string(),
        })?;
        Ok(())
    }

    /// Removes a book; the board gets the default book if it had that one. The result restores it.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when the browser's database cannot be read or written.
    pub async fn remove(&self, id: &str) -> Result<Removed, BookRepositoryError> {
        let book = self.0.repository.remove(id).await?;
        let state = self.state();
        let was_chosen = state.choice == BookChoice::Kept(id.to_owned());
        if was_chosen {
            self.choose(BookChoice::Default, state.is_on());
        }
        self.books_changed();
        Ok(Removed { book, was_chosen })
    }

    /// Restores a removed book, on the board too if it was there and no other has been chosen since.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when it no longer exists, or the browser's database cannot be written.
    pub async fn put_back(&self, removed: &Removed) -> Result<(), BookRepositoryError> {
        let id = self.0.repository.put_back(&removed.book).await?;
        self.books_changed();
        let state = self.state();
        if removed.was_chosen && state.choice == BookChoice::Default {
            self.choose(BookChoice::Kept(id), state.is_on());
        }
        Ok(())
    }

    /// Stores a book made here in the browser, and leaves the panel as it is.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when it is too large, or the browser does not store it: then it is open until the page is closed.
    pub async fn put(&self, name: &str, bytes: BookBytes) -> Result<SavedBook, BookRepositoryError> {
        let held = self.0.repository.hold(name, &bytes)?;
        self.emit();
        self.keep(&held.id).await
    }

    /// Stores an open book in the browser.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when the browser does not store it.
    pub async fn keep(&self, id: &str) -> Result<SavedBook, BookRepositoryError> {
        let kept = self.0.repository.keep(id).await?;
        device::ask_to_persist();
        let (before, after) = (BookChoice::Kept(id.to_owned()), BookChoice::Kept(kept.id.clone()));
        if self.0.lookup.borrow_mut().rename(&before, &after) {
            self.remember();
        }
        self.books_changed();
        Ok(kept)
    }

    /// Notifies listeners that the available books have changed.
    pub fn books_changed(&self) {
        self.emit();
    }
}
