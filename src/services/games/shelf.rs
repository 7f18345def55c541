//! The kept games of this browser, with an event for each change: what lists and indexes are made from.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use crate::platform::observable::{Observable, Observe};
use crate::platform::tabs::Tabs;
use crate::storage::games::{GameEntry, GameSave, KeptGame, KeptGames};
use crate::storage::{Change, Database, StoreError};

/// What happened to the kept games.
#[derive(Debug, Clone, PartialEq)]
pub enum ShelfEvent {
    /// A game is new or was changed: moves, title, labels.
    Saved(Box<GameEntry>),
    /// Many games are new, or any game may have changed: read the list again.
    Many,
    /// Games are gone.
    Removed(Vec<String>),
}

/// The kept games of the page: a handle, cheap to clone, equal to its clones. Every change goes through it, so that all who show
/// games hear of it.
#[derive(Clone)]
pub struct GameShelf(Rc<Inner>);

struct Inner {
    games: KeptGames,
    events: Observable<ShelfEvent>,
    changes: Cell<u64>,
    /// The other tabs; joined when the shelf of the page is made.
    tabs: RefCell<Option<Tabs>>,
}

/// The channel on which tabs tell each other that games have changed.
const CHANNEL: &str = "tabia games";

thread_local! {
    static OF_PAGE: GameShelf = GameShelf::new(Database::of_page()).with_tabs();
}

impl PartialEq for GameShelf {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for GameShelf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GameShelf").field("games", &self.0.games).finish_non_exhaustive()
    }
}

impl Observe for GameShelf {
    type Event = ShelfEvent;

    fn events(&self) -> &Observable<ShelfEvent> {
        &self.0.events
    }
}

impl GameShelf {
    /// The shelf of this page.
    pub fn of_page() -> Self {
        OF_PAGE.with(Self::clone)
    }

    /// A shelf over the kept games of `database`.
    pub fn new(database: Database) -> Self {
        Self(Rc::new(Inner {
            games: KeptGames::new(database),
            events: Observable::default(),
            changes: Cell::default(),
            tabs: RefCell::default(),
        }))
    }

    /// Hears of what other tabs change, and tells them.
    fn with_tabs(self) -> Self {
        let weak = Rc::downgrade(&self.0);
        let tabs = Tabs::join(CHANNEL, move |_| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).tell_here(ShelfEvent::Many);
            }
        });
        *self.0.tabs.borrow_mut() = Some(tabs);
        self
    }

    /// Counts the changes that were told, so that a list knows when it is old.
    pub fn changes(&self) -> u64 {
        self.0.changes.get()
    }

    /// The games, to read them. What is changed here is told to nobody.
    pub fn games(&self) -> &KeptGames {
        &self.0.games
    }

    /// Saves a game, as [`KeptGames::save`].
    ///
    /// # Errors
    /// As there.
    pub async fn save(&self, entry: &GameEntry, pgn: &str) -> Result<GameEntry, StoreError> {
        let saved = self.0.games.save(entry, pgn).await?;
        self.tell(ShelfEvent::Saved(Box::new(saved.clone())));
        Ok(saved)
    }

    /// Saves games and makes other changes with them, as [`KeptGames::save_all`].
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
            self.tell(ShelfEvent::Saved(Box::new(entry.clone())));
        }
        Ok(saved)
    }

    /// Adds many new games, as [`KeptGames::add`].
    ///
    /// # Errors
    /// As there.
    pub async fn add(&self, games: &[KeptGame], on_part: impl FnMut(usize)) -> Result<(), StoreError> {
        let result = self.0.games.add(games, on_part).await;
        self.tell(ShelfEvent::Many);
        result
    }

    /// Changes what is kept beside the moves, as [`KeptGames::change`].
    ///
    /// # Errors
    /// As there.
    pub async fn change(&self, id: &str, change: impl Fn(&mut GameEntry)) -> Result<GameEntry, StoreError> {
        let entry = self.0.games.change(id, change).await?;
        self.tell(ShelfEvent::Saved(Box::new(entry.clone())));
        Ok(entry)
    }

    /// Deletes games, and gives them back so that this can be undone with [`restore`](Self::restore).
    ///
    /// # Errors
    /// When one of them cannot be read or deleted; then all are there still.
    pub async fn remove(&self, ids: &[String]) -> Result<Vec<KeptGame>, StoreError> {
        let mut removed = Vec::with_capacity(ids.len());
        for id in ids {
            match self.0.games.get(id).await {
                Ok(game) => removed.push(game),
                Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.0.games.remove(ids).await?;
        self.tell(ShelfEvent::Removed(ids.to_vec()));
        Ok(removed)
    }

    /// Brings back games that were removed.
    ///
    /// # Errors
    /// When the database refuses; the games before the fault are back.
    pub async fn restore(&self, games: &[KeptGame]) -> Result<(), StoreError> {
        let result = self.0.games.restore(games).await;
        self.tell(ShelfEvent::Many);
        result
    }

    /// Says that games were deleted by somebody else.
    pub fn tell_removed(&self, ids: Vec<String>) {
        self.tell(ShelfEvent::Removed(ids));
    }

    /// Says that games were changed by somebody else: an import.
    pub fn tell_changed(&self) {
        self.tell(ShelfEvent::Many);
    }

    fn tell(&self, event: ShelfEvent) {
        if let Some(tabs) = &*self.0.tabs.borrow() {
            tabs.say("changed");
        }
        self.tell_here(event);
    }

    fn tell_here(&self, event: ShelfEvent) {
        self.0.changes.set(self.0.changes.get() + 1);
        self.0.events.tell(event);
    }
}
