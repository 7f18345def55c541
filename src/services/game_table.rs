//! Game table of the library page. Only the visible rows are requested from the library.
//!
//! The core is [`Listing`], a pure state machine; this driver sends its queries and feeds it the results. Labels are stored with the
//! user's own games and unknown to the library, so filtering by label happens here.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use std::collections::BTreeSet;
use tabia_worker::library::messages::{ALL_GAMES, Found, MAX_ROWS, OWN, Row, Rows, ViewId};
use wasm_bindgen_futures::spawn_local;

use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::games::repository::GameRepository;
use crate::services::library::{DatabaseStatus, LibraryError, LibraryEvent, LibraryService};
use crate::state::library::listing::{Listing, ListingCommand, ShownRows, TableQuery};

/// Handle; clones compare equal.
#[derive(Clone)]
pub struct GameTable(Rc<GameTableInner>);

struct GameTableInner {
    library: LibraryService,
    repository: GameRepository,
    view: ViewId,
    listing: RefCell<Listing>,
    /// Rows with the wanted labels, while filtering by label.
    labelled: RefCell<Option<Vec<Row>>>,
    /// Whether the table is on the visible page.
    is_seen: Cell<bool>,
    /// Whether the user's own games have changed since the last query.
    is_stale: Cell<bool>,
    events: Observable<()>,
    library_events: RefCell<Option<Subscription>>,
    repository_events: RefCell<Option<Subscription>>,
}

impl PartialEq for GameTable {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for GameTable {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl GameTable {
    /// Creates an empty table.
    pub fn new(library: LibraryService, repository: GameRepository) -> Self {
        let view = library.new_view();
        let table = Self(Rc::new(GameTableInner {
            library,
            repository,
            view,
            listing: RefCell::default(),
            labelled: RefCell::default(),
            is_seen: Cell::new(false),
            is_stale: Cell::new(false),
            events: Observable::default(),
            library_events: RefCell::default(),
            repository_events: RefCell::default(),
        }));
        table.follow_library();
        table.follow_repository();
        table
    }

    /// Returns the library view that holds all the rows; `None` if the table shows only part of it.
    pub fn library_view(&self) -> Option<ViewId> {
        self.0.labelled.borrow().is_none().then_some(self.0.view)
    }

    /// Returns what the table shows.
    pub fn shown(&self) -> ShownRows {
        self.0.listing.borrow().shown().clone()
    }

    /// Returns a row, if it is loaded.
    pub fn row(&self, row: usize) -> Option<Rc<Row>> {
        self.0.listing.borrow().row(row).cloned()
    }

    /// Sets the games to show.
    pub fn want(&self, wanted: TableQuery) {
        let commands = self.0.listing.borrow_mut().want(wanted);
        self.run(commands);
        self.follow_indexing();
    }

    /// Sets whether the table is visible. Changes to the user's own games wait until it is.
    pub fn set_seen(&self, is_seen: bool) {
        self.0.is_seen.set(is_seen);
        if is_seen && self.0.is_stale.replace(false) {
            self.again();
        }
    }

    /// Repeats the query, after a change in the database or a failure.
    pub fn again(&self) {
        let commands = self.0.listing.borrow_mut().again();
        self.run(commands);
    }

    /// Sets the visible rows.
    pub fn see(&self, rows: Range<usize>) {
        let commands = self.0.listing.borrow_mut().see(rows);
        self.run(commands);
    }

    /// Returns a range of rows, fetched if necessary.
    ///
    /// # Errors
    /// Errors of the library.
    pub async fn rows(&self, places: Range<usize>) -> Result<Vec<Row>, LibraryError> {
        if let Some(rows) = self.0.labelled.borrow().as_ref() {
            return Ok(rows.get(places).map(<[Row]>::to_vec).unwrap_or_default());
        }
        self.view_rows(&self.database().unwrap_or_default(), places).await
    }

    /// Fetches rows of the library's view, in as many requests as needed.
    async fn view_rows(&self, database: &str, places: Range<usize>) -> Result<Vec<Row>, LibraryError> {
        let mut rows = Vec::with_capacity(places.len());
        let mut next = places.start;
        while next < places.end {
            let count = (places.end - next).min(MAX_ROWS as usize);
            let answer = self.0.library.rows(database, self.0.view, next as u32, count as u32).await?;
            if answer.rows.is_empty() {
                break;
            }
            next += answer.rows.len();
            rows.extend(answer.rows);
        }
        Ok(rows)
    }

    /// Returns the database shown.
    pub fn database(&self) -> Option<String> {
        self.0.listing.borrow().wanted().map(|wanted| wanted.database.clone())
    }

