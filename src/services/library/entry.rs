//! A database as seen by the page.

use serde::{Deserialize, Serialize};
use tabia_worker::library::messages::{DatabaseId, Facts, Progress, TextKind};

/// Database in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct DatabaseEntry {
    /// Its stored record.
    pub record: DatabaseRecord,
    /// Its status.
    pub status: DatabaseStatus,
}

impl DatabaseEntry {
    /// Returns the id.
    pub fn id(&self) -> &str {
        &self.record.id
    }

    /// Returns the number of games that can be shown: for a database being indexed, those so far.
    pub fn games(&self) -> u32 {
        match &self.status {
            DatabaseStatus::Indexing(progress) => progress.games,
            _ => self.record.games,
        }
    }

    /// Returns the bytes used in the browser, including the index.
    pub fn stored_bytes(&self) -> f64 {
        self.record.bytes + self.record.index_bytes
    }
}

/// Stored record in the table of databases.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DatabaseRecord {
    /// Id, a UUID.
    pub id: DatabaseId,
    /// The name: that of its file, or as the user renamed it.
    pub name: String,
    /// Kind of its text.
    pub kind: TextKind,
    /// Location of its file and index.
    pub place: DatabaseLocation,
    /// Whether it was indexed completely.
    pub is_ready: bool,
    /// Size of the file in bytes.
    pub bytes: f64,
    /// Size of the index in bytes.
    pub index_bytes: f64,
    /// Number of games, including those with errors.
    pub games: u32,
    /// Number of games with errors.
    pub errors: u32,
    /// Time it was added, in milliseconds since 1970.
    pub added_ms: f64,
}

impl DatabaseRecord {
    /// Takes over the worker's facts.
    pub const fn set(&mut self, facts: &Facts) {
        self.games = facts.games;
        self.errors = facts.errors;
        self.bytes = facts.bytes;
        self.index_bytes = facts.index_bytes;
        self.is_ready = true;
    }
}

/// Location of a database's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DatabaseLocation {
    /// In the origin-private file system, which only the worker reads and writes.
    #[default]
    Disk,
    /// In the page's database, as contents.
    Contents,
}

/// Status of a database.
#[derive(Debug, Clone, PartialEq)]
pub enum DatabaseStatus {
    /// Being indexed by this tab; the games so far can be shown, not searched.
    Indexing(Progress),
    /// Being added by another tab.
    Elsewhere,
    /// Ready for use.
    Ready,
    /// Cannot be opened, with the reason.
    Broken(String),
}
