//! The user's own games: analyses, edited games, games from the Lab.
//!
//! A game is two records under the same key, written in one transaction: what lists show ([`GameEntry`]) and the PGN. A save names the
//! revision that it replaces, and is refused with [`StoreError::Conflict`] when another tab has saved first; if a writer's own save was
//! stored without a reply, it is recognised by its text ([`GameSave`]). Names and labels are not part of the revision: they can change
//! while the game is being edited elsewhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabia_pgn::Game;

use super::Database;
use super::error::StoreError;
use super::files::now_ms;
use super::hash::sha256_of;
use super::key::{Key, KeyPart, Range};
use super::record::{Content, Record};
use super::schema::Table;
use super::store::{Change, Store};
use crate::language::tr;
use crate::platform::sorting::sort_by;

/// Number of games read or written per transaction.
const BATCH: usize = 500;

/// Maximum number of attempts when the record changes between read and write.
const ATTEMPTS: usize = 10;

/// Number of half-moves in [`GameEntry::first_moves`].
const FIRST_MOVES: usize = 12;

/// Source of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Started on the board.
    #[default]
    Analysis,
    /// Pasted or dropped as text.
    Text,
    /// A file that the user opened.
    File {
        /// File name.
        name: String,
    },
    /// A database in the library.
    Database {
        /// Database id.
        id: String,
        /// Game number in the database, from 0.
        number: u64,
    },
    /// A match of the Lab.
    Match {
        /// Match id.
        id: String,
    },
    /// Played against an engine.
    Play,
}

impl Origin {
    /// Returns whether the game is stored at its source as well, so that an unchanged copy need not be saved.
    pub fn is_kept_there(&self) -> bool {
        matches!(self, Self::Database { .. } | Self::Match { .. })
    }
}

/// A game without its moves: what lists show, and what is stored next to the PGN. Tags are copied from the game; missing and unknown
/// ones are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameEntry {
    /// A UUID, or the [`short_id`] of the text that the game was opened from.
    pub id: String,
    /// Number of times the moves were saved; 0 for a game that was never saved.
    pub revision: u64,
    /// Number of times the entry was written: [`Record::revision`].
    #[serde(skip)]
    pub writes: u64,
    /// The user's name for the game; empty if none.
    pub name: String,
    /// The user's labels for the game.
    pub labels: Vec<String>,
    /// Time of the first save, in milliseconds since 1970.
    pub created_ms: f64,
    /// Time of the last change, in milliseconds since 1970.
    pub modified_ms: f64,
    /// Time when it was last on the board, in milliseconds since 1970; 0 if never (games added in bulk).
    pub board_ms: f64,
    /// Source of the game.
    pub origin: Origin,
    /// Whether it is an unchanged copy of a game stored at its source. Copies appear only in the list of recent games, and the oldest
    /// are deleted automatically.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_copy: bool,
    /// `White` tag.
    pub white: String,
    /// `Black` tag.
    pub black: String,
    /// `Event` tag.
    pub event: String,
    /// `Date` tag: `1858.??.??`.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Length of the main line in half-moves.
    pub plies: u32,
    /// Total length of the variations in half-moves.
    pub variation_plies: u32,
    /// First moves of the main line in SAN, without move numbers.
    pub first_moves: String,
    /// Length of the PGN in bytes.
    pub bytes: u64,
}

impl GameEntry {
    /// Returns the entry of a game that was never saved.
    pub fn new(id: String, origin: Origin, game: &Game) -> Self {
        Self { id, origin, ..Self::default() }.titled(game)
    }

    /// Updates the fields that lists show from `game`.
    #[must_use]
    pub fn titled(self, game: &Game) -> Self {
        let tag = |name: &str| game.tags().known(name).unwrap_or_default().to_owned();
        let mut first_moves = Vec::new();
        let mut position = *game.start();
        let mut plies = 0;
        for played in game.main_line().filter_map(|node| game.played(node)) {
            if plies < FIRST_MOVES {
                first_moves.push(played.san(&position));
                played.apply(&mut position);
            }
            plies += 1;
        }
        let nodes = game.subtree(tabia_pgn::NodeId::ROOT).len().saturating_sub(1);
        Self {
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            result: game.result().as_str().to_owned(),
            plies: plies as u32,
            variation_plies: nodes.saturating_sub(plies) as u32,
            first_moves: first_moves.join(" "),
            ..self
        }
    }
}

/// A saved game: entry and PGN.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedGame {
    /// What lists show.
    pub entry: GameEntry,
    /// The game in PGN.
    pub pgn: String,
}

