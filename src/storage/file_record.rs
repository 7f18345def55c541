//! Record of a file: its uses, without the content.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::StoreError;
use super::record::Record;
use crate::language::tr;

/// One use of a stored file, without the content. A file has two uses if it is both a book in the collection and the openings of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct FileEntry {
    /// SHA-256 of the content in hexadecimal digits: the id of the file.
    pub sha256: String,
    /// File name as given for this use, or as changed by the user.
    pub name: String,
    /// Kind of use, see [`kind`](super::files::kind). Lists are filtered by it.
    pub kind: String,
    /// Length in bytes.
    pub size: u64,
    /// Time when it was added for this use, in milliseconds since 1970.
    pub added_ms: f64,
    /// Facts that must be available without reading the file, such as a number of positions.
    pub facts: serde_json::Value,
}

/// A stored file with all its uses. Records of earlier versions, which had one use, can be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StoredFileRecord")]
pub struct FileRecord {
    /// SHA-256 of the content in hexadecimal digits.
    pub sha256: String,
    /// Length in bytes.
    pub size: u64,
    /// Uses by kind.
    uses: BTreeMap<String, Use>,
}

/// Data of a use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Use {
    name: String,
    #[serde(default)]
    added_ms: f64,
    #[serde(default)]
    facts: Value,
}

/// Both formats: with several uses, and with a single one.
#[derive(Deserialize)]
struct StoredFileRecord {
    sha256: String,
    size: u64,
    #[serde(default)]
    uses: BTreeMap<String, Use>,
    kind: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    added_ms: f64,
    #[serde(default)]
    facts: Value,
}

/// Error for records without any use.
#[derive(Debug, thiserror::Error)]
#[error("{}", tr!("it does not say what the file is used for"))]
struct NoUse;

impl TryFrom<StoredFileRecord> for FileRecord {
    type Error = NoUse;

    fn try_from(kept: StoredFileRecord) -> Result<Self, NoUse> {
        let StoredFileRecord { sha256, size, mut uses, kind, name, added_ms, facts } = kept;
        if let Some(kind) = kind {
            uses.entry(kind).or_insert(Use { name, added_ms, facts });
        }
        if uses.is_empty() { Err(NoUse) } else { Ok(Self { sha256, size, uses }) }
    }
}

impl FileRecord {
    /// Creates a record with its first use.
    pub(super) fn of(entry: &FileEntry) -> Self {
        let mut file = Self { sha256: entry.sha256.clone(), size: entry.size, uses: BTreeMap::new() };
        file.set(entry);
        file
    }

    /// Returns whether the file has any use.
    pub fn is_used(&self) -> bool {
        !self.uses.is_empty()
    }

    /// Returns the kinds of use.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.uses.keys().map(String::as_str)
    }

    /// Retains only the uses of certain kinds.
    pub fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.uses.retain(|kind, _| is_kept(kind));
    }

    /// Adds the uses of another record of the file; existing uses are unchanged.
    pub fn take_over(&mut self, other: Self) {
        for (kind, used) in other.uses {
            self.uses.entry(kind).or_insert(used);
        }
    }

    /// Returns one use.
    pub(super) fn entry(&self, kind: &str) -> Option<FileEntry> {
        self.uses.get(kind).map(|used| self.entry_of(kind, used))
    }

    /// Returns all uses, by kind.
    pub fn entries(&self) -> Vec<FileEntry> {
        self.uses.iter().map(|(kind, used)| self.entry_of(kind, used)).collect()
    }

    /// Adds or replaces a use.
    pub(super) fn set(&mut self, entry: &FileEntry) {
        let FileEntry { name, added_ms, facts, .. } = entry.clone();
        self.uses.insert(entry.kind.clone(), Use { name, added_ms, facts });
    }

    /// Ends a use.
    pub(super) fn remove(&mut self, kind: &str) {
        self.uses.remove(kind);
    }

    /// Converts to the record stored in the table.
    ///
    /// # Errors
    /// Never: all fields can be serialized to JSON.
    pub fn record(&self, revision: u64) -> Result<Record, StoreError> {
        Ok(Record::of(self)?.revised(revision))
    }

    fn entry_of(&self, kind: &str, used: &Use) -> FileEntry {
        let Use { name, added_ms, facts } = used.clone();
        FileEntry {
            sha256: self.sha256.clone(),
            name,
            kind: kind.to_owned(),
            size: self.size,
            added_ms,
            facts,
        }
    }
}

/// Converts a record of an earlier version; an unreadable record is returned unchanged.
pub(super) fn with_uses(json: &str) -> String {
    let file: Result<FileRecord, _> = serde_json::from_str(json);
    file.and_then(|file| serde_json::to_string(&file)).unwrap_or_else(|_| json.to_owned())
}
