//! What each tab shows, so that it is there again after a reload, a closed tab or a crash.

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

/// What these documents are called in the table.
const KIND: &str = "workspace";

/// The open games of a tab, and the place that is shown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Workspace {
    /// A UUID. A tab claims it.
    pub id: String,
    /// When it was last written, in milliseconds since 1970.
    pub updated_ms: f64,
    /// The text that the games were read from, by its SHA-256; none for a single game.
    pub text: Option<OpenText>,
    /// A single game that is not kept (a start position, nothing played yet), in PGN.
    pub start: Option<String>,
    /// Kept games, by their places among the open ones: the others are as they stand in the text.
    pub games: BTreeMap<usize, String>,
    /// Where the open games come from.
    pub origin: Origin,
    /// The open game that is on the board, from 0.
    pub shown: usize,
    /// The way from its start to the position on the board: which child of each node, from 0.
    pub path: Vec<u32>,
    /// Whether Black is below.
    pub is_flipped: bool,
}

/// A text whose games are open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenText {
    /// What names it among the files.
    pub sha256: String,
    /// The name of the file that it was read from, if any.
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
    /// The workspaces of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Every workspace, the last written first. Those that cannot be read are left out.
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

    /// The change that keeps a workspace, written now.
    ///
    /// # Errors
    /// Never for a workspace of this version: all of it has a form as JSON.
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
            action: "the open games could not be claimed for this tab".to_owned(),
            reason: reason(&error),
        })
    }
}
