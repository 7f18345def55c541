//! What was on the board before, newest first: saved games, and texts with several games.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tabia_pgn::Game;

use super::repository::GameRepository;
use crate::storage::files::{FileEntry, FileStore, kind};
use crate::storage::games::{GameEntry, SavedGame};
use crate::storage::workspaces::OpenText;
use crate::storage::{Content, Database, StoreError};

/// Number of unchanged copies of games stored elsewhere that stay in the list.
const COPIES: usize = 100;

/// Facts stored with a text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TextFacts {
    /// Number of its games; 0 until all of it was read.
    pub games: usize,
    /// The players of the first game: `Morphy – Duke Karl`; empty if unknown.
    pub title: String,
    /// When it was last on the board, in milliseconds since 1970.
    pub board_ms: f64,
}

/// Item of the list of recent games.
#[derive(Debug, Clone, PartialEq)]
pub enum RecentItem {
    /// A game.
    Game(Box<GameEntry>),
    /// A text with several games.
    Text {
        /// Its file.
        file: FileEntry,
        /// The stored facts.
        facts: TextFacts,
    },
}

/// Deleted item, for undo.
#[derive(Debug, Clone)]
pub enum RemovedItem {
    /// A game.
    Game(Vec<SavedGame>),
    /// A text with its content, and when it was on the board.
    Text(FileEntry, Content),
}

impl RecentItem {
    /// Returns the id used in lists.
    pub fn id(&self) -> &str {
        match self {
            Self::Game(entry) => &entry.id,
            Self::Text { file, .. } => &file.sha256,
        }
    }

    /// Returns when it was last on the board, in milliseconds since 1970.
    pub fn board_ms(&self) -> f64 {
        match self {
            Self::Game(entry) => entry.board_ms,
            Self::Text { facts, .. } => facts.board_ms,
        }
    }

    /// Returns whether every word of `query` occurs in its names, labels or moves, ignoring case.
    pub fn matches(&self, query: &str) -> bool {
        let text = match self {
            Self::Game(entry) => {
                let GameEntry { name, white, black, event, date, labels, first_moves, .. } = &**entry;
                format!("{name} {white} {black} {event} {date} {} {first_moves}", labels.join(" "))
            }
            Self::Text { file, facts } => format!("{} {}", file.name, facts.title),
        };
        let text = text.to_lowercase();
        query.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// Lists what was on the board, newest first.
///
/// # Errors
/// When the database cannot be read.
pub async fn list(database: &Database, repository: &GameRepository) -> Result<Vec<RecentItem>, StoreError> {
    let games = repository.games().list().await?.into_iter().filter(|entry| entry.board_ms > 0.0);
    let mut items: Vec<RecentItem> = games.map(|entry| RecentItem::Game(Box::new(entry))).collect();
    for file in FileStore::new(database.clone()).list(Some(kind::GAMES)).await? {
        let facts = serde_json::from_value(file.facts.clone()).unwrap_or_default();
        items.push(RecentItem::Text { file, facts });
    }
    items.sort_by(|a, b| b.board_ms().total_cmp(&a.board_ms()).then_with(|| a.id().cmp(b.id())));
    Ok(items)
}

/// Deletes an item from the list and returns it for undo.
///
/// # Errors
/// When it cannot be read or deleted.
pub async fn remove(
    database: &Database,
    repository: &GameRepository,
    item: &RecentItem,
) -> Result<RemovedItem, StoreError> {
    match item {
        RecentItem::Game(entry) => {
            repository.remove(std::slice::from_ref(&entry.id)).await.map(RemovedItem::Game)
        }
        RecentItem::Text { file, .. } => {
            let files = FileStore::new(database.clone());
            // A copy: the browser may drop the blob along with its record.
            let content = Content::Bytes(files.content(&file.sha256).await?.bytes().await?);
            files.remove(&file.kind, &file.sha256).await?;
            repository.emit_changed();
            Ok(RemovedItem::Text(file.clone(), content))
        }
    }
}

/// Restores a deleted item.
///
/// # Errors
/// When it cannot be stored.
pub async fn restore(
    database: &Database,
    repository: &GameRepository,
    removed: RemovedItem,
) -> Result<(), StoreError> {
    match removed {
        RemovedItem::Game(games) => repository.restore(&games).await,
        RemovedItem::Text(file, content) => {
            let files = FileStore::new(database.clone());
            files.add(&file.kind, &file.name, content, file.facts.clone()).await?;
            repository.emit_changed();
            Ok(())
        }
    }
}

/// Stores a text whose games are open. One already stored moves to the front of the list.
///
/// # Errors
/// When it cannot be stored.
pub(super) async fn keep_text(
    database: &Database,
    text: &str,
    name: Option<&str>,
    games: Option<usize>,
    first: &Game,
) -> Result<OpenText, StoreError> {
    let facts =
        TextFacts { games: games.unwrap_or_default(), title: title(first), board_ms: js_sys::Date::now() };
    let files = FileStore::new(database.clone());
    let entry = files.add(kind::GAMES, name.unwrap_or_default(), text, json!(facts)).await?;
    let known: TextFacts = serde_json::from_value(entry.facts.clone()).unwrap_or_default();
    if known != facts {
        let games = games.unwrap_or(known.games);
        // The text is stored; if there is no room for its facts, it stays where it is in the list.
        let facts = json!(TextFacts { games, ..facts });
        let _ = files.put(&FileEntry { facts, ..entry.clone() }).await;
    }
    Ok(OpenText { sha256: entry.sha256, name: name.map(str::to_owned) })
}

/// Stores the number of games of a text and returns whether it is new.
///
/// # Errors
/// When it cannot be read or written.
pub(super) async fn note_count(
    database: &Database,
    text: &OpenText,
    games: usize,
) -> Result<bool, StoreError> {
    let files = FileStore::new(database.clone());
    let Some(file) = files.entry(kind::GAMES, &text.sha256).await? else { return Ok(false) };
    let facts: TextFacts = serde_json::from_value(file.facts.clone()).unwrap_or_default();
    if facts.games == games {
        return Ok(false);
    }
    files.put(&FileEntry { facts: json!(TextFacts { games, ..facts }), ..file }).await?;
    Ok(true)
}

/// Moves a text to the front of the list.
///
/// # Errors
/// When that cannot be stored.
pub(super) async fn touch_text(database: &Database, file: &FileEntry) -> Result<(), StoreError> {
    let facts: TextFacts = serde_json::from_value(file.facts.clone()).unwrap_or_default();
    let facts = json!(TextFacts { board_ms: js_sys::Date::now(), ..facts });
    FileStore::new(database.clone()).put(&FileEntry { facts, ..file.clone() }).await
}

/// Returns the names of the players, as far as known.
fn title(game: &Game) -> String {
    let names = ["White", "Black"].map(|side| game.tags().known(side));
    names.into_iter().flatten().collect::<Vec<_>>().join(" – ")
}

/// Deletes the oldest unchanged copies when there are too many.
///
/// # Errors
/// When the database refuses.
pub(super) async fn drop_old_copies(repository: &GameRepository) -> Result<(), StoreError> {
    let mut copies: Vec<GameEntry> =
        repository.games().list().await?.into_iter().filter(|entry| entry.is_copy).collect();
    copies.sort_by(|a, b| b.board_ms.total_cmp(&a.board_ms));
    let old: Vec<String> = copies.into_iter().skip(COPIES).map(|entry| entry.id).collect();
    if old.is_empty() { Ok(()) } else { repository.games().remove(&old).await }
}
