//! Two tabs using one database, in every order: one acts between any two steps of the other.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::storage::matches::MatchStore;
use crate::storage::{Change, Database, Key, Memory, Pending, Range, Record, Store, StoreError, Table};
use futures::FutureExt as _;
use futures::executor::block_on;
use tabia_arena::PairRecord;
use tabia_arena::match_file::MatchFile;

use super::matches::{header, numbers, spoil, unit};

/// More than the number of steps in any of these calls.
const STEPS: usize = 12;

/// A store that lets another tab act before the call of a given number.
struct Interrupted<F> {
    memory: Rc<Memory>,
    left: Cell<usize>,
    act: RefCell<Option<F>>,
}

impl<F: FnOnce()> Interrupted<F> {
    fn step(&self) {
        match self.left.get() {
            0 => {
                if let Some(act) = self.act.take() {
                    act();
                }
            }
            left => self.left.set(left - 1),
        }
    }
}

impl<F: FnOnce()> Store for Interrupted<F> {
    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>> {
        self.step();
        self.memory.get(table, key)
    }

    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>> {
        self.step();
        self.memory.list(table, range, limit)
    }

    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>> {
        self.step();
        self.memory.keys(table, range, limit)
    }

    fn count(&self, table: Table, range: Range) -> Pending<'_, u64> {
        self.step();
        self.memory.count(table, range)
    }

    fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()> {
        self.step();
        self.memory.apply(changes)
    }
}

/// Prepares a store, and runs one tab's action with the other's action inserted before each of its steps in turn; `check` receives the
/// outcome.
fn in_every_order<T: 'static>(
    prepare: impl Fn(&Memory, &MatchStore),
    other: impl Fn(&MatchStore) -> T + Clone + 'static,
    one: impl Fn(&MatchStore) -> Result<(), StoreError>,
    check: impl Fn(&Memory, &MatchStore, Result<(), StoreError>, T),
) {
    for step in 0..STEPS {
        let memory = Rc::new(Memory::new());
        let plain = MatchStore::new(Database::of(memory.clone()));
        prepare(&memory, &plain);
        let told = Rc::new(RefCell::new(None));
        let act = {
            let (other, plain, told) = (other.clone(), plain.clone(), Rc::clone(&told));
            move || drop(told.replace(Some(other(&plain))))
        };
        let store =
            Interrupted { memory: memory.clone(), left: Cell::new(step), act: RefCell::new(Some(act)) };
        let outcome = one(&MatchStore::new(Database::of(Rc::new(store))));
        let told = told.take().unwrap_or_else(|| other(&plain));
        check(&memory, &plain, outcome, told);
    }
}

/// Returns the result of a future that is ready at once in memory, even within another call.
fn now<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().expect("an answer")
}

fn kept(store: &MatchStore) -> Vec<PairRecord> {
    block_on(store.units("m", None, 100)).unwrap()
}

fn raw(store: &MatchStore) -> String {
    block_on(async { store.export_raw("m").await.unwrap().text().await.unwrap() })
}

#[test]
fn games_that_one_tab_was_told_are_kept_are_not_set_aside_by_another() {
    let damaged = |memory: &Memory, store: &MatchStore| {
        block_on(store.create(header("m"))).unwrap();
        spoil(memory, Table::Units, Key::of("m").and(0_u64));
    };
    in_every_order(
        damaged,
        |other| now(other.append("m", &unit(0, "d2d4"))),
        |one| block_on(one.append("m", &unit(0, "c2c4"))),
        |_, store, one, other| {
            // The first tab gets its games saved; the other gets an error.
            let first = if other.is_ok() { "d2d4" } else { "c2c4" };
            assert_eq!((kept(store), one.is_ok()), (vec![unit(0, first)], other.is_err()));
            assert_eq!(raw(store).matches("torn").count(), 1, "what cannot be read is set aside once");
        },
    );
    in_every_order(
        damaged,
        |other| now(other.append("m", &unit(0, "d2d4"))),
        |one| block_on(one.set_aside("m", &BTreeMap::from([(0, None)]))),
        |_, store, one, other| {
            assert_eq!((one, other), (Ok(()), Ok(())));
            assert_eq!(kept(store), [unit(0, "d2d4")]);
            assert_eq!(raw(store).matches("torn").count(), 1);
        },
    );
    // One tab sets aside games that don't belong to the match, while another has done so already and has replayed the pair.
    in_every_order(
        |_, store| {
            block_on(store.create(header("m"))).unwrap();
            block_on(store.append("m", &unit(0, "g1f3"))).unwrap();
        },
        |other| {
            now(other.set_aside("m", &BTreeMap::from([(0, Some(unit(0, "g1f3")))]))).unwrap();
            now(other.append("m", &unit(0, "d2d4")))
        },
        |one| block_on(one.set_aside("m", &BTreeMap::from([(0, Some(unit(0, "g1f3")))]))),
        |_, store, one, other| {
            assert_eq!((one, other), (Ok(()), Ok(())));
            assert_eq!(kept(store), [unit(0, "d2d4")]);
            assert_eq!(raw(store).lines().filter(|line| line.contains("g1f3")).count(), 1);
        },
    );
}

