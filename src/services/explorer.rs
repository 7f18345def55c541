//! Explorer panel: moves played from the board position in the user's databases.
//!
//! Lives outside Yew's tree, like the book feed, so it re-renders neither the page nor the board. Each database has one query in
//! flight; a new query replaces it. Nothing is queried while the panel is hidden.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use tabia_worker::library::messages::{DatabaseId, Explored, OWN};
use wasm_bindgen_futures::spawn_local;

use crate::platform::local::storage;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::library::{DatabaseStatus, LibraryEvent, LibraryService};
use crate::state::library::explorer::{
    Among, EXAMPLES, ExplorerQuery, ExplorerResult, SelectedDatabases, merge,
};

/// Local storage key of the explorer's on/off switch.
pub const ON_KEY: &str = "tabia.explorer.on";
/// Local storage key of the chosen databases.
const CHOICE_KEY: &str = "tabia.explorer.databases";

/// State shown by the panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplorerState {
    /// Whether the user has turned the explorer on.
    pub is_on: bool,
    /// Databases to query.
    pub chosen: SelectedDatabases,
    /// Games to count.
    pub among: Among,
    /// Latest result, and the position it belongs to.
    pub known: Option<(String, Rc<ExplorerResult>)>,
    /// Databases that failed: name and error.
    pub faults: Vec<(String, String)>,
    /// Time taken by the slowest database, in milliseconds.
    pub ms: f64,
}

/// Handle; clones compare equal.
#[derive(Clone)]
pub struct Explorer(Rc<ExplorerInner>);

struct ExplorerInner {
    library: LibraryService,
    state: RefCell<ExplorerState>,
    events: Observable<()>,
    /// Move under the pointer, in UCI notation.
    hovered: RefCell<Option<String>>,
    /// Position on the board, as FEN.
    fen: RefCell<String>,
    is_seen: Cell<bool>,
    /// Last query sent.
    asked: RefCell<Option<ExplorerQuery>>,
    /// Query counter.
    number: Cell<u32>,
    library_events: RefCell<Option<Subscription>>,
}

impl PartialEq for Explorer {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for Explorer {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl Explorer {
    /// Returns the explorer of this page.
    pub fn of_page() -> Self {
        thread_local! {
            static EXPLORER: Explorer = Explorer::new(LibraryService::of_page());
        }
        EXPLORER.with(Self::clone)
    }

    /// Creates an explorer of the library, restoring the on/off switch and the chosen databases.
    pub fn new(library: LibraryService) -> Self {
        let kept = |key: &str| storage().and_then(|storage| storage.get_item(key).ok()?);
        let chosen = kept(CHOICE_KEY).and_then(|text| serde_json::from_str(&text).ok());
        let state = ExplorerState {
            is_on: kept(ON_KEY).is_some(),
            chosen: chosen.map_or(SelectedDatabases::All, SelectedDatabases::Some),
            ..ExplorerState::default()
        };
        let explorer = Self(Rc::new(ExplorerInner {
            library,
            state: RefCell::new(state),
            events: Observable::default(),
            hovered: RefCell::default(),
            fen: RefCell::default(),
            is_seen: Cell::new(false),
            asked: RefCell::default(),
            number: Cell::new(0),
            library_events: RefCell::default(),
        }));
        explorer.follow_library();
        explorer
    }

    /// Library behind the explorer.
    pub fn library(&self) -> &LibraryService {
        &self.0.library
    }

    /// Returns the current state.
    pub fn state(&self) -> ExplorerState {
        self.0.state.borrow().clone()
    }

    /// Lists the available databases: the user's own first, then the others with their names.
    pub fn databases(&self) -> Vec<(DatabaseId, Option<String>)> {
        let others = self.0.library.databases().into_iter();
        let others = others.filter(|entry| entry.status == DatabaseStatus::Ready);
        std::iter::once((OWN.to_owned(), None))
            .chain(others.map(|entry| (entry.record.id, Some(entry.record.name))))
            .collect()
    }

    /// Sets the board position and whether the panel is visible.
    pub fn follow(&self, fen: &str, is_seen: bool) {
        self.hover(None);
        self.0.fen.replace(fen.to_owned());
        self.0.is_seen.set(is_seen);
        self.ask();
    }

