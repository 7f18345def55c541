//! The saved games of this browser, with an event for each change, from which lists and indexes are updated.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use crate::platform::observable::{Observable, Observe};
use crate::platform::tabs::Tabs;
use crate::storage::games::{GameEntry, GameSave, SavedGame, SavedGames};
use crate::storage::{Change, Database, StoreError};

/// Change to the saved games.
#[derive(Debug, Clone, PartialEq)]
pub enum GameRepositoryEvent {
    /// A game was added or changed: moves, title, labels.
    Saved(Box<GameEntry>),
    /// Many games were added, or any game may have changed: read the list again.
    Many,
    /// Games were deleted.
    Removed(Vec<String>),
}

/// The page's repository of saved games: a handle, cheap to clone, equal to its clones. Every change goes through it, so that all
/// views of games are notified.
#[derive(Clone)]
pub struct GameRepository(Rc<GameRepositoryInner>);

struct GameRepositoryInner {
    games: SavedGames,
    events: Observable<GameRepositoryEvent>,
    changes: Cell<u64>,
    /// The other tabs; joined when the page's repository is created.
    tabs: RefCell<Option<Tabs>>,
}

/// Channel on which tabs announce changes to the games.
const CHANNEL: &str = "tabia games";

thread_local! {
    static OF_PAGE: GameRepository = GameRepository::new(Database::of_page()).with_tabs();
}

impl PartialEq for GameRepository {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for GameRepository {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GameRepository").field("games", &self.0.games).finish_non_exhaustive()
    }
}

impl Observe for GameRepository {
    type Event = GameRepositoryEvent;

    fn events(&self) -> &Observable<GameRepositoryEvent> {
        &self.0.events
    }
}

impl GameRepository {
    /// Returns the page's repository.
    pub fn of_page() -> Self {
        OF_PAGE.with(Self::clone)
    }

    /// Creates a repository for the saved games of `database`.
    pub fn new(database: Database) -> Self {
        Self(Rc::new(GameRepositoryInner {
            games: SavedGames::new(database),
            events: Observable::default(),
            changes: Cell::default(),
            tabs: RefCell::default(),
        }))
    }

    /// Exchanges change notifications with other tabs.
    fn with_tabs(self) -> Self {
        let weak = Rc::downgrade(&self.0);
        let tabs = Tabs::join(CHANNEL, move |_| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).emit_here(GameRepositoryEvent::Many);
            }
        });
        *self.0.tabs.borrow_mut() = Some(tabs);
        self
    }

    /// Returns the number of changes announced so far, by which a list can tell that it is outdated.
    pub fn changes(&self) -> u64 {
        self.0.changes.get()
    }

    /// Returns the games for reading. Changes made through it are not announced.
    pub fn games(&self) -> &SavedGames {
        &self.0.games
    }

    /// Saves a game, like [`SavedGames::save`].
    ///
    /// # Errors
    /// As there.
    pub async fn save(&self, entry: &GameEntry, pgn: &str) -> Result<GameEntry, StoreError> {
        let saved = self.0.games.save(entry, pgn).await?;
        self.emit(GameRepositoryEvent::Saved(Box::new(saved.clone())));
        Ok(saved)
    }

    /// Saves games together with other changes, like [`SavedGames::save_all`].
    ///
    /// # Errors
    /// As there.
    pub async fn save_all(
        &self,
        games: &[GameSave<'_>],
        with: Vec<Change>,
    ) -> Result<Vec<GameEntry>, StoreError> {
        let saved = self.0.games.save_all(games, with).await?;
        for entry in &saved {
            self.emit(GameRepositoryEvent::Saved(Box::new(entry.clone())));
        }
        Ok(saved)
    }

    /// Adds many new games, like [`SavedGames::add`].
    ///
    /// # Errors
    /// As there.
    pub async fn add(&self, games: &[SavedGame], on_part: impl FnMut(usize)) -> Result<(), StoreError> {
        let result = self.0.games.add(games, on_part).await;
        self.emit(GameRepositoryEvent::Many);
        result
    }

    /// Changes what is stored besides the moves, like [`SavedGames::change`].
    ///
    /// # Errors
    /// As there.
    pub async fn change(&self, id: &str, change: impl Fn(&mut GameEntry)) -> Result<GameEntry, StoreError> {
        let entry = self.0.games.change(id, change).await?;
        self.emit(GameRepositoryEvent::Saved(Box::new(entry.clone())));
        Ok(entry)
    }

    /// Deletes games and returns them, for undo with [`restore`](Self::restore).
    ///
    /// # Errors
    /// When one of them cannot be read or deleted; then none is deleted.
    pub async fn remove(&self, ids: &[String]) -> Result<Vec<SavedGame>, StoreError> {
        let mut removed = Vec::with_capacity(ids.len());
        for id in ids {
            match self.0.games.get(id).await {
                Ok(game) => removed.push(game),
                Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.0.games.remove(ids).await?;
        self.emit(GameRepositoryEvent::Removed(ids.to_vec()));
        Ok(removed)
    }

    /// Restores removed games.
    ///
    /// # Errors
    /// When the database refuses; the games before the failure are restored.
    pub async fn restore(&self, games: &[SavedGame]) -> Result<(), StoreError> {
        let result = self.0.games.restore(games).await;
        self.emit(GameRepositoryEvent::Many);
        result
    }

    /// Announces that games were deleted elsewhere.
    pub fn emit_removed(&self, ids: Vec<String>) {
        self.emit(GameRepositoryEvent::Removed(ids));
    }

    /// Announces that games were changed elsewhere, such as by an import.
    pub fn emit_changed(&self) {
        self.emit(GameRepositoryEvent::Many);
    }

    fn emit(&self, event: GameRepositoryEvent) {
        if let Some(tabs) = &*self.0.tabs.borrow() {
            tabs.say("changed");
        }
        self.emit_here(event);
    }

    fn emit_here(&self, event: GameRepositoryEvent) {
        self.0.changes.set(self.0.changes.get() + 1);
        self.0.events.emit(event);
    }
}
