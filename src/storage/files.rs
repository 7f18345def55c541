//! Whole files by SHA-256: opening books, opening suites, anything a match or a search reads.
//!
//! A file is stored once, however many uses it has: its record lists the uses, and its content is deleted with the last one.

use super::Database;
use super::error::StoreError;
pub use super::file_record::{FileEntry, FileRecord};
use super::hash::sha256;
use super::key::{Key, Range};
use super::record::Content;
use super::schema::Table;
use super::store::{Change, Store};
use crate::language::tr;
use crate::platform::sorting::sort_by;

/// Maximum number of retries when another tab writes first.
const TRIES: u32 = 20;

/// Kinds of use.
pub mod kind {
    /// A book in the user's collection.
    pub const BOOK: &str = "book";
    /// A removed book, which can be restored for a while.
    pub const REMOVED_BOOK: &str = "removed-book";
    /// A book that an engine plays in a match.
    pub const MATCH_BOOK: &str = "match-book";
    /// Results of a book's moves.
    pub const BOOK_STATS: &str = "book-stats";
    /// Openings of matches.
    pub const OPENINGS: &str = "openings";
    /// A text with several games.
    pub const GAMES: &str = "games";
    /// An endgame table.
    pub const TABLEBASE: &str = "tablebase";
}

/// A file to store.
#[derive(Debug)]
pub struct NewFile<'a> {
    /// Kind of use, see [`kind`].
    pub kind: &'a str,
    /// File name.
    pub name: &'a str,
    /// File content. A [`Content::Blob`] (a dropped file) is not copied into memory.
    pub content: Content,
    /// Facts that must be available without reading the file.
    pub facts: serde_json::Value,
}

/// The files of a database. A file added twice is stored once.
#[derive(Debug, Clone, PartialEq)]
pub struct FileStore {
    database: Database,
}

pub(super) fn key(sha256: &str) -> Key {
    Key::of(sha256)
}

fn content_key(sha256: &str) -> Key {
    Key::of("file").and(sha256)
}

fn missing(sha256: &str) -> StoreError {
    StoreError::Missing { what: tr!("the file {sha256}", sha256) }
}

/// Returns the changes that update a file's record, or delete the file if nothing uses it any more.
fn write(file: &FileRecord, revision: u64) -> Result<Vec<Change>, StoreError> {
    let (table, key) = (Table::Files, key(&file.sha256));
    let mut changes = vec![Change::Expect { table, key: key.clone(), revision }];
    if file.is_used() {
        changes.push(Change::Put { table, key, record: file.record(revision + 1)? });
    } else {
        changes.push(Change::Delete { table, key });
        changes.push(Change::Delete { table: Table::Contents, key: content_key(&file.sha256) });
    }
    Ok(changes)
}

impl FileStore {
    /// Returns the files of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Stores a file for a use. A [`Content::Blob`] is not copied into memory. If the file already has this use, its entry is returned,
    /// and only empty facts are replaced.
    ///
    /// # Errors
    /// When the file cannot be read or stored.
    pub async fn add(
        &self,
        kind: &str,
        name: &str,
        content: impl Into<Content>,
        facts: serde_json::Value,
    ) -> Result<FileEntry, StoreError> {
        let new = NewFile { kind, name, content: content.into(), facts };
        let sha256 = sha256(&new.content).await?;
        let added = self.add_all(&[(sha256.clone(), new)]).await?;
        added.into_iter().next().ok_or_else(|| missing(&sha256))
    }