impl SavedGame {
    /// Returns whether it has all that the user put into `other`: the game, its name and its labels.
    fn covers(&self, other: &Self) -> bool {
        let (own, entry) = (&self.entry, &other.entry);
        let has_name = entry.name.is_empty() || own.name == entry.name;
        self.pgn == other.pgn && has_name && entry.labels.iter().all(|label| own.labels.contains(label))
    }
}

/// A game to save.
#[derive(Debug, Clone, Copy)]
pub struct GameSave<'a> {
    /// The entry, with the revision to replace; 0 for a new game.
    pub entry: &'a GameEntry,
    /// The game in PGN.
    pub pgn: &'a str,
    /// SHA-256 of each PGN that the same writer saved earlier without a reply. If the stored game is one of them, it is replaced
    /// whatever its revision.
    pub unconfirmed: &'a [String],
}

impl<'a> GameSave<'a> {
    /// Returns a save for a writer with no unconfirmed earlier saves.
    pub fn new(entry: &'a GameEntry, pgn: &'a str) -> Self {
        Self { entry, pgn, unconfirmed: &[] }
    }
}

/// The saved games of a database: the user's own collection.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedGames {
    database: Database,
}

/// Returns an id derived from a text: the same text has the same id.
pub fn short_id(text: &str) -> String {
    let mut id = sha256_of(text.as_bytes());
    id.truncate(32);
    id
}

/// Returns the id for a game stored beside another one with the same id, derived from its text: the same copy gets the same id, however
/// often it is made.
pub fn copy_id(id: &str, pgn: &str) -> String {
    short_id(&format!("{id}\n{pgn}"))
}

fn key(id: &str) -> Key {
    Key::of(id)
}

fn missing(id: &str) -> StoreError {
    StoreError::Missing { what: tr!("the game {id}", id) }
}

/// Returns the expectation that the entry is still the one that was read.
fn expect_entry(entry: &GameEntry) -> Change {
    Change::Expect { table: Table::Games, key: key(&entry.id), revision: entry.writes }
}

/// Returns the changes that replace the entry that was read.
fn put_entry(entry: &GameEntry) -> Result<[Change; 2], StoreError> {
    let record = Record::of(entry)?.revised(entry.writes + 1);
    Ok([expect_entry(entry), Change::Put { table: Table::Games, key: key(&entry.id), record }])
}

fn insert_entry(entry: &GameEntry) -> Result<Change, StoreError> {
    let record = Record::of(entry)?.revised(1);
    Ok(Change::Insert { table: Table::Games, key: key(&entry.id), record })
}

fn put_text(id: &str, pgn: &str) -> Change {
    let record = Record::default().with(Content::from(pgn));
    Change::Put { table: Table::GameTexts, key: key(id), record }
}

fn read(record: &Record, key: &Key) -> Result<GameEntry, StoreError> {
    let mut entry: GameEntry = record.read(&tr!("the game {key}", key))?;
    entry.writes = record.revision;
    Ok(entry)
}

