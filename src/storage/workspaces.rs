//! What each tab shows, so that it can be restored after a reload, a closed tab or a crash.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Database;
use super::error::{StoreError, reason};
use super::files::now_ms;
use super::games::Origin;
use super::key::{Key, Range};
use super::locks::{self, Claim};
use super::record::Record;
use super::schema::Table;
use super::store::{Change, Store};
use crate::language::tr;

/// Key prefix of these documents in the table.
const KIND: &str = "workspace";

/// The open games of a tab, and the current position.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Workspace {
    /// A UUID. Tabs claim it.
    pub id: String,
    /// Time of the last write, in milliseconds since 1970.
    pub updated_ms: f64,
    /// Text that the games were read from; `None` for a single game.
    pub text: Option<OpenText>,
    /// A single unsaved game (a start position without moves), in PGN.
    pub start: Option<String>,
    /// Saved games by index among the open games; the others are unchanged from the text.
    pub games: BTreeMap<usize, String>,
    /// Source of the open games.
    pub origin: Origin,
    /// Index of the open game on the board.
    pub shown: usize,
    /// Path from its start to the position on the board: the index of the child at each node.
    pub path: Vec<u32>,
    /// Whether Black is at the bottom.
    pub is_flipped: bool,
}

/// A text with open games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenText {
    /// SHA-256 that identifies it among the files.
    pub sha256: String,
    /// Name of the file that it was read from, if any.
    pub name: Option<String>,
}

/// The workspaces of a database.
#[derive(Debug, Clone, PartialEq)]
pub struct Workspaces {
    database: Database,
}

fn key(id: &str) -> Key {
    Key::of(KIND).and(id)
}

impl Workspaces {
    /// Returns the workspaces of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns all workspaces, most recently written first. Unreadable ones are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<Workspace>, StoreError> {
        let records = self.database.list(Table::Documents, Range::below(Key::of(KIND)), usize::MAX).await?;
        let mut workspaces: Vec<Workspace> =
            records.iter().filter_map(|(_, record)| record.read("a workspace").ok()).collect();
        workspaces.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
        Ok(workspaces)
    }

    /// Returns the change that saves a workspace, with the current time.
    ///
    /// # Errors
    /// Never for a workspace of this version: all fields can be serialized to JSON.
    pub fn put(workspace: &Workspace) -> Result<Change, StoreError> {
        let record = Record::of(&Workspace { updated_ms: now_ms(), ..workspace.clone() })?;
        Ok(Change::Put { table: Table::Documents, key: key(&workspace.id), record })
    }

    /// Deletes a workspace.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, id: &str) -> Result<(), StoreError> {
        self.database.apply(vec![Change::Delete { table: Table::Documents, key: key(id) }]).await
    }

    /// Claims a workspace for this tab. `None` when another tab has it.
    ///
    /// # Errors
    /// When the browser refuses.
    pub async fn claim(id: &str) -> Result<Option<Claim>, StoreError> {
        locks::claim(&format!("tabia workspace {id}")).await.map_err(|error| StoreError::Failed {
            action: tr!("the open games could not be claimed for this tab").to_owned(),
            reason: reason(&error),
        })
    }
}
