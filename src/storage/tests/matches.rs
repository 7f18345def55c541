//! Matches in memory.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::storage::matches::{MatchEntry, MatchStore};
use crate::storage::{Change, Database, Key, Memory, Record, Store, StoreError, Table};
use futures::FutureExt as _;
use futures::executor::block_on;
use tabia_arena::match_file::{self, MatchHeader};
use tabia_arena::{Conclusion, EngineSettings, MatchSettings, PairRecord, Reason};

pub fn header(id: &str) -> MatchHeader {
    let engine = |name: &str| EngineSettings { name: name.to_owned(), ..EngineSettings::default() };
    let settings =
        MatchSettings { engines: vec![engine("a"), engine("b")], games: 400, ..MatchSettings::default() };
    MatchHeader { id: id.to_owned(), created_ms: 1, settings }
}

pub fn unit(number: usize, moves: &str) -> PairRecord {
    let conclusion = Conclusion::draw(Reason::Repetition);
    let game = serde_json::json!({ "players": ["a", "b"], "moves": moves, "conclusion": conclusion });
    serde_json::from_value(serde_json::json!({ "unit": number, "games": [game, game] })).unwrap()
}

pub fn store() -> (Rc<Memory>, MatchStore) {
    let memory = Rc::new(Memory::new());
    let store = MatchStore::new(Database::of(memory.clone()));
    (memory, store)
}

pub fn numbers(store: &MatchStore, id: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    block_on(store.each_unit(id, |unit| {
        numbers.push(unit.unit);
        true
    }))
    .unwrap();
    numbers
}

#[test]
fn units_are_kept_in_the_order_of_their_numbers() {
    let (_, store) = store();
    block_on(store.create(header("m"))).unwrap();
    block_on(store.create(header("m2"))).unwrap();
    // More units than one read returns, and not in order.
    let order: Vec<usize> = (0..150).map(|index| (index * 77) % 150).collect();
    for &number in &order {
        block_on(store.append("m", &unit(number, "e2e4"))).unwrap();
    }
    block_on(store.append("m2", &unit(7, "e2e4"))).unwrap();
    assert_eq!(numbers(&store, "m"), (0..150).collect::<Vec<_>>());
    assert_eq!(block_on(store.entry("m")).unwrap().units, 150);
    let some = block_on(store.units("m", Some(100), 3)).unwrap();
    assert_eq!(some.iter().map(|unit| unit.unit).collect::<Vec<_>>(), [101, 102, 103]);
    let mut count = 0;
    block_on(store.each_unit("m", |_| {
        count += 1;
        count < 70
    }))
    .unwrap();
    assert_eq!(count, 70);
    block_on(store.remove("m")).unwrap();
    assert_eq!(numbers(&store, "m"), Vec::<usize>::new());
    assert_eq!(numbers(&store, "m2"), [7]);
}

#[test]
fn a_unit_is_kept_once() {
    let (_, store) = store();
    block_on(store.create(header("m"))).unwrap();
    block_on(store.append("m", &unit(3, "e2e4"))).unwrap();
    // The same unit again, as if a crash had hidden that it was saved; then other games under the same number.
    block_on(store.append("m", &PairRecord { worker: 4, ..unit(3, "e2e4") })).unwrap();
    let other = block_on(store.append("m", &unit(3, "d2d4")));
    assert_eq!(other, Err(StoreError::Exists { key: Key::of("m").and(3_u64) }));
    assert_eq!(block_on(store.units("m", None, 9)).unwrap(), [unit(3, "e2e4")]);
    // All or none.
    assert!(block_on(store.append_all("m", &[unit(4, "e2e4"), unit(3, "d2d4")])).is_err());
    assert_eq!(numbers(&store, "m"), [3]);
    block_on(store.append_all("m", &[unit(4, "e2e4"), unit(3, "e2e4")])).unwrap();
    assert_eq!(numbers(&store, "m"), [3, 4]);
}

#[test]
fn a_match_that_was_deleted_is_not_brought_back() {
    let (_, store) = store();
    let entry = block_on(store.create(header("m"))).unwrap();
    assert!(matches!(block_on(store.create(header("m"))), Err(StoreError::Exists { .. })));
    block_on(store.remove("m")).unwrap();
    assert!(matches!(block_on(store.append("m", &unit(0, "e2e4"))), Err(StoreError::Missing { .. })));
    let written = block_on(store.update("m", |kept| kept.name.clone_from(&entry.name)));
    assert!(matches!(written, Err(StoreError::Missing { .. })));
    assert!(matches!(block_on(store.entry("m")), Err(StoreError::Missing { .. })));
    assert_eq!(block_on(store.list()), Ok(Vec::new()));
}

