//! Repertoires: the schedule of their positions, the games marked as repertoires, and games to compare with them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tabia_chess::{Color, Move};
use tabia_library::{Order, Query};
use tabia_pgn::{Game, Reader, decode};
use tabia_repertoire::{Comparison, Grade, Repertoire, Schedule, TAG, Task, side_of};
use tabia_worker::library::messages::{DatabaseId, Games, OWN};
use wasm_bindgen_futures::JsFuture;

use super::games::repository::GameRepository;
use super::library::{LibraryError, LibraryService};
use crate::language::tr;
use crate::platform::local::storage;
use crate::platform::observable::{Observable, Observe};
use crate::platform::turns::Pace;
use crate::storage::document::{self, DocumentFormat};
use crate::storage::files::now_ms;
use crate::storage::games::GameEntry;
use crate::storage::{Database, Key, Record, Store, StoreError, Table, aside};

/// Local storage key of the panel's switch.
pub const ON_KEY: &str = "tabia.repertoire.on";

/// Maximum number of games to compare at once.
pub const MOST_COMPARED: usize = 20_000;

/// Record format of the schedule.
const FORM: DocumentFormat<Schedule, StoreError> = DocumentFormat {
    read: |json| {
        Record { json: json.to_owned(), ..Record::default() }.read(tr!("the schedule of repertoires"))
    },
    write: |schedule| Ok(Record::of(schedule)?.json),
};

fn key() -> Key {
    Key::of("repertoire-schedule")
}

/// Local storage key of the grades that are not saved yet: a page may be left before the database has them.
const PENDING_KEY: &str = "tabia.repertoire.pending";

/// Reads the grades that are not saved yet. Unreadable ones are none.
fn pending() -> Schedule {
    let text = storage().and_then(|storage| storage.get_item(PENDING_KEY).ok()?);
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn set_pending(schedule: &Schedule) {
    let Some(storage) = storage() else { return };
    // If storage is unavailable, only a page that is left at once loses a grade.
    let _ = match serde_json::to_string(schedule) {
        Ok(text) if !schedule.is_empty() => storage.set_item(PENDING_KEY, &text),
        _ => storage.remove_item(PENDING_KEY),
    };
}

/// Why games were not compared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// The library cannot find or read them.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The user's games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The browser does not hand out their text.
    #[error("{}", tr!("The games could not be read."))]
    Unreadable,
}

/// Handle; one per page.
#[derive(Clone)]
pub struct RepertoireService(Rc<RepertoireInner>);

/// A stored game at one revision: the repertoires in it, usually none.
type ReadEntry = ((u64, u64), Vec<Rc<Game>>);

struct RepertoireInner {
    database: Database,
    /// Stored games that were read, by id: only those that have changed since are read again.
    entries: RefCell<HashMap<String, ReadEntry>>,
    schedule: RefCell<Rc<Schedule>>,
    events: Observable<()>,
}

