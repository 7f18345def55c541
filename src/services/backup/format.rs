//! The container: a line that says what it is, a manifest, and the parts as rows of records.

use serde::{Deserialize, Serialize};

use super::part::Part;
use crate::storage::{Content, Key, Part as KeyPart, StoreError, Table};

/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// The first word of every backup.
pub(super) const MAGIC: &str = "tabia-backup";

/// The longest line that is read, in bytes: a manifest of eight parts has less than 2,000, the head of a record with its key as well.
pub(super) const MAX_LINE: usize = 64 << 10;

/// The longest JSON of one record that is read, in bytes.
pub(super) const MAX_JSON: u64 = 64 << 20;

/// The longest data of a game's entry that is read, in bytes: names and labels, and tags of its PGN.
pub(super) const MAX_GAME_JSON: u64 = 8 << 20;

/// The longest value of a setting that is read, in bytes. Browsers store less than a third of it.
pub(super) const MAX_SETTING: u64 = 16 << 20;

/// The longest PGN of one game that is read, in bytes. The board takes games of up to 1 MiB.
pub(super) const MAX_GAME_TEXT: u64 = 16 << 20;

/// The longest text of a document that is read, in bytes, such as that of a test suite.
pub(super) const MAX_DOCUMENT: u64 = 64 << 20;

/// The largest number of a key or a revision: IndexedDB has numbers of 64 bits with a fraction, which count exactly up to here.
pub(super) const MAX_NUMBER: u64 = (1 << 53) - 1;

/// What is read or hashed at once, in bytes.
pub(super) const SLICE: u64 = 1 << 20;

/// Why a backup cannot be written or read. Nothing was changed, unless it says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// A file of another kind.
    #[error("this is no backup of Tabia: it does not begin with {MAGIC:?}")]
    NotABackup,
    /// Written by a newer Tabia.
    #[error("this backup has version {0} and was written by a newer Tabia: update this page and try again")]
    Newer(u32),
    /// The end is missing.
    #[error("this backup is not complete: {missing} bytes are missing at its end. Copy or download it again")]
    Truncated {
        /// How many.
        missing: u64,
    },
    /// Something in it is wrong.
    #[error("this backup is damaged: {0}. Nothing was changed")]
    Damaged(String),
    /// Something in it is longer than what Tabia writes.
    #[error(
        "this backup was not written by Tabia: {what} has {:.1} MB, and {} MB is the most. Nothing was changed",
        *.bytes as f64 / 1e6, .limit / 1_000_000
    )]
    TooLong {
        /// What it is.
        what: String,
        /// Its length in bytes.
        bytes: u64,
        /// The longest that is read, in bytes.
        limit: u64,
    },
    /// The browser's storage fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A database of the library cannot be read or added.
    #[error("the database {name:?}: {reason}")]
    Database {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
}

/// What stands in the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub created_ms: f64,
    pub parts: Vec<PartHead>,
}

/// One part of the file. The parts follow one another in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartHead {
    pub part: Part,
    pub bytes: u64,
    pub records: u64,
    pub sha256: String,
}

/// The line before a record: where it belongs and how long its JSON and its content are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RecordHead {
    pub table: String,
    pub key: Vec<serde_json::Value>,
    #[serde(default)]
    pub revision: u64,
    pub json: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<u64>,
}

/// A record of the file; the content is a slice of it.
#[derive(Debug, Clone)]
pub(super) struct Framed {
    pub head: RecordHead,
    pub json: String,
    pub content: Option<Content>,
}

/// The table of settings, which are no records of the store.
pub(super) const SETTINGS: &str = "settings";
/// The table of the library's databases, whose records are made anew from their texts.
pub(super) const DATABASES: &str = "library";

impl RecordHead {
    pub fn key(&self) -> Option<Key> {
        let part = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => Some(KeyPart::Text(text.clone())),
            value => value.as_u64().filter(|&number| number <= MAX_NUMBER).map(KeyPart::Number),
        };
        let parts: Option<Vec<KeyPart>> = self.key.iter().map(part).collect();
        parts.filter(|parts| !parts.is_empty()).map(Key)
    }

    pub fn table(&self) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.name() == self.table)
    }

    /// The longest JSON and the longest content that such a record may have, in bytes. Contents that stay files have no limit.
    pub fn limits(&self) -> (u64, u64) {
        match self.table() {
            Some(Table::Games) => (MAX_GAME_JSON, 0),
            Some(Table::GameTexts) => (MAX_JSON, MAX_GAME_TEXT),
            Some(Table::Documents) => (MAX_JSON, MAX_DOCUMENT),
            _ if self.table == SETTINGS => (MAX_SETTING, 0),
            _ => (MAX_JSON, u64::MAX),
        }
    }
}

/// A key as JSON.
pub(super) fn key_json(key: &Key) -> Vec<serde_json::Value> {
    let part = |part: &KeyPart| match part {
        KeyPart::Number(number) => (*number).into(),
        KeyPart::Text(text) => text.as_str().into(),
    };
    key.0.iter().map(part).collect()
}

/// The head of the file in front of the parts.
pub(super) fn head(manifest: &Manifest) -> Result<String, BackupError> {
    let json = serde_json::to_string(manifest).map_err(|error| BackupError::Damaged(error.to_string()))?;
    Ok(format!("{MAGIC} {VERSION} {}\n{json}\n", json.len()))
}