#[test]
fn a_removed_match_can_be_brought_back_until_it_is_purged() {
    let (_, store) = store();
    block_on(store.create(header("m"))).unwrap();
    block_on(store.append("m", &unit(0, "e2e4"))).unwrap();
    block_on(store.set_removed("m", true)).unwrap();
    assert!(block_on(store.list()).unwrap().is_empty());
    // Late writes to a removed match don't restore it.
    block_on(store.update("m", |entry| entry.summary = serde_json::json!(1))).unwrap();
    assert!(block_on(store.list()).unwrap().is_empty());
    block_on(store.set_removed("m", false)).unwrap();
    assert_eq!(block_on(store.list()).unwrap().len(), 1);
    assert_eq!(numbers(&store, "m"), [0]);
    block_on(store.purge(0.0)).unwrap();
    assert_eq!(numbers(&store, "m"), [0], "it is not removed any more");
    block_on(store.set_removed("m", true)).unwrap();
    block_on(store.purge(1000.0)).unwrap();
    block_on(store.set_removed("m", false)).unwrap();
    block_on(store.set_removed("m", true)).unwrap();
    // Its file can be opened again.
    block_on(store.create(header("m"))).unwrap();
    assert_eq!(numbers(&store, "m"), [0; 0]);
    block_on(store.set_removed("m", true)).unwrap();
    block_on(store.purge(0.0)).unwrap();
    assert!(block_on(store.set_removed("m", false)).is_err());
}

