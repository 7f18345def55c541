//! The table of games of the library page: what is seen of it is asked of the library, and nothing else.
//!
//! The core is [`Listing`], a pure state machine; this sends its questions and gives it the answers. Labels are kept with one's own games and not
//! known to the library: games of a label are picked out of its answer here.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use std::collections::BTreeSet;
use tabia_worker::library::messages::{ALL_GAMES, Found, MAX_ROWS, OWN, Row, Rows, ViewId};
use wasm_bindgen_futures::spawn_local;

use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::games::shelf::GameShelf;
use crate::services::library::{LibraryError, LibraryEvent, LibraryService, Status};
use crate::state::library::listing::{Command, Listing, Shown, Wanted};

/// A handle; its clones are equal to it.
#[derive(Clone)]
pub struct GameTable(Rc<Inner>);

struct Inner {
    library: LibraryService,
    shelf: GameShelf,
    view: ViewId,
    listing: RefCell<Listing>,
    /// The rows of a label, if one is looked for.
    labelled: RefCell<Option<Vec<Row>>>,
    /// Whether the table is on the page that is seen.
    is_seen: Cell<bool>,
    /// Whether one's own games have changed since they were found.
    is_stale: Cell<bool>,
    events: Observable<()>,
    library_events: RefCell<Option<Subscription>>,
    shelf_events: RefCell<Option<Subscription>>,
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
    /// A table that shows nothing yet.
    pub fn new(library: LibraryService, shelf: GameShelf) -> Self {
        let view = library.new_view();
        let table = Self(Rc::new(Inner {
            library,
            shelf,
            view,
            listing: RefCell::default(),
            labelled: RefCell::default(),
            is_seen: Cell::new(false),
            is_stale: Cell::new(false),
            events: Observable::default(),
            library_events: RefCell::default(),
            shelf_events: RefCell::default(),
        }));
        table.hear_library();
        table.hear_shelf();
        table
    }

    /// The view in which the library keeps all that is shown; `None` if a part of it is shown only.
    pub fn library_view(&self) -> Option<ViewId> {
        self.0.labelled.borrow().is_none().then_some(self.0.view)
    }

    /// What is shown.
    pub fn shown(&self) -> Shown {
        self.0.listing.borrow().shown().clone()
    }

    /// A row, if it is known.
    pub fn row(&self, row: usize) -> Option<Rc<Row>> {
        self.0.listing.borrow().row(row).cloned()
    }

    /// From now on these games are wanted.
    pub fn want(&self, wanted: Wanted) {
        let commands = self.0.listing.borrow_mut().want(wanted);
        self.run(commands);
        self.follow_indexing();
    }

    /// Whether the table can be seen: while it cannot, changes of one's own games wait.
    pub fn set_seen(&self, is_seen: bool) {
        self.0.is_seen.set(is_seen);
        if is_seen && self.0.is_stale.replace(false) {
            self.again();
        }
    }

    /// Asks again: the database has changed, or the last question failed.
    pub fn again(&self) {
        let commands = self.0.listing.borrow_mut().again();
        self.run(commands);
    }

    /// These rows can be seen.
    pub fn see(&self, rows: Range<usize>) {
        let commands = self.0.listing.borrow_mut().see(rows);
        self.run(commands);
    }

    /// The rows at some places, fetched if need be.
    ///
    /// # Errors
    /// What the library says.
    pub async fn rows(&self, places: Range<usize>) -> Result<Vec<Row>, LibraryError> {
        if let Some(rows) = self.0.labelled.borrow().as_ref() {
            return Ok(rows.get(places).map(<[Row]>::to_vec).unwrap_or_default());
        }
        self.view_rows(&self.database().unwrap_or_default(), places).await
    }

    /// Rows of the library's view, in as many questions as it takes.
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

    /// The database that is shown.
    pub fn database(&self) -> Option<String> {
        self.0.listing.borrow().wanted().map(|wanted| wanted.database.clone())
    }

    fn run(&self, commands: Vec<Command>) {
        for command in commands {
            let table = self.clone();
            match command {
                Command::Find(number, wanted) => spawn_local(async move {
                    let answer = table.find(number, *wanted).await;
                    // What a newer question took the place of is not shown.
                    if answer.as_ref().is_err_and(LibraryError::is_quiet) {
                        return;
                    }
                    let answer = answer.map_err(|error| error.to_string());
                    let commands = table.0.listing.borrow_mut().found(number, answer);
                    table.run(commands);
                }),
                Command::Rows { number, database, is_growing, rows } => spawn_local(async move {
                    let answer = table.part(&database, is_growing, rows).await;
                    let answer = answer.map_err(|error| error.to_string());
                    let commands = table.0.listing.borrow_mut().arrived(number, answer);
                    table.run(commands);
                }),
            }
        }
        self.0.events.tell(());
    }

    /// Asks the library, and picks out the games of the wanted labels.
    async fn find(&self, number: u32, wanted: Wanted) -> Result<Found, LibraryError> {
        let Wanted { database, filter, order } = wanted;
        let view = self.0.view;
        let found = self.0.library.find(&database, view, filter.query, filter.position, order).await?;
        let labelled = if database == OWN && !filter.labels.is_empty() {
            let entries = self.0.shelf.games().list().await?;
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

    /// Some rows of what is shown.
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

    /// One's own games are found again when they change.
    fn hear_shelf(&self) {
        let weak = Rc::downgrade(&self.0);
        let subscription = self.0.shelf.subscribe(move |_| {
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
        self.0.shelf_events.replace(Some(subscription));
    }

    fn hear_library(&self) {
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

    /// Shows the games so far of a database that is being indexed.
    fn follow_indexing(&self) {
        let Some(database) = self.database() else { return };
        let entry = self.0.library.database(&database);
        if let Some(entry) = entry.filter(|entry| matches!(entry.status, Status::Indexing(_))) {
            let commands = self.0.listing.borrow_mut().grow(entry.games() as usize);
            self.run(commands);
        }
    }

    /// A database that was being indexed can be searched now.
    fn follow_list(&self) {
        let Some(database) = self.database() else { return };
        let is_growing = self.0.listing.borrow().shown().is_growing;
        match self.0.library.database(&database).map(|entry| entry.status) {
            Some(Status::Indexing(_)) => self.follow_indexing(),
            Some(Status::Ready) if is_growing => self.again(),
            _ => {}
        }
    }
}
