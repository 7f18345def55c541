//! What was not written when the page ended: put into the browser's local storage, which is written at once and needs no answer.

use serde::{Deserialize, Serialize};

use super::Write;
use crate::storage::games::{GameEntry, KeptGames};
use crate::storage::workspaces::{Workspace, Workspaces};
use crate::storage::{Database, Store, StoreError};

/// What was not written of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    /// What the tab showed.
    pub workspace: Workspace,
    /// Games with their PGN; the entries name the revisions that they replace.
    pub games: Vec<(GameEntry, String)>,
}

impl Remembered {
    /// What is to be remembered.
    pub fn of(write: &Write) -> Self {
        let games = write.games.iter().map(|(entry, game)| (entry.clone(), tabia_pgn::write(game)));
        Self { workspace: write.workspace.clone(), games: games.collect() }
    }

    /// The text to remember.
    pub fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// Reads the text; `None` if it is damaged.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Writes what was remembered, and gives the workspace as it is then. A game that was written after all is left alone, one that
    /// was changed elsewhere meanwhile is kept a second time, under an id of `new_id`.
    ///
    /// # Errors
    /// When the database refuses; nothing is written then.
    pub async fn write(
        mut self,
        database: &Database,
        mut new_id: impl FnMut() -> String,
    ) -> Result<Workspace, StoreError> {
        let games = KeptGames::new(database.clone());
        let mut to_save = Vec::new();
        for (mut entry, pgn) in self.games {
            let kept = match games.get(&entry.id).await {
                Ok(kept) => Some(kept),
                Err(StoreError::Missing { .. }) => None,
                Err(error) => return Err(error),
            };
            if kept.as_ref().is_some_and(|kept| kept.pgn == pgn) {
                continue;
            }
            let found = kept.map_or(0, |kept| kept.entry.revision);
            if found != entry.revision {
                let id = new_id();
                for place in self.workspace.games.values_mut().filter(|place| **place == entry.id) {
                    place.clone_from(&id);
                }
                entry = GameEntry { id, revision: 0, created_ms: 0.0, ..entry };
            }
            to_save.push((entry, pgn));
        }
        let saves: Vec<(&GameEntry, &str)> =
            to_save.iter().map(|(entry, pgn)| (entry, pgn.as_str())).collect();
        let put = Workspaces::put(&self.workspace)?;
        if saves.is_empty() {
            database.apply(vec![put]).await?;
        } else {
            games.save_all(&saves, vec![put]).await?;
        }
        Ok(self.workspace)
    }
}