#[test]
fn the_same_games_of_two_tabs_are_kept_once() {
    in_every_order(
        |_, store| drop(block_on(store.create(header("m"))).unwrap()),
        |other| now(other.append_all("m", &[unit(1, "e2e4"), unit(2, "e2e4")])),
        |one| block_on(one.append_all("m", &[unit(0, "e2e4"), unit(1, "e2e4")])),
        |_, store, one, other| {
            assert_eq!((one, other), (Ok(()), Ok(())));
            assert_eq!(numbers(store, "m"), [0, 1, 2]);
        },
    );
}

#[test]
fn a_match_that_is_deleted_while_games_are_stored_leaves_none_behind() {
    in_every_order(
        |_, store| drop(block_on(store.create(header("m"))).unwrap()),
        |other| now(other.remove("m")).unwrap(),
        |one| block_on(one.append("m", &unit(0, "e2e4"))),
        |memory, _, _, ()| assert_eq!(block_on(memory.count(Table::Units, Range::all())), Ok(0)),
    );
}

#[test]
fn a_match_that_is_brought_back_is_not_replaced_by_its_file() {
    in_every_order(
        |_, store| {
            block_on(store.create(header("m"))).unwrap();
            block_on(store.append("m", &unit(0, "e2e4"))).unwrap();
            block_on(store.set_removed("m", true)).unwrap();
        },
        |other| now(other.set_removed("m", false)).map(drop),
        |one| {
            let file =
                MatchFile { header: header("m"), units: vec![unit(0, "d2d4")], ..MatchFile::default() };
            block_on(one.create_with(file)).map(drop)
        },
        |_, store, one, brought_back| {
            // One of them wins, completely. If the match is restored before the file arrives, it stays.
            assert_eq!(brought_back, Ok(()));
            let games = if one.is_ok() { "d2d4" } else { "e2e4" };
            assert_eq!(kept(store), [unit(0, games)]);
        },
    );
}

#[test]
fn what_has_no_room_leaves_all_as_it_was() {
    let (memory, store) = super::matches::store();
    block_on(store.create(header("m"))).unwrap();
    spoil(&memory, Table::Units, Key::of("m").and(0_u64));
    let before = raw(&store);
    memory.set_room(Some(1));
    assert_eq!(block_on(store.append("m", &unit(0, "c2c4"))), Err(StoreError::Full));
    memory.set_room(None);
    assert_eq!(raw(&store), before);
    assert_eq!(block_on(store.page("m", None, 9)).unwrap().damaged, [0], "it stands where it stood");
    // A removed match can still be restored if there is no room for the file of the same match.
    block_on(store.append("m", &unit(1, "e2e4"))).unwrap();
    block_on(store.set_removed("m", true)).unwrap();
    let many = (0..100).map(|number| unit(number, "d2d4")).collect();
    let file = MatchFile { header: header("m"), units: many, ..MatchFile::default() };
    memory.set_room(Some(4_000));
    assert_eq!(block_on(store.create_with(file)), Err(StoreError::Full));
    memory.set_room(None);
    block_on(store.set_removed("m", false)).unwrap();
    assert_eq!(kept(&store), [unit(1, "e2e4")]);
}