    /// Stores files, each with its SHA-256, all or none. Returns the entries in the order of the files.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub async fn add_all(&self, files: &[(String, NewFile<'_>)]) -> Result<Vec<FileEntry>, StoreError> {
        let mut tries = 0;
        loop {
            let (mut changes, mut entries) = (Vec::new(), Vec::new());
            for (sha256, new) in files {
                let (entry, changed) = self.adding(sha256, new).await?;
                changes.extend(changed);
                entries.push(entry);
            }
            match self.database.apply(changes).await {
                Err(StoreError::Conflict { .. } | StoreError::Exists { .. }) if tries < TRIES => tries += 1,
                result => return result.map(|()| entries),
            }
        }
    }

    async fn adding(&self, sha256: &str, new: &NewFile<'_>) -> Result<(FileEntry, Vec<Change>), StoreError> {
        let mut entry = FileEntry {
            sha256: sha256.to_owned(),
            name: new.name.to_owned(),
            kind: new.kind.to_owned(),
            size: new.content.size(),
            added_ms: now_ms(),
            facts: new.facts.clone(),
        };
        let Some((mut file, revision)) = self.read(sha256).await? else {
            let file = FileRecord::of(&entry);
            let record = file.record(1)?;
            let content = super::Record::default().with(new.content.clone());
            let changes = vec![
                Change::Insert { table: Table::Files, key: key(sha256), record },
                Change::Put { table: Table::Contents, key: content_key(sha256), record: content },
            ];
            return Ok((entry, changes));
        };
        if let Some(mut present) = file.entry(new.kind) {
            if present.facts.is_null() {
                present.facts = entry.facts;
            }
            entry = present;
        }
        // Written even without changes, so that a concurrent removal notices that the file is needed.
        file.set(&entry);
        Ok((entry, write(&file, revision)?))
    }

    /// Returns the uses of one kind, or all of them, in the order they were added. Unreadable records are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self, kind: Option<&str>) -> Result<Vec<FileEntry>, StoreError> {
        let records = self.database.list(Table::Files, Range::all(), usize::MAX).await?;
        let files = records.iter().filter_map(|(_, record)| record.read::<FileRecord>("a file").ok());
        let mut entries: Vec<FileEntry> = files.flat_map(|file| file.entries()).collect();
        entries.retain(|entry| kind.is_none_or(|kind| entry.kind == kind));
        sort_by(&mut entries, |a, b| a.added_ms.total_cmp(&b.added_ms).then_with(|| a.name.cmp(&b.name)));
        Ok(entries)
    }

    /// Returns a use of a file, if the file is stored for it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn entry(&self, kind: &str, sha256: &str) -> Result<Option<FileEntry>, StoreError> {
        Ok(self.read(sha256).await?.and_then(|(file, _)| file.entry(kind)))
    }

    /// Returns a file's content: a browser blob, which takes no memory until it is read.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the file is not stored.
    pub async fn content(&self, sha256: &str) -> Result<Content, StoreError> {
        let record = self.database.get(Table::Contents, content_key(sha256)).await?;
        record.and_then(|record| record.content).ok_or_else(|| missing(sha256))
    }

    /// Adds or replaces a use of a file: its name and facts.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the file is not stored.
    pub async fn put(&self, entry: &FileEntry) -> Result<(), StoreError> {
        self.change(&entry.sha256, |file| file.set(entry)).await
    }

    /// Replaces a use of the given kind.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub async fn replace(&self, kind: &str, entry: &FileEntry) -> Result<(), StoreError> {
        self.change(&entry.sha256, |file| {
            file.remove(kind);
            file.set(entry);
        })
        .await
    }

    /// Ends a use of a file; the content is deleted with the last one. A missing file or use is ignored.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, kind: &str, sha256: &str) -> Result<(), StoreError> {
        match self.change(sha256, |file| file.remove(kind)).await {
            Err(StoreError::Missing { .. }) => Ok(()),
            result => result,
        }
    }

    /// Ends a use of a file unless `is_wanted` returns `true`. If the file is added again in the meantime, perhaps in another tab,
    /// `is_wanted` is called again.
    ///
    /// # Errors
    /// When the database refuses, or `is_wanted` fails.
    pub async fn remove_unless(
        &self,
        kind: &str,
        sha256: &str,
        is_wanted: impl AsyncFn() -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let mut tries = 0;
        loop {
            // Read this first: if the file is added again later, its revision changes.
            let Some((mut file, revision)) = self.read(sha256).await? else { return Ok(()) };
            if is_wanted().await? {
                return Ok(());
            }
            file.remove(kind);
            match self.database.apply(write(&file, revision)?).await {
                Err(StoreError::Conflict { .. }) if tries < TRIES => tries += 1,
                result => return result,
            }
        }
    }

    /// Applies `change` to the current record of a file. Retries when another tab writes first.
    async fn change(&self, sha256: &str, change: impl Fn(&mut FileRecord)) -> Result<(), StoreError> {
        let mut tries = 0;
        loop {
            let (mut file, revision) = self.read(sha256).await?.ok_or_else(|| missing(sha256))?;
            change(&mut file);
            match self.database.apply(write(&file, revision)?).await {
                Err(StoreError::Conflict { .. }) if tries < TRIES => tries += 1,
                result => return result,
            }
        }
    }

    /// Returns a file's record and revision.
    async fn read(&self, sha256: &str) -> Result<Option<(FileRecord, u64)>, StoreError> {
        let Some(record) = self.database.get(Table::Files, key(sha256)).await? else { return Ok(None) };
        Ok(Some((record.read(&tr!("the file {sha256}", sha256))?, record.revision)))
    }

    /// Returns the changes that add uses (kind and name) to a file; empty if it is not stored. They are refused if another tab changes
    /// its uses first.
    ///
    /// # Errors
    /// When its record cannot be read.
    pub(super) async fn using(
        &self,
        sha256: &str,
        uses: impl IntoIterator<Item = (&str, &str)>,
    ) -> Result<Vec<Change>, StoreError> {
        let Some((mut file, revision)) = self.read(sha256).await? else { return Ok(Vec::new()) };
        for (kind, name) in uses {
            if file.entry(kind).is_none() {
                file.set(&FileEntry {
                    sha256: sha256.to_owned(),
                    name: name.to_owned(),
                    kind: kind.to_owned(),
                    size: file.size,
                    added_ms: now_ms(),
                    facts: serde_json::Value::Null,
                });
            }
        }
        write(&file, revision)
    }
}

/// Returns the time in milliseconds since 1970; 0 natively, where tests need no clock.
pub(crate) fn now_ms() -> f64 {
    if cfg!(target_arch = "wasm32") { js_sys::Date::now() } else { 0.0 }
}
