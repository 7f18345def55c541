//! Repository of the available books and their bytes: the default book of the page, and the user's, which the browser stores.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Date;
use serde_json::{Value, json};
use tabia_book_tools::packed::{self, NotUnpacked};
use web_sys::Blob;

use super::open_books;
use super::saved_book::{BookBytes, SavedBook};
use crate::language::tr;
use crate::platform::fetch::{self, FetchError};
use crate::state::book::BookChoice;
use crate::storage::files::{FileEntry, FileStore, NewFile, kind};
use crate::storage::hash::sha256;
use crate::storage::matches::MatchStore;
use crate::storage::{Content, Database, Keeping, StoreError};

/// Maximum size of a book file, in bytes.
pub const MAX_BYTES: f64 = 512.0 * 1024.0 * 1024.0;
/// Files up to this size are stored without confirmation: 64 MiB.
pub const KEPT_AT_ONCE: f64 = 64.0 * 1024.0 * 1024.0;

/// Minimum time during which a removed book can be restored, in milliseconds: half an hour. After that, its bytes are deleted when the page
/// is next opened.
const REMOVED_MS: f64 = 30.0 * 60.0 * 1000.0;

/// Why a book is unavailable, was rejected or not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookRepositoryError {
    /// The browser's database cannot be read or written, or stores nothing.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file is too large.
    #[error("{}", tr!("{name} is larger than 512 MB, the limit for a book here", name))]
    TooLarge {
        /// Its name.
        name: String,
    },
    /// The book is no longer open.
    #[error("{}", tr!("this book is no longer open"))]
    NotOpen,
    /// No removed book to restore.
    #[error("{}", tr!("there is nothing to restore"))]
    NothingRemoved,
    /// A removed book is gone.
    #[error("{}", tr!("another tab has deleted it: open its file again"))]
    Deleted,
    /// A stored book is gone.
    #[error("{}", tr!("this book is no longer in the browser: choose another, or open its file again"))]
    Gone,
    /// The default book could not be fetched.
    #[error(
        "{}",
        tr!("the default book could not be fetched ({error}): check the connection", error = _0)
    )]
    Default(FetchError),
    /// The default book arrived damaged.
    #[error("{}", tr!("the default book arrived damaged ({error}): reload the page", error = _0))]
    DefaultDamaged(#[from] NotUnpacked),
}

/// The repository of books; clones share it.
#[derive(Clone)]
pub struct BookRepository(Rc<BookRepositoryInner>);

struct BookRepositoryInner {
    default_url: String,
    default: RefCell<Option<Blob>>,
    files: FileStore,
    database: Database,
    kept: RefCell<Vec<SavedBook>>,
    /// Whether books removed long ago have been deleted.
    is_swept: Cell<bool>,
}

/// Book removed from the repository.
#[derive(Clone)]
pub struct RemovedBook {
    /// Its entry in the browser, if it was stored.
    kept: Option<FileEntry>,
    /// Its name and bytes, if it was only open.
    open: Option<(String, BookBytes)>,
}

impl PartialEq for BookRepository {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for BookRepository {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("BookRepository")
            .field("default_url", &self.0.default_url)
            .finish_non_exhaustive()
    }
}

impl BookRepository {
    /// Creates a repository whose default book is at this address.
    pub fn new(default_url: String, database: Database) -> Self {
        Self(Rc::new(BookRepositoryInner {
            default_url,
            default: RefCell::new(None),
            files: FileStore::new(database.clone()),
            database,
            kept: RefCell::default(),
            is_swept: Cell::new(false),
        }))
    }

    /// Returns the database that stores the books.
    pub fn database(&self) -> Database {
        self.0.database.clone()
    }

    /// Returns the user's books: first the stored ones, then those that are only open.
    pub fn list(&self) -> Vec<SavedBook> {
        self.0.kept.borrow().iter().cloned().chain(open_books::all()).collect()
    }

