//! Changes not written when the page ended: stored in the browser's local storage, which is synchronous.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Write;
use crate::storage::games::{GameEntry, GameSave, SavedGames, copy_id};
use crate::storage::workspaces::{Workspace, Workspaces};
use crate::storage::{Database, Key, Store, StoreError};

/// Unwritten changes of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CrashBackup {
    /// What the tab showed.
    pub workspace: Workspace,
    /// Games with their PGN; the entries have the revisions to replace. Tabia 0.1 could list an id twice.
    pub games: Vec<(GameEntry, String)>,
    /// SHA-256 of the PGN of earlier versions, by game id, where the page ended before the store confirmed the save. They belong to this
    /// tab, not to another one.
    #[serde(default)]
    pub unconfirmed: BTreeMap<String, Vec<String>>,
}

/// Game about to be recovered.
struct Recovered {
    entry: GameEntry,
    pgn: String,
    /// Whether it is stored in addition to a game with the same id and another text.
    is_copy: bool,
}

impl CrashBackup {
    /// Returns the record of an unwritten transaction.
    pub fn of(write: &Write) -> Self {
        let mut crash_backup = Self { workspace: write.workspace.clone(), ..Self::default() };
        for (save, texts) in write.games.iter().zip(write.texts()) {
            crash_backup.games.push((save.entry.clone(), texts.pgn));
            if !texts.unconfirmed.is_empty() {
                crash_backup.unconfirmed.insert(save.entry.id.clone(), texts.unconfirmed);
            }
        }
        crash_backup
    }

    /// Serializes the record.
    pub fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// Parses the text; `None` if it is damaged.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Writes the unwritten changes and returns the resulting workspace. A game that was written after all is left alone; one that was
    /// changed elsewhere in the meantime, or is here twice, is stored a second time under another id. The operation is idempotent.
    ///
    /// # Errors
    /// When the database refuses; nothing is written then.
    pub async fn write(mut self, database: &Database) -> Result<Workspace, StoreError> {
        let store = SavedGames::new(database.clone());
        let mut games = self.games();
        loop {
            let saves: Vec<GameSave<'_>> = games
                .iter()
                .map(|game| GameSave {
                    entry: &game.entry,
                    pgn: &game.pgn,
                    unconfirmed: self.unconfirmed.get(&game.entry.id).map_or(&[], Vec::as_slice),
                })
                .collect();
            let put = Workspaces::put(&self.workspace)?;
            let result = if saves.is_empty() {
                database.apply(vec![put]).await
            } else {
                store.save_all(&saves, vec![put]).await.map(drop)
            };
            let key = match result {
                Ok(()) => return Ok(self.workspace),
                Err(StoreError::Conflict { key, .. } | StoreError::Exists { key }) => key,
                Err(error) => return Err(error),
            };
            // Each game becomes a copy at most once and is removed at most once, so this ends.
            let place = games.iter().position(|game| Key::of(game.entry.id.as_str()) == key);
            match place.map(|place| games.remove(place)) {
                Some(game) if game.is_copy => {} // Recovered before, and edited since.
                Some(game) => games.push(self.copy(game)),
                None => return Err(StoreError::Conflict { key, found: None }),
            }
        }
    }

    /// Takes the games, each id once.
    fn games(&mut self) -> Vec<Recovered> {
        let mut games: Vec<Recovered> = Vec::with_capacity(self.games.len());
        for (entry, pgn) in std::mem::take(&mut self.games) {
            let game = Recovered { entry, pgn, is_copy: false };
            match games.iter().find(|other| other.entry.id == game.entry.id) {
                None => games.push(game),
                Some(other) if other.pgn == game.pgn => {}
                // The set opened last comes last: it was on the board.
                Some(_) => {
                    let copy = self.copy(game);
                    if games.iter().all(|other| other.entry.id != copy.entry.id) {
                        games.push(copy);
                    }
                }
            }
        }
        games
    }

    /// Returns the game under another id, derived from its text: the same text gets the same id, however often it is recovered.
    fn copy(&mut self, game: Recovered) -> Recovered {
        let Recovered { entry, pgn, .. } = game;
        let id = copy_id(&entry.id, &pgn);
        for place in self.workspace.games.values_mut().filter(|place| **place == entry.id) {
            place.clone_from(&id);
        }
        let entry = GameEntry { id, revision: 0, created_ms: 0.0, ..entry };
        Recovered { entry, pgn, is_copy: true }
    }
}