impl PartialEq for RepertoireService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for RepertoireService {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl RepertoireService {
    /// Returns the page's handle.
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: RepertoireService = RepertoireService::new(Database::of_page());
        }
        SERVICE.with(Self::clone)
    }

    /// Creates a handle to the schedule in `database`.
    pub fn new(database: Database) -> Self {
        Self(Rc::new(RepertoireInner {
            database,
            entries: RefCell::default(),
            schedule: RefCell::default(),
            events: Observable::default(),
        }))
    }

    /// Returns the schedule as last loaded, with the grades given since.
    pub fn schedule(&self) -> Rc<Schedule> {
        self.0.schedule.borrow().clone()
    }

    fn show(&self, schedule: Schedule) {
        self.0.schedule.replace(Rc::new(schedule));
        self.0.events.emit(());
    }

    /// Loads the schedule, and saves what an earlier page could not save any more. A damaged schedule is set aside.
    ///
    /// # Errors
    /// When it cannot be read or saved.
    pub async fn load(&self) -> Result<(), StoreError> {
        let record = self.0.database.get(Table::Documents, key()).await?;
        let stored = match record.map_or_else(|| Ok(Schedule::default()), |record| (FORM.read)(&record.json))
        {
            Err(error @ StoreError::Damaged { .. }) => {
                let name = tr!("the schedule of repertoires");
                aside::set_aside(&self.0.database, &key(), name, &error.to_string()).await?;
                Schedule::default()
            }
            stored => stored?,
        };
        self.show(stored);
        let waiting = pending();
        if waiting.is_empty() { Ok(()) } else { self.save(waiting).await }
    }

    /// Records and saves how well a move of a position was known. Grades given in other tabs stay.
    ///
    /// # Errors
    /// When it cannot be saved; the next grade or page saves it.
    pub async fn grade(&self, task: &Task, answer: Move, grade: Grade) -> Result<(), StoreError> {
        let mut schedule = (*self.schedule()).clone();
        schedule.grade(task, answer, grade, now_ms());
        let mut waiting = pending();
        waiting.merge(&schedule.only(task));
        self.show(schedule);
        set_pending(&waiting);
        self.save(waiting).await
    }

    /// Saves these grades; those that are saved no longer wait.
    async fn save(&self, waiting: Schedule) -> Result<(), StoreError> {
        let change = |schedule: &mut Schedule| {
            schedule.merge(&waiting);
            Vec::new()
        };
        let stored = document::update(&self.0.database, &key(), &FORM, change).await?;
        let mut still_waiting = pending();
        still_waiting.remove_known_to(&stored);
        set_pending(&still_waiting);
        let mut shown = stored;
        shown.merge(&self.schedule());
        self.show(shown);
        Ok(())
    }

    /// Returns the repertoires in the user's games, one for each side.
    ///
    /// # Errors
    /// When the games cannot be read.
    pub async fn all(&self) -> Result<[Repertoire; 2], StoreError> {
        let mut repertoires = [Color::White, Color::Black].map(Repertoire::new);
        let mut pace = Pace::new();
        let entries = GameRepository::of_page().games().list().await?;
        for entry in &entries {
            for game in self.marked(entry).await? {
                if let Some(side) = side_of(&game) {
                    repertoires[usize::from(side == Color::Black)].add(&game);
                }
            }
            pace.step().await;
        }
        let ids: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        self.0.entries.borrow_mut().retain(|id, _| ids.contains(id.as_str()));
        Ok(repertoires)
    }

    /// Returns the repertoires in a stored game.
    async fn marked(&self, entry: &GameEntry) -> Result<Vec<Rc<Game>>, StoreError> {
        let version = (entry.revision, entry.writes);
        let known = self.0.entries.borrow().get(&entry.id).filter(|(of, _)| *of == version).cloned();
        if let Some((_, games)) = known {
            return Ok(games);
        }
        let pgn = match GameRepository::of_page().games().text(&entry.id).await {
            Err(StoreError::Missing { .. }) => return Ok(Vec::new()),
            text => text?,
        };
        let mut games = Vec::new();
        if pgn.contains(&format!("[{TAG} ")) {
            let read = tabia_pgn::read(&pgn).games.into_iter();
            games.extend(read.filter(|game| side_of(game).is_some()).map(Rc::new));
        }
        self.0.entries.borrow_mut().insert(entry.id.clone(), (version, games.clone()));
        Ok(games)
    }

    /// Compares a repertoire with the games of a database in which a player has its side; an empty name stands for all players. Games
    /// that are repertoires themselves are left out, and games beyond [`MOST_COMPARED`] too. Returns the number of games read as well.
    ///
    /// # Errors
    /// [`CompareError`]
    pub async fn compare(
        &self,
        repertoire: &Repertoire,
        database: &DatabaseId,
        player: &str,
    ) -> Result<(Comparison, usize), CompareError> {
        let mut counting = Counting { repertoire, comparison: Comparison::default(), games: 0 };
        let mut pace = Pace::new();
        if database == OWN {
            let repository = GameRepository::of_page();
            for entry in repository.games().list().await? {
                let name = if repertoire.side() == Color::White { &entry.white } else { &entry.black };
                if !name.to_lowercase().contains(&player.trim().to_lowercase()) {
                    continue;
                }
                match repository.games().text(&entry.id).await {
                    Err(StoreError::Missing { .. }) => {}
                    text => counting.add_all(&text?, &mut pace).await,
                }
            }
        } else {
            counting.add_all(&found_games(database, repertoire.side(), player).await?, &mut pace).await;
        }
        Ok((counting.comparison, counting.games))
    }
}

/// Comparison in progress.
struct Counting<'a> {
    repertoire: &'a Repertoire,
    comparison: Comparison,
    games: usize,
}

impl Counting<'_> {
    /// Adds the games of a text.
    async fn add_all(&mut self, pgn: &str, pace: &mut Pace) {
        for read in Reader::new(pgn) {
            if self.games == MOST_COMPARED {
                return;
            }
            if side_of(&read.game).is_none() {
                self.games += 1;
                self.comparison.add(self.repertoire, &read.game);
            }
            pace.step().await;
        }
    }
}

/// Returns the games of a database in which a player has a side, as PGN.
async fn found_games(database: &DatabaseId, side: Color, player: &str) -> Result<String, CompareError> {
    let name = Some(player.trim().to_owned()).filter(|name| !name.is_empty());
    let query = match side {
        Color::White => Query { white: name, ..Query::default() },
        Color::Black => Query { black: name, ..Query::default() },
    };
    let library = LibraryService::of_page();
    library.load().await?;
    let view = library.new_view();
    library.find(database, view, query, None, Order::default()).await?;
    let file = library.export(database, Games::View(view), |_| ()).await?;
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|_| CompareError::Unreadable)?;
    Ok(decode(&js_sys::Uint8Array::new(&buffer).to_vec()).text.into_owned())
}