    /// Reads the list of stored books.
    ///
    /// # Errors
    /// [`StoreError`] when the browser's database cannot be read.
    pub async fn load(&self) -> Result<(), StoreError> {
        let entries = self.0.files.list(Some(kind::BOOK)).await?;
        self.0.kept.replace(entries.into_iter().map(SavedBook::from).collect());
        if !self.0.is_swept.replace(true) {
            // These bytes are no longer reachable; if they cannot be deleted now, the next page does it.
            let _ = self.sweep().await;
        }
        Ok(())
    }

    /// Deletes books removed long ago, with their move statistics.
    async fn sweep(&self) -> Result<(), StoreError> {
        let files = &self.0.files;
        for entry in files.list(Some(kind::REMOVED_BOOK)).await? {
            let removed_ms = entry.facts.get("removed").and_then(Value::as_f64).unwrap_or(0.0);
            if Date::now() - removed_ms < REMOVED_MS {
                continue;
            }
            MatchStore::new(self.0.database.clone()).note_uses(&entry.sha256).await?;
            files.remove(kind::REMOVED_BOOK, &entry.sha256).await?;
            let Some(stats) = SavedBook::from(entry).stats else { continue };
            // A copy of the book may share the statistics, or a removed book that can still be restored.
            let is_wanted = async || {
                let all = files.list(None).await?;
                let mut books = all
                    .into_iter()
                    .filter(|file| [kind::BOOK, kind::REMOVED_BOOK].contains(&file.kind.as_str()));
                Ok(books.any(|book| SavedBook::from(book).stats.as_ref() == Some(&stats)))
            };
            files.remove_unless(kind::BOOK_STATS, &stats, is_wanted).await?;
        }
        Ok(())
    }

    /// Adds a book for as long as the page is open.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when it is too large.
    pub fn hold(&self, name: &str, bytes: &BookBytes) -> Result<SavedBook, BookRepositoryError> {
        if bytes.book.size() > MAX_BYTES {
            return Err(BookRepositoryError::TooLarge { name: name.to_owned() });
        }
        Ok(open_books::add(name, bytes))
    }

    /// Stores an open book in the browser, which changes its id.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when the browser does not store it; it stays open.
    pub async fn keep(&self, id: &str) -> Result<SavedBook, BookRepositoryError> {
        let (book, bytes) = open_books::find(id).ok_or(BookRepositoryError::NotOpen)?;
        if let Keeping::InMemory(reason) = self.0.database.keeping().await? {
            return Err(reason.into());
        }
        let entry = self.keep_files(&book.name, bytes).await?;
        open_books::remove(id);
        self.load().await?;
        Ok(entry.into())
    }

    /// Stores a book with its move statistics, both or neither.
    async fn keep_files(&self, name: &str, bytes: BookBytes) -> Result<FileEntry, StoreError> {
        let files = &self.0.files;
        let content = Content::from(bytes.book);
        let id = sha256(&content).await?;
        // A book removed a moment ago is restored with its statistics.
        let removed = files.entry(kind::REMOVED_BOOK, &id).await?;
        let stats_name = format!("{name}.stats");
        let mut new = Vec::new();
        let mut facts =
            removed.and_then(|book| SavedBook::from(book).stats).map(|sha256| json!({ "stats": sha256 }));
        if let Some(stats) = bytes.stats {
            let content = Content::from(stats);
            let sha256 = sha256(&content).await?;
            facts = Some(json!({ "stats": sha256 }));
            new.push((
                sha256,
                NewFile { kind: kind::BOOK_STATS, name: &stats_name, content, facts: Value::Null },
            ));
        }
        let facts = facts.unwrap_or(Value::Null);
        new.push((id.clone(), NewFile { kind: kind::BOOK, name, content, facts }));
        let entry = files.add_all(&new).await?.pop();
        files.remove(kind::REMOVED_BOOK, &id).await?;
        entry.ok_or(StoreError::Missing { what: name.to_owned() })
    }

