//! Whole files, named by their SHA-256: opening books, opening suites, anything a match or a search reads.

use serde::{Deserialize, Serialize};

use super::Database;
use super::error::StoreError;
use super::hash::sha256;
use super::key::{Key, Range};
use super::record::{Content, Record};
use super::schema::Table;
use super::store::{Change, Store};

/// A file that is kept, without its content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FileEntry {
    /// SHA-256 of the content in hexadecimal digits: what names the file.
    pub sha256: String,
    /// The file's name as it was given, or as the user renamed it.
    pub name: String,
    /// What it is used for: `book`, `openings` and the like. Lists are filtered by it.
    pub kind: String,
    /// The length in bytes.
    pub size: u64,
    /// When it was added, in milliseconds since 1970.
    #[serde(default)]
    pub added_ms: f64,
    /// What its user wants to know again without reading it, such as a number of positions.
    #[serde(default)]
    pub facts: serde_json::Value,
}

/// The files of a database. A file that is added twice is kept once.
#[derive(Debug, Clone, PartialEq)]
pub struct FileStore {
    database: Database,
}

fn key(sha256: &str) -> Key {
    Key::of(sha256)
}

fn content_key(sha256: &str) -> Key {
    Key::of("file").and(sha256)
}

impl FileStore {
    /// The files of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Keeps a file. A [`Content::Blob`] (a file that was dropped) is not copied into memory. If it is kept already, that
    /// entry is returned and nothing changes but an empty set of facts.
    ///
    /// # Errors
    /// When the file cannot be read, or not kept.
    pub async fn add(
        &self,
        kind: &str,
        name: &str,
        content: impl Into<Content>,
        facts: serde_json::Value,
    ) -> Result<FileEntry, StoreError> {
        let content = content.into();
        let sha256 = sha256(&content).await?;
        if let Some(mut present) = self.entry(&sha256).await? {
            if present.facts.is_null() && !facts.is_null() {
                present.facts = facts;
                self.put(&present).await?;
            }
            return Ok(present);
        }
        let entry = FileEntry {
            sha256,
            name: name.to_owned(),
            kind: kind.to_owned(),
            size: content.size(),
            added_ms: now_ms(),
            facts,
        };
        self.database
            .apply(vec![
                Change::Put { table: Table::Files, key: key(&entry.sha256), record: Record::of(&entry)? },
                Change::Put {
                    table: Table::Contents,
                    key: content_key(&entry.sha256),
                    record: Record::default().with(content),
                },
            ])
            .await?;
        Ok(entry)
    }

    /// The files of a kind, or all, in the order they were added. Entries that cannot be read are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self, kind: Option<&str>) -> Result<Vec<FileEntry>, StoreError> {
        let records = self.database.list(Table::Files, Range::all(), usize::MAX).await?;
        let mut entries: Vec<FileEntry> =
            records.iter().filter_map(|(_, record)| record.read("a file").ok()).collect();
        entries.retain(|entry| kind.is_none_or(|kind| entry.kind == kind));
        entries.sort_by(|a, b| a.added_ms.total_cmp(&b.added_ms).then_with(|| a.name.cmp(&b.name)));
        Ok(entries)
    }

    /// A file's entry, if it is kept.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn entry(&self, sha256: &str) -> Result<Option<FileEntry>, StoreError> {
        match self.database.get(Table::Files, key(sha256)).await? {
            Some(record) => record.read(&format!("the file {sha256}")).map(Some),
            None => Ok(None),
        }
    }

    /// A file's content: a blob of the browser's, which costs no memory before it is read.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when it is not kept.
    pub async fn content(&self, sha256: &str) -> Result<Content, StoreError> {
        self.database
            .get(Table::Contents, content_key(sha256))
            .await?
            .and_then(|record| record.content)
            .ok_or_else(|| StoreError::Missing { what: format!("the file {sha256}") })
    }

    /// Writes an entry anew: its name, its facts.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn put(&self, entry: &FileEntry) -> Result<(), StoreError> {
        let record = Record::of(entry)?;
        self.database.apply(vec![Change::Put { table: Table::Files, key: key(&entry.sha256), record }]).await
    }

    /// Deletes a file.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, sha256: &str) -> Result<(), StoreError> {
        self.database
            .apply(vec![
                Change::Delete { table: Table::Files, key: key(sha256) },
                Change::Delete { table: Table::Contents, key: content_key(sha256) },
            ])
            .await
    }
}

/// Milliseconds since 1970; 0 natively, where tests give no clock.
pub(crate) fn now_ms() -> f64 {
    if cfg!(target_arch = "wasm32") { js_sys::Date::now() } else { 0.0 }
}
