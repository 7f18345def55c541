//! A book of the user, and its bytes.

use serde_json::Value;
use web_sys::Blob;

use crate::storage::files::FileEntry;

/// Book of the user.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedBook {
    /// Its id: its SHA-256, or `open-1` and so on for one that lasts as long as the page.
    pub id: String,
    /// The file's name.
    pub name: String,
    /// Its size in bytes.
    pub size: f64,
    /// The SHA-256 of the file with its move statistics.
    pub stats: Option<String>,
}

impl SavedBook {
    /// Returns whether it is still there when the page is opened again.
    pub fn is_kept(&self) -> bool {
        Self::is_kept_id(&self.id)
    }

    /// Returns whether the book with this id is still there when the page is opened again.
    pub fn is_kept_id(id: &str) -> bool {
        !id.starts_with("open-")
    }
}

impl From<FileEntry> for SavedBook {
    fn from(entry: FileEntry) -> Self {
        let stats = entry.facts.get("stats").and_then(Value::as_str).map(str::to_owned);
        Self { id: entry.sha256, name: entry.name, size: entry.size as f64, stats }
    }
}

/// Bytes of a book.
#[derive(Clone, Debug)]
pub struct BookBytes {
    /// The book.
    pub book: Blob,
    /// Its move statistics, if known.
    pub stats: Option<Blob>,
}
