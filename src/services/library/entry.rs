//! A database as the page knows it.

use serde::{Deserialize, Serialize};
use tabia_worker::library::messages::{DatabaseId, Facts, Progress, TextKind};

/// A database in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct DatabaseEntry {
    /// What is kept of it.
    pub record: DatabaseRecord,
    /// What can be done with it now.
    pub status: Status,
}

impl DatabaseEntry {
    /// What names it.
    pub fn id(&self) -> &str {
        &self.record.id
    }

    /// How many games can be shown: of a database that is being indexed, those so far.
    pub fn games(&self) -> u32 {
        match &self.status {
            Status::Indexing(progress) => progress.games,
            _ => self.record.games,
        }
    }

    /// The bytes that it takes in the browser, its index included.
    pub fn stored_bytes(&self) -> f64 {
        self.record.bytes + self.record.index_bytes
    }
}

/// What is kept of a database in the table of databases.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DatabaseRecord {
    /// A UUID.
    pub id: DatabaseId,
    /// The name: that of its file, or as the user renamed it.
    pub name: String,
    /// What kind of text it is.
    pub kind: TextKind,
    /// Where its file and index are.
    pub place: Place,
    /// Whether it was indexed to the end.
    pub is_ready: bool,
    /// The bytes of the file.
    pub bytes: f64,
    /// The bytes of the index.
    pub index_bytes: f64,
    /// Games, those with errors included.
    pub games: u32,
    /// Games with errors.
    pub errors: u32,
    /// When it was added, in milliseconds since 1970.
    pub added_ms: f64,
}

impl DatabaseRecord {
    /// Takes over what the worker found.
    pub const fn set(&mut self, facts: &Facts) {
        self.games = facts.games;
        self.errors = facts.errors;
        self.bytes = facts.bytes;
        self.index_bytes = facts.index_bytes;
        self.is_ready = true;
    }
}

/// Where the files of a database are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the origin-private file system, which only the worker reads and writes.
    #[default]
    Disk,
    /// In the page's database, as contents.
    Contents,
}

/// What can be done with a database now.
#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    /// It is being indexed by this tab; the games so far can be shown, not searched.
    Indexing(Progress),
    /// Another tab is adding it.
    Elsewhere,
    /// All.
    Ready,
    /// It cannot be opened, and why.
    Broken(String),
}