    /// Removes a book. A stored one is only marked as removed, and deleted when the page is opened half an hour later.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when the browser's database cannot be read or written.
    pub async fn remove(&self, id: &str) -> Result<RemovedBook, BookRepositoryError> {
        let open = open_books::find(id).map(|(book, bytes)| (book.name, bytes));
        open_books::remove(id);
        let mut kept = None;
        if SavedBook::is_kept_id(id)
            && let Some(entry) = self.0.files.entry(kind::BOOK, id).await?
        {
            let mut removed = FileEntry { kind: kind::REMOVED_BOOK.to_owned(), ..entry.clone() };
            removed.facts = json!({ "stats": entry.facts.get("stats"), "removed": Date::now() });
            self.0.files.replace(kind::BOOK, &removed).await?;
            self.load().await?;
            kept = Some(entry);
        }
        Ok(RemovedBook { kept, open })
    }

    /// Restores a book and returns its id, which may be new.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when it no longer exists, or the browser's database cannot be read or written.
    pub async fn put_back(&self, book: &RemovedBook) -> Result<String, BookRepositoryError> {
        if let Some((name, bytes)) = &book.open {
            return Ok(open_books::add(name, bytes).id);
        }
        let entry = book.kept.as_ref().ok_or(BookRepositoryError::NothingRemoved)?;
        self.0.files.replace(kind::REMOVED_BOOK, entry).await.map_err(|error| match error {
            StoreError::Missing { .. } => BookRepositoryError::Deleted,
            error => error.into(),
        })?;
        self.load().await?;
        Ok(entry.sha256.clone())
    }

    /// Returns the file name of a book.
    pub fn name(&self, choice: &BookChoice) -> String {
        match choice {
            BookChoice::Default => "default.bin".to_owned(),
            BookChoice::Kept(id) => self
                .list()
                .into_iter()
                .find(|book| book.id == *id)
                .map_or_else(|| "book.bin".to_owned(), |book| book.name),
        }
    }

    /// Returns the bytes of a book; the default one is fetched on first use.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when it does not arrive, or no longer exists.
    pub async fn bytes(&self, choice: &BookChoice) -> Result<BookBytes, BookRepositoryError> {
        let BookChoice::Kept(id) = choice else { return self.default_bytes().await };
        if let Some((_, bytes)) = open_books::find(id) {
            return Ok(bytes);
        }
        let find = || self.0.kept.borrow().iter().find(|book| book.id == *id).cloned();
        let mut kept = find();
        if kept.is_none() {
            // The list was not read yet, or another application of the page has just stored the book.
            self.load().await?;
            kept = find();
        }
        let Some(kept) = kept else {
            return Err(BookRepositoryError::Gone);
        };
        let book = self.blob(id).await?;
        let stats = match &kept.stats {
            // A book without its statistics is still a book.
            Some(sha256) => self.blob(sha256).await.ok(),
            None => None,
        };
        Ok(BookBytes { book, stats })
    }

    /// Stores the default book as a file for matches, which continue with it after an update of the page. Returns its SHA-256.
    ///
    /// # Errors
    /// [`BookRepositoryError`] when it is unavailable or cannot be stored.
    pub async fn keep_default(&self) -> Result<String, BookRepositoryError> {
        let book = self.default_bytes().await?.book;
        let name = self.name(&BookChoice::Default);
        Ok(self.0.files.add(kind::MATCH_BOOK, &name, book, Value::Null).await?.sha256)
    }

    async fn blob(&self, sha256: &str) -> Result<Blob, StoreError> {
        self.0.files.content(sha256).await?.blob()
    }

    async fn default_bytes(&self) -> Result<BookBytes, BookRepositoryError> {
        let known = self.0.default.borrow().clone();
        let book = if let Some(blob) = known {
            blob
        } else {
            let packed = fetch::bytes(&self.0.default_url).await.map_err(BookRepositoryError::Default)?;
            Content::from(packed::unpack(&packed)?).blob()?
        };
        self.0.default.replace(Some(book.clone()));
        Ok(BookBytes { book, stats: None })
    }
}
