//! State machine of a games table while it is searched, sorted and scrolled: sends requests to the library and shows the replies.
//!
//! Old results stay until the first rows of new ones have arrived, so that nothing flickers while typing.

use std::ops::Range;
use std::rc::Rc;

use tabia_library::Order;
use tabia_worker::library::messages::{DatabaseId, Found, Row, Rows};

use super::filter::Filter;
use super::row_cache::{PAGE, RowCache};

/// Search of a table: which games, in which order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableQuery {
    /// The database.
    pub database: DatabaseId,
    /// Filter for the games.
    pub filter: Filter,
    /// Sort order.
    pub order: Order,
}

/// Number of a request; replies to older requests are ignored.
pub type Number = u32;

/// Request to the library.
#[derive(Clone, Debug, PartialEq)]
pub enum ListingCommand {
    /// Find and sort games.
    Find(Number, Box<TableQuery>),
    /// Fetch rows of the last result, or of all games while the database is being indexed.
    Rows {
        /// Number of the request that found them.
        number: Number,
        /// The database.
        database: DatabaseId,
        /// Whether the database is being indexed, when only all its games can be listed.
        is_growing: bool,
        /// Rows to fetch.
        rows: Range<usize>,
    },
}

/// What the table shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownRows {
    /// Incremented with each new result, which replaces all rows.
    pub version: u32,
    /// Number of rows.
    pub count: usize,
    /// Number of games in the database.
    pub total: usize,
    /// Duration of the search in milliseconds.
    pub ms: f64,
    /// Whether the database is being indexed.
    pub is_growing: bool,
    /// Whether a newer search is in progress.
    pub is_searching: bool,
    /// Reason why the last request failed.
    pub fault: Option<String>,
    /// Number of row batches received.
    pub arrivals: u32,
}

/// Search result whose first rows haven't arrived yet.
#[derive(Clone, Debug)]
struct PendingResult {
    found: Found,
}

/// State of the table.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    wanted: Option<TableQuery>,
    number: Number,
    /// Request that the rows belong to.
    shown_number: Number,
    pending: Option<PendingResult>,
    shown: ShownRows,
    rows: RowCache<Rc<Row>>,
    visible: Range<usize>,
    in_flight: Option<(Number, Range<usize>)>,
}

impl Listing {
    /// Returns what the table shows.
    pub fn shown(&self) -> &ShownRows {
        &self.shown
    }

    /// Returns the current search.
    pub fn wanted(&self) -> Option<&TableQuery> {
        self.wanted.as_ref()
    }

    /// Whether a request is the newest.
    pub fn is_wanted(&self, number: Number) -> bool {
        self.number == number
    }

    /// Returns a row if it is loaded.
    pub fn row(&self, row: usize) -> Option<&Rc<Row>> {
        self.rows.get(row)
    }

    /// Starts a new search; does nothing if it is the current one.
    pub fn want(&mut self, wanted: TableQuery) -> Vec<ListingCommand> {
        if self.wanted.as_ref() == Some(&wanted) && self.shown.fault.is_none() {
            return Vec::new();
        }
        let is_same_database = self.wanted.as_ref().is_some_and(|old| old.database == wanted.database);
        self.wanted = Some(wanted);
        if !is_same_database {
            // Discard the rows of the other database.
            self.rows = RowCache::default();
            let version = self.shown.version + 1;
            self.shown = ShownRows { version, ..ShownRows::default() };
        }
        self.again()
    }

    /// Repeats the search after the database has changed.
    pub fn again(&mut self) -> Vec<ListingCommand> {
        let Some(wanted) = self.wanted.clone() else { return Vec::new() };
        self.number += 1;
        self.pending = None;
        self.shown.is_searching = true;
        self.shown.is_growing = false;
        self.shown.fault = None;
        vec![ListingCommand::Find(self.number, Box::new(wanted))]
    }