impl SavedGames {
    /// Returns the saved games of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns all games, most recently changed first. Unreadable entries are left out; copies of games stored elsewhere are included
    /// ([`GameEntry::is_copy`]).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<GameEntry>, StoreError> {
        let (mut entries, mut range) = (Vec::new(), Range::all());
        // Reading thousands of entries at once would block the page.
        loop {
            let records = self.database.list(Table::Games, range, BATCH).await?;
            entries.extend(records.iter().filter_map(|(key, record)| read(record, key).ok()));
            match records.last() {
                Some((last, _)) if records.len() == BATCH => range = Range::all().after(last.clone()),
                _ => break,
            }
        }
        sort_by(&mut entries, |a, b| b.modified_ms.total_cmp(&a.modified_ms).then_with(|| a.id.cmp(&b.id)));
        Ok(entries)
    }

    /// Returns the number of saved games, including copies.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn count(&self) -> Result<u64, StoreError> {
        self.database.count(Table::Games, Range::all()).await
    }

    /// Returns a game's entry.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the game does not exist.
    pub async fn entry(&self, id: &str) -> Result<GameEntry, StoreError> {
        let record = self.database.get(Table::Games, key(id)).await?.ok_or_else(|| missing(id))?;
        read(&record, &key(id))
    }

    /// Returns a game's PGN.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the game does not exist.
    pub async fn text(&self, id: &str) -> Result<String, StoreError> {
        let record = self.database.get(Table::GameTexts, key(id)).await?;
        match record.and_then(|record| record.content) {
            Some(content) => content.text().await,
            None => Err(missing(id)),
        }
    }

    /// Returns a game with its PGN.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the game does not exist.
    pub async fn get(&self, id: &str) -> Result<SavedGame, StoreError> {
        // The text may be one save newer than the entry; then the next save is refused, and nothing is lost.
        let entry = self.entry(id).await?;
        Ok(SavedGame { pgn: self.text(id).await?, entry })
    }

    /// Returns up to `limit` ids with their PGN in order of the ids, starting after `after`. For reading all games in batches.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn texts(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let range = match after {
            Some(after) => Range::all().after(key(after)),
            None => Range::all(),
        };
        let mut texts = Vec::new();
        for (key, record) in self.database.list(Table::GameTexts, range, limit).await? {
            let pgn = match record.content {
                Some(content) => content.text().await?,
                None => String::new(),
            };
            if let Some(KeyPart::Text(id)) = key.0.into_iter().next() {
                texts.push((id, pgn));
            }
        }
        Ok(texts)
    }

    /// Saves a game. Its entry has the revision to replace (0 for a new game); the returned entry has the new revision. Name and labels
    /// are taken from the stored entry. If this text is already stored, whatever the revision, only the time on the board changes.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the stored game is missing or has another revision; [`StoreError::Exists`] when a new id is taken.
    pub async fn save(&self, entry: &GameEntry, pgn: &str) -> Result<GameEntry, StoreError> {
        let saved = self.save_all(&[GameSave::new(entry, pgn)], Vec::new()).await?;
        saved.into_iter().next().ok_or_else(|| missing(&entry.id))
    }

    /// Saves games with distinct ids and applies other changes, all or none.
    ///
    /// # Errors
    /// As [`save`](Self::save); the key identifies the game.
    pub async fn save_all(
        &self,
        games: &[GameSave<'_>],
        with: Vec<Change>,
    ) -> Result<Vec<GameEntry>, StoreError> {
        let mut attempt = 0;
        loop {
            let mut changes = with.clone();
            let mut saved = Vec::with_capacity(games.len());
            for game in games {
                let (next, save) = self.save_changes(game, attempt).await?;
                changes.extend(save);
                saved.push(next);
            }
            attempt += 1;
            match self.database.apply(changes).await {
                // A label changed between read and write, or a new game exists already. Another read detects a real conflict.
                Err(StoreError::Conflict { key: of, .. } | StoreError::Exists { key: of })
                    if attempt < ATTEMPTS && games.iter().any(|game| key(&game.entry.id) == of) => {}
                result => return result.map(|()| saved),
            }
        }
    }

    async fn save_changes(
        &self,
        game: &GameSave<'_>,
        attempt: usize,
    ) -> Result<(GameEntry, Vec<Change>), StoreError> {
        let GameSave { entry, pgn, .. } = *game;
        let now = now_ms();
        let mut next = GameEntry {
            modified_ms: now,
            board_ms: if entry.board_ms > 0.0 { now } else { 0.0 },
            bytes: pgn.len() as u64,
            ..entry.clone()
        };
        let is_new = entry.revision == 0;
        // A new game can exist only if an earlier save got no reply; the store then refuses the first attempt.
        let kept = if is_new && attempt == 0 { None } else { self.replaced(&entry.id).await? };
        let Some(kept) = kept else {
            if !is_new {
                return Err(StoreError::Conflict { key: key(&entry.id), found: None });
            }
            next.revision = 1;
            next.created_ms = if entry.created_ms == 0.0 { now } else { entry.created_ms };
            return Ok((next.clone(), vec![insert_entry(&next)?, put_text(&next.id, pgn)]));
        };
        // A game that was deleted and opened again has another time of creation.
        let is_other = entry.created_ms > 0.0 && (kept.created_ms - entry.created_ms).abs() >= 1.0;
        if kept.revision != entry.revision || is_other {
            let stored = match self.text(&entry.id).await {
                Err(StoreError::Missing { .. }) => String::new(),
                text => text?,
            };
            if stored == pgn {
                let board_ms = kept.board_ms.max(next.board_ms);
                let kept = GameEntry { board_ms, ..kept };
                return Ok((kept.clone(), put_entry(&kept)?.into()));
            }
            if !game.unconfirmed.contains(&sha256_of(stored.as_bytes())) {
                let key = key(&entry.id);
                let found = Some(kept.revision);
                return Err(if is_new {
                    StoreError::Exists { key }
                } else {
                    StoreError::Conflict { key, found }
                });
            }
        }
        next.revision = kept.revision + 1;
        next.created_ms = kept.created_ms;
        next = GameEntry { name: kept.name, labels: kept.labels, writes: kept.writes, ..next };
        let mut changes = Vec::from(put_entry(&next)?);
        changes.push(put_text(&next.id, pgn));
        Ok((next, changes))
    }

    /// Returns the entry that a save replaces, if any.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the entry cannot be read: a damaged game is left as it is and must not block the others.
    async fn replaced(&self, id: &str) -> Result<Option<GameEntry>, StoreError> {
        match self.entry(id).await {
            Ok(entry) => Ok(Some(entry)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(StoreError::Damaged { .. }) => Err(StoreError::Conflict { key: key(id), found: None }),
            Err(error) => Err(error),
        }
    }

    /// Adds new games in batches, thousands if need be. `on_part` receives the number of games saved so far.
    ///
    /// # Errors
    /// As [`save`](Self::save); the games before the failing batch are saved.
    pub async fn add(&self, games: &[SavedGame], mut on_part: impl FnMut(usize)) -> Result<(), StoreError> {
        let now = now_ms();
        let mut kept = 0;
        for batch in games.chunks(BATCH) {
            let mut changes = Vec::with_capacity(2 * batch.len());
            for SavedGame { entry, pgn } in batch {
                let bytes = pgn.len() as u64;
                let entry =
                    GameEntry { revision: 1, created_ms: now, modified_ms: now, bytes, ..entry.clone() };
                changes.push(insert_entry(&entry)?);
                changes.push(put_text(&entry.id, pgn));
            }
            self.database.apply(changes).await?;
            kept += batch.len();
            on_part(kept);
        }
        Ok(())
    }

    /// Restores removed games unchanged, including revisions and times. If the text of a game was opened again in the meantime, which took
    /// its id, it is restored under another id, unless nothing would be different.
    ///
    /// # Errors
    /// When the database refuses; the batches before are restored.
    pub async fn restore(&self, games: &[SavedGame]) -> Result<(), StoreError> {
        for batch in games.chunks(BATCH) {
            match self.insert_all(batch).await {
                Err(StoreError::Exists { .. }) => self.insert_all(&self.beside(batch).await?).await?,
                result => result?,
            }
        }
        Ok(())
    }

    async fn insert_all(&self, games: &[SavedGame]) -> Result<(), StoreError> {
        let mut changes = Vec::with_capacity(2 * games.len());
        for SavedGame { entry, pgn } in games {
            changes.push(insert_entry(entry)?);
            changes.push(put_text(&entry.id, pgn));
        }
        self.database.apply(changes).await
    }

    /// Returns the games that are not stored, with ids that are free.
    async fn beside(&self, games: &[SavedGame]) -> Result<Vec<SavedGame>, StoreError> {
        let mut beside = Vec::with_capacity(games.len());
        for game in games {
            let mut game = game.clone();
            loop {
                match self.get(&game.entry.id).await {
                    Ok(stored) if stored.covers(&game) => break,
                    Ok(_) | Err(StoreError::Damaged { .. }) => {
                        game.entry.id = copy_id(&game.entry.id, &game.pgn);
                    }
                    Err(StoreError::Missing { .. }) => {
                        beside.push(game);
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(beside)
    }

    /// Changes what is stored next to the moves (name, labels, when it was on the board), based on the current entry. Retries when another
    /// tab writes first.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the game does not exist; [`StoreError::Conflict`] when other tabs won every attempt.
    pub async fn change(&self, id: &str, change: impl Fn(&mut GameEntry)) -> Result<GameEntry, StoreError> {
        let mut attempt = 0;
        loop {
            let mut entry = self.entry(id).await?;
            change(&mut entry);
            attempt += 1;
            match self.database.apply(put_entry(&entry)?.into()).await {
                Err(StoreError::Conflict { .. }) if attempt < ATTEMPTS => {}
                result => return result.map(|()| entry),
            }
        }
    }

    /// Deletes games, all or none. Missing ones are ignored.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, ids: &[String]) -> Result<(), StoreError> {
        let changes = ids.iter().flat_map(|id| {
            [Table::Games, Table::GameTexts].map(|table| Change::Delete { table, key: key(id) })
        });
        self.database.apply(changes.collect()).await
    }

    /// Returns all labels in use, in alphabetical order, with their number of games.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn labels(&self) -> Result<BTreeMap<String, usize>, StoreError> {
        let mut labels = BTreeMap::new();
        for label in self.list().await?.into_iter().flat_map(|entry| entry.labels) {
            *labels.entry(label).or_default() += 1;
        }
        Ok(labels)
    }
}
