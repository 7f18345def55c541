//! What is kept of a file beside its content: what it is used for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::StoreError;
use super::record::Record;

/// One use of a file that is kept, without the content. A file that is a book of the shelf and has the openings of a match has two.
#[derive(Debug, Clone, PartialEq)]
pub struct FileEntry {
    /// SHA-256 of the content in hexadecimal digits: what names the file.
    pub sha256: String,
    /// The file's name as it was given for this use, or as the user renamed it.
    pub name: String,
    /// What it is used for, see [`kind`](super::files::kind). Lists are filtered by it.
    pub kind: String,
    /// The length in bytes.
    pub size: u64,
    /// When it was added for this use, in milliseconds since 1970.
    pub added_ms: f64,
    /// What its user wants to know again without reading it, such as a number of positions.
    pub facts: serde_json::Value,
}

/// A file with everything that it is used for, as it is kept. Records of earlier versions, which knew one use, can be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Kept")]
pub struct FileRecord {
    /// SHA-256 of the content in hexadecimal digits.
    pub sha256: String,
    /// The length in bytes.
    pub size: u64,
    /// What it is used for, by kind.
    uses: BTreeMap<String, Use>,
}

/// What is noted for a use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Use {
    name: String,
    #[serde(default)]
    added_ms: f64,
    #[serde(default)]
    facts: Value,
}

/// Both forms: with uses, and with the only one.
#[derive(Deserialize)]
struct Kept {
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

/// The record does not say what the file is used for.
#[derive(Debug, thiserror::Error)]
#[error("it does not say what the file is used for")]
struct NoUse;

impl TryFrom<Kept> for FileRecord {
    type Error = NoUse;

    fn try_from(kept: Kept) -> Result<Self, NoUse> {
        let Kept { sha256, size, mut uses, kind, name, added_ms, facts } = kept;
        if let Some(kind) = kind {
            uses.entry(kind).or_insert(Use { name, added_ms, facts });
        }
        if uses.is_empty() { Err(NoUse) } else { Ok(Self { sha256, size, uses }) }
    }
}

impl FileRecord {
    /// A file with its first use.
    pub(super) fn of(entry: &FileEntry) -> Self {
        let mut file = Self { sha256: entry.sha256.clone(), size: entry.size, uses: BTreeMap::new() };
        file.set(entry);
        file
    }

    /// Whether it is used for anything.
    pub fn is_used(&self) -> bool {
        !self.uses.is_empty()
    }

    /// What it is used for.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.uses.keys().map(String::as_str)
    }

    /// Keeps the uses of some kinds only.
    pub fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.uses.retain(|kind, _| is_kept(kind));
    }

    /// Takes over what another record of the file is used for; what is used here already stays as it is.
    pub fn take_over(&mut self, other: Self) {
        for (kind, used) in other.uses {
            self.uses.entry(kind).or_insert(used);
        }
    }

    /// One use.
    pub(super) fn entry(&self, kind: &str) -> Option<FileEntry> {
        self.uses.get(kind).map(|used| self.entry_of(kind, used))
    }

    /// All uses, by kind.
    pub fn entries(&self) -> Vec<FileEntry> {
        self.uses.iter().map(|(kind, used)| self.entry_of(kind, used)).collect()
    }

    /// Adds a use, or writes it anew.
    pub(super) fn set(&mut self, entry: &FileEntry) {
        let FileEntry { name, added_ms, facts, .. } = entry.clone();
        self.uses.insert(entry.kind.clone(), Use { name, added_ms, facts });
    }

    /// Ends a use.
    pub(super) fn remove(&mut self, kind: &str) {
        self.uses.remove(kind);
    }

    /// What stands in the table.
    ///
    /// # Errors
    /// Never: all of it has a form as JSON.
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

/// A record of an earlier version in the form of this one; what cannot be read stays as it is.
pub(super) fn with_uses(json: &str) -> String {
    let file: Result<FileRecord, _> = serde_json::from_str(json);
    file.and_then(|file| serde_json::to_string(&file)).unwrap_or_else(|_| json.to_owned())
}