    /// Updates the number of games while the database is being indexed.
    pub fn grow(&mut self, count: usize) -> Vec<ListingCommand> {
        if !self.shown.is_growing {
            self.number += 1;
            self.shown_number = self.number;
            self.pending = None;
            self.rows = RowCache::default();
            let version = self.shown.version + 1;
            self.shown = ShownRows { version, is_growing: true, ..ShownRows::default() };
        }
        // The last page may have been incomplete.
        self.rows.forget(self.shown.count / PAGE);
        self.shown.count = count;
        self.shown.total = count;
        self.fetch()
    }

    /// Sets the visible rows.
    pub fn see(&mut self, rows: Range<usize>) -> Vec<ListingCommand> {
        self.visible = rows;
        self.fetch()
    }

    /// Handles the result of a search.
    pub fn found(&mut self, number: Number, result: Result<Found, String>) -> Vec<ListingCommand> {
        if number != self.number {
            return Vec::new();
        }
        match result {
            Ok(found) => {
                self.pending = Some(PendingResult { found });
                if found.count == 0 {
                    self.show(Vec::new());
                    return Vec::new();
                }
                self.in_flight = Some((number, 0..2 * PAGE));
                vec![self.rows_command(number, 0..2 * PAGE)]
            }
            Err(fault) => {
                self.shown.is_searching = false;
                self.shown.fault = Some(fault);
                Vec::new()
            }
        }
    }

    /// Handles fetched rows.
    pub fn arrived(&mut self, number: Number, result: Result<Rows, String>) -> Vec<ListingCommand> {
        if self.in_flight.as_ref().is_some_and(|(other, _)| *other == number) {
            self.in_flight = None;
        }
        let is_pending = self.pending.is_some() && number == self.number;
        if !is_pending && number != self.shown_number {
            return self.fetch();
        }
        match result {
            Ok(rows) => {
                let first = rows.from as usize;
                let list: Vec<Rc<Row>> = rows.rows.into_iter().map(Rc::new).collect();
                if is_pending {
                    self.show(list);
                } else if !list.is_empty() {
                    self.rows.insert(first, list);
                    self.shown.arrivals += 1;
                }
                self.fetch()
            }
            Err(fault) => {
                self.shown.is_searching = false;
                self.shown.fault = Some(fault);
                Vec::new()
            }
        }
    }

    /// Shows the pending result with its first rows.
    fn show(&mut self, first: Vec<Rc<Row>>) {
        let Some(PendingResult { found }) = self.pending.take() else { return };
        self.shown_number = self.number;
        self.rows = RowCache::default();
        self.rows.insert(0, first);
        self.shown = ShownRows {
            version: self.shown.version + 1,
            count: found.count as usize,
            total: found.total as usize,
            ms: found.ms,
            ..ShownRows::default()
        };
    }

    fn rows_command(&self, number: Number, rows: Range<usize>) -> ListingCommand {
        let database = self.wanted.as_ref().map(|wanted| wanted.database.clone()).unwrap_or_default();
        ListingCommand::Rows { number, database, is_growing: self.shown.is_growing, rows }
    }