#[test]
fn a_full_disk_loses_nothing() {
    let (memory, store) = store();
    block_on(store.create(header("m"))).unwrap();
    memory.set_room(Some(3_000));
    let mut kept = 0;
    let refusal = loop {
        match block_on(store.append("m", &unit(kept, "e2e4 e7e5"))) {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(refusal, StoreError::Full);
    assert!(kept > 1);
    assert_eq!(numbers(&store, "m").len(), kept);
    memory.set_room(None);
    block_on(store.append("m", &unit(kept, "e2e4 e7e5"))).unwrap();
}

#[test]
fn a_match_becomes_a_file_and_a_match_again() {
    let (_, first) = store();
    block_on(first.create(header("m"))).unwrap();
    for number in [0, 5, 200] {
        block_on(first.append("m", &unit(number, "e2e4 e7e5"))).unwrap();
    }
    let pieces = block_on(first.export("m")).unwrap();
    let text: String = pieces.iter().map(|piece| block_on(piece.text()).unwrap()).collect();
    let file = match_file::read(&text).unwrap();
    assert_eq!(file.whole, text.len());
    let (_, second) = store();
    let entry = block_on(second.create_with(file.clone())).unwrap();
    assert_eq!((entry.header, entry.units), (header("m"), 3));
    assert_eq!(numbers(&second, "m"), [0, 5, 200]);
    assert!(matches!(block_on(second.create_with(file)), Err(StoreError::Exists { .. })));
}

#[test]
fn entries_keep_what_their_writer_likes_and_come_last_written_first() {
    let (memory, store) = store();
    block_on(store.create(header("m"))).unwrap();
    let change = |entry: &mut MatchEntry| {
        entry.name = "Gambit or not".to_owned();
        entry.summary = serde_json::json!({"llr": 1.5});
    };
    let entry = block_on(store.update("m", change)).unwrap();
    block_on(store.append("m", &unit(0, "e2e4"))).unwrap();
    let found = block_on(store.entry("m")).unwrap();
    assert_eq!((found.name.as_str(), &found.summary, found.units), ("Gambit or not", &entry.summary, 1));
    // A record of a future version is left out of the list, and reported as unreadable when it is requested.
    let strange = Record { json: "{\"header\":7}".to_owned(), ..Record::default() };
    let put = Change::Put { table: Table::Matches, key: Key::of("x"), record: strange };
    block_on(memory.apply(vec![put])).unwrap();
    assert_eq!(block_on(store.list()).unwrap().len(), 1);
    assert!(matches!(block_on(store.entry("x")), Err(StoreError::Damaged { .. })));
}

#[test]
fn two_tabs_change_a_match_without_undoing_each_other() {
    let (memory, first) = store();
    let second = MatchStore::new(Database::of(memory));
    block_on(first.create(header("m"))).unwrap();
    // The second tab writes between the first tab's read and write, more than once.
    let interruptions = std::cell::Cell::new(3);
    let entry = block_on(first.update("m", |entry| {
        if interruptions.get() > 0 {
            interruptions.set(interruptions.get() - 1);
            let games = 400 + 2 * interruptions.get();
            let written = second.update("m", |entry| entry.header.settings.games = games);
            // The in-memory store is ready at once.
            written.now_or_never().expect("an answer").unwrap();
        }
        entry.name = "renamed".to_owned();
    }));
    let entry = entry.unwrap();
    assert_eq!((entry.name.as_str(), entry.header.settings.games, interruptions.get()), ("renamed", 400, 0));
    assert_eq!(block_on(second.entry("m")).unwrap().name, "renamed");
}

#[test]
fn merged_units_come_with_the_longer_match_or_not_at_all() {
    let (memory, store) = store();
    block_on(store.create(header("m"))).unwrap();
    block_on(store.append("m", &unit(1, "e2e4"))).unwrap();
    let longer = |entry: &mut MatchEntry| entry.header.settings.games = 800;
    let conflicting = [unit(300, "e2e4"), unit(1, "d2d4")];
    assert!(block_on(store.update_with("m", &conflicting, longer)).is_err());
    memory.set_room(Some(2_000));
    let many: Vec<PairRecord> = (200..300).map(|number| unit(number, "e2e4")).collect();
    assert_eq!(block_on(store.update_with("m", &many, longer)), Err(StoreError::Full));
    memory.set_room(None);
    assert_eq!((block_on(store.entry("m")).unwrap().header, numbers(&store, "m")), (header("m"), vec![1]));
    let entry = block_on(store.update_with("m", &[unit(300, "e2e4"), unit(1, "e2e4")], longer)).unwrap();
    assert_eq!((entry.header.settings.games, entry.units), (800, 2));
}

/// Writes an invalid record to a table.
pub fn spoil(memory: &Memory, table: Table, key: Key) {
    let record = Record { json: "{\"torn\":\n".to_owned(), ..Record::default() };
    block_on(memory.apply(vec![Change::Put { table, key, record }])).unwrap();
}

#[test]
fn a_damaged_unit_costs_itself_only() {
    let (memory, store) = store();
    block_on(store.create(header("m"))).unwrap();
    for number in 0..10 {
        block_on(store.append("m", &unit(number, "e2e4"))).unwrap();
    }
    for number in [0_u64, 4, 5, 9] {
        spoil(&memory, Table::Units, Key::of("m").and(number));
    }
    assert_eq!(numbers(&store, "m"), [1, 2, 3, 6, 7, 8]);
    let page = block_on(store.page("m", Some(2), 3)).unwrap();
    assert_eq!(page.units.iter().map(|unit| unit.unit).collect::<Vec<_>>(), [3, 6, 7]);
    assert_eq!(page.damaged, [4, 5]);
    assert_eq!(block_on(store.page("m", Some(8), 3)).unwrap().damaged, [9]);
    let mut useless: BTreeMap<usize, Option<PairRecord>> =
        [0, 4, 5, 9, 77].into_iter().map(|unit| (unit, None)).collect();
    // If another tab has replaced the unit, it stays.
    useless.insert(3, Some(unit(3, "d2d4")));
    useless.insert(1, None);
    block_on(store.set_aside("m", &useless)).unwrap();
    assert_eq!(block_on(store.entry("m")).unwrap().units, 6);
    block_on(store.append("m", &unit(4, "d2d4"))).unwrap();
    assert_eq!(numbers(&store, "m"), [1, 2, 3, 4, 6, 7, 8]);
    let raw = block_on(async { store.export_raw("m").await.unwrap().text().await.unwrap() });
    assert_eq!((raw.lines().count(), raw.matches("torn").count()), (1 + 7 + 4, 4), "{raw}");
    block_on(store.remove("m")).unwrap();
    assert_eq!(block_on(memory.count(Table::Units, crate::storage::Range::all())), Ok(0));
}

#[test]
fn what_was_set_aside_is_not_overwritten_when_its_unit_is_set_aside_again() {
    let (memory, store) = store();
    block_on(store.create(header("m"))).unwrap();
    for moves in ["e2e4", "d2d4"] {
        block_on(store.append("m", &unit(0, moves))).unwrap();
        block_on(store.set_aside("m", &BTreeMap::from([(0, Some(unit(0, moves)))]))).unwrap();
    }
    // Unreadable games also make room for others and stay with the match.
    spoil(&memory, Table::Units, Key::of("m").and(0_u64));
    block_on(store.append("m", &unit(0, "c2c4"))).unwrap();
    assert_eq!(block_on(store.entry("m")).unwrap().units, 1);
    let raw = block_on(async { store.export_raw("m").await.unwrap().text().await.unwrap() });
    for kept in ["e2e4", "d2d4", "torn", "c2c4"] {
        assert_eq!(
            raw.matches(kept).count(),
            1 + usize::from(kept.len() == 4 && kept != "torn"),
            "{kept}: {raw}"
        );
    }
    assert_eq!(raw.lines().count(), 5);
}

#[test]
fn a_match_whose_record_is_damaged_can_be_exported_and_deleted() {
    let (memory, store) = store();
    block_on(store.create(header("m"))).unwrap();
    block_on(store.append("m", &unit(0, "e2e4"))).unwrap();
    block_on(store.create(header("whole"))).unwrap();
    spoil(&memory, Table::Matches, Key::of("m"));
    assert_eq!(block_on(store.list()).unwrap().len(), 1);
    let damaged = block_on(store.damaged()).unwrap();
    assert_eq!((damaged.len(), damaged[0].id.as_str(), damaged[0].units), (1, "m", 1));
    let raw = block_on(async { store.export_raw("m").await.unwrap().text().await.unwrap() });
    assert!(raw.starts_with("{\"torn\"") && raw.contains("e2e4") && raw.lines().count() == 2, "{raw}");
    block_on(store.remove("m")).unwrap();
    assert_eq!(block_on(store.damaged()), Ok(Vec::new()));
}