    fn run(&self, commands: Vec<ListingCommand>) {
        for command in commands {
            let table = self.clone();
            match command {
                ListingCommand::Find(number, wanted) => spawn_local(async move {
                    let answer = table.find(number, *wanted).await;
                    // A query superseded by a newer one has no result to show.
                    if answer.as_ref().is_err_and(LibraryError::is_quiet) {
                        return;
                    }
                    let answer = answer.map_err(|error| error.to_string());
                    let commands = table.0.listing.borrow_mut().found(number, answer);
                    table.run(commands);
                }),
                ListingCommand::Rows { number, database, is_growing, rows } => spawn_local(async move {
                    let answer = table.part(&database, is_growing, rows).await;
                    let answer = answer.map_err(|error| error.to_string());
                    let commands = table.0.listing.borrow_mut().arrived(number, answer);
                    table.run(commands);
                }),
            }
        }
        self.0.events.emit(());
    }

    /// Queries the library, then filters by the wanted labels.
    async fn find(&self, number: u32, wanted: TableQuery) -> Result<Found, LibraryError> {
        let TableQuery { database, filter, order } = wanted;
        let view = self.0.view;
        let found = self.0.library.find(&database, view, filter.query, filter.position, order).await?;
        let labelled = if database == OWN && !filter.labels.is_empty() {
            let entries = self.0.repository.games().list().await?;
            let has_label = |labels: &[String]| labels.iter().any(|label| filter.labels.contains(label));
            let ids: BTreeSet<String> =
                entries.into_iter().filter(|entry| has_label(&entry.labels)).map(|entry| entry.id).collect();
            let mut rows = self.view_rows(&database, 0..found.count as usize).await?;
            rows.retain(|row| row.kept.as_ref().is_some_and(|id| ids.contains(id)));
            Some(rows)
        } else {
            None
        };
        let count = labelled.as_ref().map_or(found.count, |rows| rows.len() as u32);
        if self.0.listing.borrow().is_wanted(number) {
            self.0.labelled.replace(labelled);
        }
        Ok(Found { count, ..found })
    }

    /// Returns some of the rows shown.
    async fn part(&self, database: &str, is_growing: bool, rows: Range<usize>) -> Result<Rows, LibraryError> {
        let from = rows.start as u32;
        if let Some(all) = self.0.labelled.borrow().as_ref().filter(|_| !is_growing) {
            let end = rows.end.min(all.len());
            let rows = all.get(rows.start.min(end)..end).map(<[Row]>::to_vec).unwrap_or_default();
            return Ok(Rows { from, count: all.len() as u32, rows });
        }
        let view = if is_growing { ALL_GAMES } else { self.0.view };
        self.0.library.rows(database, view, from, rows.len() as u32).await
    }

    /// Repeats the query when the user's own games change.
    fn follow_repository(&self) {
        let weak = Rc::downgrade(&self.0);
        let subscription = self.0.repository.subscribe(move |_| {
            let Some(table) = weak.upgrade().map(Self) else { return };
            if table.database().as_deref() != Some(OWN) {
                return;
            }
            if table.0.is_seen.get() {
                table.again();
            } else {
                table.0.is_stale.set(true);
            }
        });
        self.0.repository_events.replace(Some(subscription));
    }

    fn follow_library(&self) {
        let weak = Rc::downgrade(&self.0);
        let subscription = self.0.library.subscribe(move |event| {
            let Some(table) = weak.upgrade().map(Self) else { return };
            match event {
                LibraryEvent::Progress(id) if table.database().as_deref() == Some(id) => {
                    table.follow_indexing();
                }
                LibraryEvent::List => table.follow_list(),
                _ => {}
            }
        });
        self.0.library_events.replace(Some(subscription));
    }

    /// Shows the games found so far in a database that is being indexed.
    fn follow_indexing(&self) {
        let Some(database) = self.database() else { return };
        let entry = self.0.library.database(&database);
        if let Some(entry) = entry.filter(|entry| matches!(entry.status, DatabaseStatus::Indexing(_))) {
            let commands = self.0.listing.borrow_mut().grow(entry.games() as usize);
            self.run(commands);
        }
    }

    /// Queries a database once its indexing is done.
    fn follow_list(&self) {
        let Some(database) = self.database() else { return };
        let is_growing = self.0.listing.borrow().shown().is_growing;
        match self.0.library.database(&database).map(|entry| entry.status) {
            Some(DatabaseStatus::Indexing(_)) => self.follow_indexing(),
            Some(DatabaseStatus::Ready) if is_growing => self.again(),
            _ => {}
        }
    }
}