    /// Fetches visible rows that aren't loaded, one request at a time, so that the next request is for the latest scroll position.
    fn fetch(&mut self) -> Vec<ListingCommand> {
        if self.in_flight.is_some() || self.pending.is_some() || self.shown.fault.is_some() {
            return Vec::new();
        }
        let visible = self.visible.start.min(self.shown.count)..self.visible.end.min(self.shown.count);
        let Some(rows) = self.rows.missing(&visible) else { return Vec::new() };
        self.in_flight = Some((self.shown_number, rows.clone()));
        vec![self.rows_command(self.shown_number, rows)]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tabia_library::GameDate;
    use tabia_pgn::GameResult;

    pub(crate) fn row(game: u32) -> Row {
        Row {
            game,
            white: format!("Player {game}"),
            black: String::new(),
            white_elo: None,
            black_elo: None,
            result: GameResult::Draw,
            date: GameDate::default(),
            event: String::new(),
            site: String::new(),
            round: String::new(),
            eco: None,
            opening: String::new(),
            plies: 40,
            flags: Vec::new(),
            bytes: 100,
            ply: None,
            kept: None,
            added_ms: None,
        }
    }

    fn wanted(player: &str) -> TableQuery {
        let mut wanted = TableQuery { database: "a".into(), ..TableQuery::default() };
        wanted.filter.query.player = Some(player.to_owned());
        wanted
    }

    fn found(count: u32) -> Found {
        Found { count, total: 1000, ms: 1.0 }
    }

    fn rows(range: Range<u32>) -> Rows {
        Rows { from: range.start, count: 0, rows: range.map(row).collect() }
    }

    fn asked(commands: &[ListingCommand]) -> Option<(Number, Range<usize>)> {
        match commands {
            [ListingCommand::Rows { number, rows, .. }] => Some((*number, rows.clone())),
            _ => None,
        }
    }

    #[test]
    fn the_old_rows_stay_until_new_ones_are_there() {
        let mut listing = Listing::default();
        assert!(matches!(listing.want(wanted("k"))[..], [ListingCommand::Find(1, _)]));
        assert_eq!(asked(&listing.found(1, Ok(found(300)))), Some((1, 0..128)));
        assert!(listing.arrived(1, Ok(rows(0..128))).is_empty());
        assert_eq!((listing.shown().count, listing.shown().total), (300, 1000));
        assert!(listing.want(wanted("k")).is_empty(), "nothing new");
        listing.want(wanted("ka"));
        assert!(listing.shown().is_searching && listing.row(5).is_some());
        listing.found(2, Ok(found(2)));
        assert_eq!(listing.shown().count, 300);
        listing.arrived(2, Ok(rows(7..9)));
        assert_eq!((listing.shown().count, listing.row(0).map(|row| row.game)), (2, Some(7)));
        assert!(!listing.shown().is_searching);
    }

    #[test]
    fn answers_to_older_questions_are_not_taken() {
        let mut listing = Listing::default();
        listing.want(wanted("k"));
        listing.want(wanted("ka"));
        assert!(listing.found(1, Ok(found(9))).is_empty());
        listing.found(2, Ok(found(3)));
        listing.arrived(2, Ok(rows(0..3)));
        listing.want(wanted("kas"));
        listing.found(3, Ok(found(1)));
        listing.arrived(2, Ok(rows(0..3)));
        assert_eq!(listing.shown().count, 3, "rows of the second question, which came late");
        listing.arrived(3, Ok(rows(5..6)));
        assert_eq!(listing.row(0).map(|row| row.game), Some(5));
    }

    #[test]
    fn rows_are_fetched_where_the_table_is_scrolled_to() {
        let mut listing = Listing::default();
        listing.want(wanted("k"));
        listing.found(1, Ok(found(1000)));
        assert!(listing.see(0..30).is_empty(), "the first rows are on their way");
        assert!(listing.arrived(1, Ok(rows(0..128))).is_empty());
        assert_eq!(asked(&listing.see(500..530)), Some((1, 448..576)));
        assert!(listing.see(900..930).is_empty(), "one question at a time");
        assert_eq!(asked(&listing.arrived(1, Ok(rows(448..576)))), Some((1, 896..960)));
    }

    #[test]
    fn a_fault_is_shown_and_asking_again_takes_it_away() {
        let mut listing = Listing::default();
        listing.want(wanted("k"));
        listing.found(1, Err("it is damaged".into()));
        assert_eq!(listing.shown().fault.as_deref(), Some("it is damaged"));
        assert!(matches!(listing.want(wanted("k"))[..], [ListingCommand::Find(2, _)]));
        assert_eq!(listing.shown().fault, None);
    }

    #[test]
    fn a_database_grows_while_it_is_indexed() {
        let mut listing = Listing::default();
        listing.want(wanted("k"));
        listing.see(0..30);
        let (number, range) = asked(&listing.grow(10)).expect("its rows");
        assert_eq!(range, 0..64);
        listing.arrived(number, Ok(rows(0..10)));
        assert_eq!((listing.shown().count, listing.row(9).is_some()), (10, true));
        assert_eq!(asked(&listing.grow(100)), Some((number, 0..64)), "the page that was cut off");
        listing.found(1, Ok(found(5)));
        assert!(listing.shown().is_growing, "the search is over");
        assert!(matches!(listing.again()[..], [ListingCommand::Find(..)]));
    }
}
