//! The container: an identifying line, a manifest, and the parts as sequences of records.

use serde::{Deserialize, Serialize};

use super::part::BackupPart;
use crate::language::tr;
use crate::storage::{Content, Key, KeyPart, StoreError, Table};

/// Format version written, and the newest that can be read.
pub const VERSION: u32 = 1;

/// The first word of every backup.
pub(super) const MAGIC: &str = "tabia-backup";

/// Maximum length of a line, in bytes: a manifest of eight parts has less than 2,000, and so has a record head with its key.
pub(super) const MAX_LINE: usize = 64 << 10;

/// Maximum length of a record's JSON, in bytes.
pub(super) const MAX_JSON: u64 = 64 << 20;

/// Maximum length of a game entry's data, in bytes: names and labels, and tags of its PGN.
pub(super) const MAX_GAME_JSON: u64 = 8 << 20;

/// Maximum length of a setting's value, in bytes. Browsers store less than a third of it.
pub(super) const MAX_SETTING: u64 = 16 << 20;

/// Maximum length of a game's PGN and of a text that was opened, in bytes. The board takes games of up to 1 MiB and texts of up to 2 MB.
pub(super) const MAX_GAME_TEXT: u64 = 16 << 20;

/// Maximum length of a document's text, in bytes, such as that of a test suite.
pub(super) const MAX_DOCUMENT: u64 = 64 << 20;

/// Largest number in a key or a revision: IndexedDB stores numbers as 64-bit floats, which are exact up to here.
pub(super) const MAX_NUMBER: u64 = (1 << 53) - 1;

/// Size of the slices that are read or hashed, in bytes.
pub(super) const SLICE: u64 = 1 << 20;

/// Why a backup cannot be written or read. Nothing was changed, unless stated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// The file is of another kind.
    #[error("{}", tr!("not a Tabia backup: it does not begin with {magic}", magic = format_args!("{MAGIC:?}")))]
    NotABackup,
    /// Written by a newer Tabia.
    #[error(
        "{}",
        tr!(
            "this backup has version {version} and was written by a newer Tabia: update this page and try again",
            version = _0
        )
    )]
    Newer(u32),
    /// The end is missing.
    #[error(
        "{}",
        tr!(
            "this backup is not complete: {missing} bytes are missing at its end. Copy or download it again",
            missing
        )
    )]
    Truncated {
        /// Number of missing bytes.
        missing: u64,
    },
    /// Its content is invalid.
    #[error("{}", tr!("this backup is damaged: {reason}. Nothing was changed", reason = _0))]
    Damaged(String),
    /// Something in it is longer than anything Tabia writes.
    #[error(
        "{}",
        tr!(
            "this backup was not written by Tabia: {what} has {size} MB, and {most} MB is the most. Nothing was changed",
            what,
            size = format_args!("{:.1}", *bytes as f64 / 1e6),
            most = limit / 1_000_000
        )
    )]
    TooLong {
        /// What is too long.
        what: String,
        /// Its length in bytes.
        bytes: u64,
        /// The maximum, in bytes.
        limit: u64,
    },
    /// The browser's storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A database of the library cannot be read or added.
    #[error("{}", tr!("the database {name}: {reason}", name = format_args!("{name:?}"), reason))]
    Database {
        /// Its name.
        name: String,
        /// The reason.
        reason: String,
    },
}

/// Manifest of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub created_ms: f64,
    pub parts: Vec<PartHead>,
}

/// Part of the file. The parts follow one another in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartHead {
    pub part: BackupPart,
    pub bytes: u64,
    pub records: u64,
    pub sha256: String,
}

/// Line before a record: its table and key, and the lengths of its JSON and content.
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

/// Record of the file; the content is a slice of the file.
#[derive(Debug, Clone)]
pub(super) struct Framed {
    pub head: RecordHead,
    pub json: String,
    pub content: Option<Content>,
}

/// Table name of the settings, which are not records of the store.
pub(super) const SETTINGS: &str = "settings";
/// Table name of the library's databases, whose records are rebuilt from their texts.
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

    /// Returns the error that this record of a part is too long.
    pub fn too_long(&self, part: BackupPart, bytes: u64, limit: u64) -> BackupError {
        let what = tr!(
            "a record of the part {part} (table {table})",
            part = format_args!("{part:?}"),
            table = format_args!("{:?}", self.table)
        );
        BackupError::TooLong { what, bytes, limit }
    }

    /// Returns the maximum lengths of such a record's JSON and content, in bytes. Contents that stay files have no limit.
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

/// Returns a key as JSON.
pub(super) fn key_json(key: &Key) -> Vec<serde_json::Value> {
    let part = |part: &KeyPart| match part {
        KeyPart::Number(number) => (*number).into(),
        KeyPart::Text(text) => text.as_str().into(),
    };
    key.0.iter().map(part).collect()
}

/// Returns the head of the file, which precedes the parts.
pub(super) fn head(manifest: &Manifest) -> Result<String, BackupError> {
    let json = serde_json::to_string(manifest).map_err(|error| BackupError::Damaged(error.to_string()))?;
    Ok(format!("{MAGIC} {VERSION} {}\n{json}\n", json.len()))
}
