//! A book of the user's, and its bytes.

use serde_json::Value;
use web_sys::Blob;

use crate::storage::files::FileEntry;

/// A book of the user's.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptBook {
    /// Names it: its SHA-256, or `open-1` and so on for one that lasts as long as the page.
    pub id: String,
    /// The file's name.
    pub name: String,
    /// Its size in bytes.
    pub size: f64,
    /// The SHA-256 of the file with the results of its moves.
    pub stats: Option<String>,
}

impl KeptBook {
    /// Whether it is there when the page is opened again.
    pub fn is_kept(&self) -> bool {
        Self::is_kept_id(&self.id)
    }

    /// Whether the book of that name is there when the page is opened again.
    pub fn is_kept_id(id: &str) -> bool {
        !id.starts_with("open-")
    }
}

impl From<FileEntry> for KeptBook {
    fn from(entry: FileEntry) -> Self {
        let stats = entry.facts.get("stats").and_then(Value::as_str).map(str::to_owned);
        Self { id: entry.sha256, name: entry.name, size: entry.size as f64, stats }
    }
}

/// The bytes of a book.
#[derive(Clone, Debug)]
pub struct BookBytes {
    /// The book.
    pub book: Blob,
    /// The results of its moves, if they are known.
    pub stats: Option<Blob>,
}