    /// Turns the explorer on or off.
    pub fn switch(&self, is_on: bool) {
        self.0.state.borrow_mut().is_on = is_on;
        remember(ON_KEY, is_on.then_some("").map(str::to_owned));
        self.0.events.emit(());
        self.ask();
    }

    /// Adds or removes a database.
    pub fn choose(&self, id: &str, is_in: bool) {
        let all: Vec<DatabaseId> = self.databases().into_iter().map(|(id, _)| id).collect();
        let chosen = self.0.state.borrow().chosen.with(id, is_in, &all);
        let text = match &chosen {
            SelectedDatabases::All => None,
            SelectedDatabases::Some(ids) => serde_json::to_string(ids).ok(),
        };
        remember(CHOICE_KEY, text);
        self.0.state.borrow_mut().chosen = chosen;
        self.0.events.emit(());
        self.ask();
    }

    /// Restricts the count to these games.
    pub fn count_among(&self, among: Among) {
        self.0.state.borrow_mut().among = among;
        self.0.events.emit(());
        self.ask();
    }

    /// Repeats the query after a failure.
    pub fn retry(&self) {
        self.0.asked.replace(None);
        self.ask();
    }

    /// Returns the move under the pointer.
    pub fn hovered(&self) -> Option<String> {
        self.0.hovered.borrow().clone()
    }

    /// Sets the move under the pointer, if any.
    pub fn hover(&self, uci: Option<&str>) {
        if self.hovered().as_deref() != uci {
            self.0.hovered.replace(uci.map(str::to_owned));
            self.0.events.emit(());
        }
    }

    fn ask(&self) {
        let state = self.state();
        if !state.is_on || !self.0.is_seen.get() || self.0.fen.borrow().is_empty() {
            return;
        }
        let chosen = self.databases().into_iter().map(|(id, _)| id).filter(|id| state.chosen.contains(id));
        let question = ExplorerQuery {
            fen: self.0.fen.borrow().clone(),
            databases: chosen.collect(),
            among: state.among.read().0,
        };
        if self.0.asked.borrow().as_ref() == Some(&question) {
            return;
        }
        self.0.asked.replace(Some(question.clone()));
        let number = self.0.number.get() + 1;
        self.0.number.set(number);
        let explorer = self.clone();
        spawn_local(async move { explorer.answer(number, question).await });
    }

    async fn answer(self, number: u32, question: ExplorerQuery) {
        let questions = question.databases.iter().map(|id| async {
            let answer = self.0.library.explore(id, question.fen.clone(), question.among.clone(), EXAMPLES);
            (id.clone(), answer.await)
        });
        let answers = futures::future::join_all(questions).await;
        if self.0.number.get() != number {
            return;
        }
        let mut known: Vec<(DatabaseId, Explored)> = Vec::new();
        let mut faults = Vec::new();
        for (id, answer) in answers {
            match answer {
                Ok(explored) => known.push((id, explored)),
                Err(error) if error.is_quiet() => return,
                Err(error) => {
                    let name = self.0.library.database(&id).map_or(id, |entry| entry.record.name);
                    faults.push((name, error.to_string()));
                }
            }
        }
        {
            let mut state = self.0.state.borrow_mut();
            state.ms = known.iter().fold(0.0, |ms, (_, explored)| explored.ms.max(ms));
            state.known = Some((question.fen, Rc::new(merge(&known))));
            state.faults = faults;
        }
        self.0.events.emit(());
    }

    fn follow_library(&self) {
        let weak = Rc::downgrade(&self.0);
        let subscription = self.0.library.subscribe(move |event| {
            if let (Some(inner), LibraryEvent::List) = (weak.upgrade(), event) {
                let explorer = Self(inner);
                explorer.0.events.emit(());
                explorer.ask();
            }
        });
        self.0.library_events.replace(Some(subscription));
    }
}

/// Saves a value. In a private window or on a full disk, the choice lasts as long as the page.
fn remember(key: &str, value: Option<String>) {
    let Some(storage) = storage() else { return };
    let _ = match value {
        Some(value) => storage.set_item(key, &value),
        None => storage.remove_item(key),
    };
}
