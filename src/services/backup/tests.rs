//! Backups of the in-memory store.

mod by_hand;

use super::*;
use crate::storage::files::{FileRecord, FileStore, kind};
use crate::storage::games::{GameEntry, Origin, SavedGames};
use crate::storage::{Change, Content, Database, Key, Memory, Range, Record, Store, StoreError, Table};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// In-memory replacement for what is outside the store.
#[derive(Default)]
struct Fake {
    settings: RefCell<BTreeMap<String, String>>,
    databases: RefCell<Vec<(BackupDatabase, Vec<u8>)>>,
}

impl BackupSources for Fake {
    fn settings(&self) -> BTreeMap<String, String> {
        self.settings.borrow().clone()
    }

    fn set_settings(&self, settings: BTreeMap<String, String>, all: bool) -> Result<(), StoreError> {
        let mut own = self.settings.borrow_mut();
        if all {
            own.clear();
        }
        for (name, value) in settings {
            own.entry(name).or_insert(value);
        }
        Ok(())
    }

    fn databases(&self) -> Vec<BackupDatabase> {
        self.databases.borrow().iter().map(|(item, _)| item.clone()).collect()
    }

    fn database_text(&self, id: &str, on_progress: OnShare) -> LocalBoxFuture<'_, Result<Content, String>> {
        on_progress(0.5);
        let found =
            self.databases.borrow().iter().find(|(item, _)| item.id == id).map(|(_, text)| text.clone());
        Box::pin(async move { found.map(Content::from).ok_or_else(|| "gone".to_owned()) })
    }

    fn add_database(
        &self,
        mut item: BackupDatabase,
        text: Content,
    ) -> LocalBoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let bytes = text.bytes().await.map_err(|error| error.to_string())?;
            // The browser assigns its own ids.
            while self.databases().iter().any(|other| other.id == item.id) {
                item.id.push('+');
            }
            self.databases.borrow_mut().push((item, bytes.to_vec()));
            Ok(())
        })
    }
}

struct Browser {
    memory: Rc<Memory>,
    database: Database,
    outside: Fake,
}

impl Browser {
    fn new() -> Self {
        let memory = Rc::new(Memory::new());
        Self { database: Database::of(memory.clone()), memory, outside: Fake::default() }
    }

    fn write(&self, parts: &[BackupPart]) -> Vec<u8> {
        let pieces = block_on(write(&self.database, &self.outside, parts, 7.0, Rc::new(|_, _| ()))).unwrap();
        pieces.iter().flat_map(|piece| block_on(piece.bytes()).unwrap().to_vec()).collect()
    }

    fn restore(&self, file: &[u8], parts: &[BackupPart], mode: RestoreMode) -> Result<Restored, BackupError> {
        let checked = block_on(check(&Content::from(file.to_vec()), |_| ()))?;
        let mut number = 0;
        let new_id = || {
            number += 1;
            format!("new{number}")
        };
        block_on(restore(&self.database, &self.outside, &checked, parts, mode, new_id, |_| ()))
    }

    /// Returns everything stored.
    fn all(&self) -> BTreeMap<String, (String, u64, Option<Vec<u8>>)> {
        let mut all = BTreeMap::new();
        for table in Table::ALL {
            for (key, mut record) in block_on(self.database.list(table, Range::all(), usize::MAX)).unwrap() {
                if table == Table::Files {
                    // The number of writes does not matter for the uses of a file.
                    record.revision = 0;
                }
                let content = record.content.map(|content| block_on(content.bytes()).unwrap().to_vec());
                all.insert(format!("{} {key}", table.name()), (record.json, record.revision, content));
            }
        }
        for (name, value) in self.outside.settings() {
            all.insert(format!("setting {name}"), (value, 0, None));
        }
        for (item, text) in &*self.outside.databases.borrow() {
            all.insert(format!("library {}", item.id), (item.name.clone(), 0, Some(text.clone())));
        }
        all
    }

    fn put(&self, table: Table, key: Key, record: Record) {
        block_on(self.database.apply(vec![Change::Put { table, key, record }])).unwrap();
    }

    fn keep_game(&self, id: &str, pgn: &str) {
        let games = SavedGames::new(self.database.clone());
        let game = &tabia_pgn::read(pgn).games[0];
        let entry = GameEntry { board_ms: 5.0, ..GameEntry::new(id.to_owned(), Origin::Analysis, game) };
        block_on(games.save(&entry, pgn)).unwrap();
    }
}

/// Something a person stores.
#[derive(Debug, Clone)]
enum Thing {
    Game(u8, String),
    File(&'static str, Vec<u8>),
    Engine(u8, Vec<u8>),
    Document(&'static str, u8),
    Setting(u8, String),
    Library(u8, Vec<u8>),
    Match(u8, u8),
}

fn thing() -> impl Strategy<Value = Thing> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..200);
    // Longer than the limits for copying and for storage inside a record.
    let long = (0..3usize).prop_map(|size| vec![7; [70_000, 300_000, 1_100_000][size]]);
    prop_oneof![
        4 => (any::<u8>(), "[a-z ä\n]{0,40}").prop_map(|(id, text)| Thing::Game(id, text)),
        2 => (prop::sample::select(vec!["games", "book", "openings", "tablebase"]), bytes()).prop_map(|(kind, bytes)| Thing::File(kind, bytes)),
        1 => (prop::sample::select(vec!["book", "openings"]), long).prop_map(|(kind, bytes)| Thing::File(kind, bytes)),
        1 => (any::<u8>(), bytes()).prop_map(|(id, bytes)| Thing::Engine(id, bytes)),
        2 => (prop::sample::select(vec!["book-lessons", "book-changes", "workspace", "other"]), any::<u8>()).prop_map(|(kind, id)| Thing::Document(kind, id)),
        1 => (any::<u8>(), ".{0,20}").prop_map(|(id, value)| Thing::Setting(id, value)),
        1 => (any::<u8>(), bytes()).prop_map(|(id, bytes)| Thing::Library(id, bytes)),
        1 => (any::<u8>(), 0..9u8).prop_map(|(id, units)| Thing::Match(id, units)),
    ]
}

fn keep(browser: &Browser, thing: Thing) {
    match thing {
        Thing::Game(id, text) => {
            let text = text.replace('\n', " ");
            let games = SavedGames::new(browser.database.clone());
            let id = format!("g{id}");
            if block_on(games.entry(&id)).is_err() {
                browser.keep_game(&id, &format!("1. e4 {{{text}}} *"));
            }
        }
        Thing::File(kind, bytes) => {
            let files = FileStore::new(browser.database.clone());
            block_on(files.add(kind, "name", bytes, serde_json::Value::Null)).unwrap();
        }
        Thing::Engine(id, bytes) => {
            let record = Record { json: "{}".to_owned(), ..Record::default() };
            browser.put(Table::Engines, Key::of(format!("e{id}")), record.clone());
            let key = Key::of("engine").and(format!("e{id}")).and("a.wasm");
            browser.put(Table::Contents, key, Record::default().with(bytes.into()));
        }
        Thing::Document(kind, id) => {
            let record = Record { json: format!("[{id}]"), ..Record::default() }.revised(id.into());
            browser.put(Table::Documents, Key::of(kind).and(u64::from(id)), record);
        }
        Thing::Setting(id, value) => {
            browser.outside.settings.borrow_mut().insert(format!("tabia.{id}"), value);
        }
        Thing::Library(id, bytes) => {
            let item = BackupDatabase {
                id: format!("d{id}"),
                name: format!("{id}.pgn"),
                ..BackupDatabase::default()
            };
            let mut databases = browser.outside.databases.borrow_mut();
            if databases.iter().all(|(other, _)| other.id != item.id) {
                databases.push((item, bytes));
            }
        }
        Thing::Match(id, units) => {
            let entry = serde_json::json!({ "header": tabia_arena::match_file::MatchHeader { id: format!("m{id}"), ..Default::default() } });
            browser.put(Table::Matches, Key::of(format!("m{id}")), Record::of(&entry).unwrap());
            for unit in 0..units {
                let record = Record::of(&serde_json::json!({ "unit": unit, "games": [] })).unwrap();
                browser.put(Table::Units, Key::of(format!("m{id}")).and(u64::from(unit)), record);
            }
        }
    }
}

/// Returns what a backup of everything contains.
fn without_tabs(
    all: BTreeMap<String, (String, u64, Option<Vec<u8>>)>,
) -> BTreeMap<String, (String, u64, Option<Vec<u8>>)> {
    all.into_iter().filter(|(key, _)| !key.starts_with("documents workspace")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_is_exported_is_imported_as_it_was(things in prop::collection::vec(thing(), 0..24), others in prop::collection::vec(thing(), 0..8)) {
        let first = Browser::new();
        for thing in things {
            keep(&first, thing);
        }
        let file = first.write(&BackupPart::ALL);
        // Into an empty browser, in both ways.
        for mode in [RestoreMode::Merge, RestoreMode::Replace] {
            let second = Browser::new();
            second.restore(&file, &BackupPart::ALL, mode).unwrap();
            prop_assert_eq!(without_tabs(first.all()), without_tabs(second.all()));
            // Repeating it changes nothing.
            second.restore(&file, &BackupPart::ALL, mode).unwrap();
            prop_assert_eq!(without_tabs(first.all()), without_tabs(second.all()));
        }
        // Replacing other data: afterwards as in the backup, except for the library.
        let third = Browser::new();
        for thing in others.iter().cloned() {
            keep(&third, thing);
        }
        third.restore(&file, &BackupPart::ALL, RestoreMode::Replace).unwrap();
        let no_library = |all: BTreeMap<String, _>| -> BTreeMap<String, _> {
            all.into_iter().filter(|(key, _)| !key.starts_with("library")).collect()
        };
        prop_assert_eq!(no_library(without_tabs(first.all())), no_library(without_tabs(third.all())));
        // Merged with other data: nothing that was there is gone or changed.
        let fourth = Browser::new();
        for thing in others {
            keep(&fourth, thing);
        }
        let before = fourth.all();
        fourth.restore(&file, &BackupPart::ALL, RestoreMode::Merge).unwrap();
        let after = fourth.all();
        for (key, value) in before {
            if key.starts_with("files ") {
                // A file may have more uses now.
                let kinds = |json: &str| serde_json::from_str::<FileRecord>(json).unwrap();
                let (mut now, was) = (kinds(&after[&key].0), kinds(&value.0));
                now.retain(|kind| was.kinds().any(|other| other == kind));
                prop_assert_eq!(now, was);
                continue;
            }
            prop_assert_eq!(after.get(&key), Some(&value), "{}", key);
        }
    }

    #[test]
    fn a_file_that_is_changed_or_cut_anywhere_is_refused_and_nothing_is_changed(at in 0.0..1.0f64, change in 1..=255u8, cut in any::<bool>()) {
        let first = Browser::new();
        first.keep_game("a", "1. e4 *");
        keep(&first, Thing::File("book", vec![3; 90]));
        keep(&first, Thing::Setting(1, "x".to_owned()));
        let mut file = first.write(&BackupPart::ALL);
        let place = ((file.len() - 1) as f64 * at) as usize;
        // The time of the backup is only reported and otherwise unused.
        let is_time = file[..place].ends_with(b"\"created_ms\":") || file[..place].ends_with(b"\"created_ms\":7") || file[..place].ends_with(b"\"created_ms\":7.");
        prop_assume!(!is_time || cut);
        if cut {
            file.truncate(place);
        } else {
            file[place] ^= change;
        }
        let second = Browser::new();
        second.keep_game("mine", "1. d4 *");
        let before = second.all();
        prop_assert!(second.restore(&file, &BackupPart::ALL, RestoreMode::Replace).is_err());
        prop_assert_eq!(second.all(), before);
    }
}

#[test]
fn each_bit_of_the_head_counts() {
    let first = Browser::new();
    first.keep_game("a", "1. e4 *");
    let file = first.write(&BackupPart::ALL);
    let second = Browser::new();
    let time = b"\"created_ms\":7.0";
    let time = file.windows(time.len()).position(|window| window == time).unwrap();
    let head = file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
    for place in (0..=head).filter(|place| !(time + 13..time + 16).contains(place)) {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[place] ^= 1 << bit;
            let outcome = second.restore(&changed, &BackupPart::ALL, RestoreMode::Replace);
            assert!(outcome.is_err(), "bit {bit} of byte {place}: {:?}", changed.get(place));
        }
    }
    assert!(second.all().is_empty());
}

#[test]
fn a_document_that_is_its_content_comes_back() {
    let browser = Browser::new();
    let text = Record::default().with(Content::from("6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#;"));
    browser.put(Table::Documents, Key::of("suite-text").and("a"), text);
    let other = Browser::new();
    other.restore(&browser.write(&BackupPart::ALL), &BackupPart::ALL, RestoreMode::Merge).unwrap();
    assert_eq!(other.all(), browser.all());
}

#[test]
fn a_record_that_cannot_be_read_costs_itself_only() {
    let browser = Browser::new();
    browser.keep_game("a", "1. e4 *");
    browser.keep_game("b", "1. d4 *");
    keep(&browser, Thing::Match(1, 2));
    let torn = || Record { json: "{\"torn\"".to_owned(), ..Record::default() };
    browser.put(Table::Games, Key::of("b"), torn());
    browser.put(Table::Matches, Key::of("m2"), torn());
    browser.put(Table::Units, Key::of("m1").and(1_u64), torn());
    browser.put(Table::Documents, Key::of("other").and(1_u64), torn());
    let other = Browser::new();
    other.restore(&browser.write(&BackupPart::ALL), &BackupPart::ALL, RestoreMode::Merge).unwrap();
    let keys: Vec<String> = other.all().into_keys().collect();
    assert_eq!(keys, ["game_texts a", "games a", "matches m1", "units m1/0"]);
}

#[test]
fn a_file_that_two_parts_use_goes_with_the_second_of_them() {
    let browser = Browser::new();
    let files = FileStore::new(browser.database.clone());
    let add = |of: &str| block_on(files.add(of, "a.bin", vec![1; 16], serde_json::Value::Null)).unwrap();
    let sha256 = add(kind::BOOK).sha256;
    add(kind::OPENINGS);
    let (books, both) =
        (browser.write(&[BackupPart::Books]), browser.write(&[BackupPart::Books, BackupPart::Files]));
    let kinds = |browser: &Browser| {
        let files = block_on(FileStore::new(browser.database.clone()).list(None)).unwrap();
        files.into_iter().map(|file| file.kind).collect::<Vec<_>>()
    };
    block_on(super::usage::remove(&browser.database, BackupPart::Books)).unwrap();
    assert_eq!(kinds(&browser), [kind::OPENINGS]);
    assert_eq!(block_on(files.content(&sha256)).unwrap().size(), 16);
    // A backup of the books restores the book and leaves the openings alone.
    for mode in [RestoreMode::Merge, RestoreMode::Replace] {
        browser.restore(&books, &[BackupPart::Books], mode).unwrap();
        assert_eq!(kinds(&browser), [kind::BOOK, kind::OPENINGS]);
    }
    block_on(super::usage::remove(&browser.database, BackupPart::Files)).unwrap();
    block_on(super::usage::remove(&browser.database, BackupPart::Books)).unwrap();
    assert!(block_on(files.content(&sha256)).is_err());
    let other = Browser::new();
    other.restore(&both, &BackupPart::ALL, RestoreMode::Replace).unwrap();
    assert_eq!(kinds(&other), [kind::BOOK, kind::OPENINGS]);
}

fn refusal(file: &[u8]) -> String {
    block_on(check(&Content::from(file.to_vec()), |_| ())).unwrap_err().to_string()
}

#[test]
fn foreign_newer_and_incomplete_files_are_told_apart() {
    assert!(refusal(b"").contains("not a Tabia backup"));
    assert!(refusal(b"[Event \"?\"]\n\n1. e4 *").contains("not a Tabia backup"));
    assert!(refusal(&[0xff; 100]).contains("not a Tabia backup"));
    assert!(refusal(b"tabia-backup 2 10\n").contains("newer Tabia"));
    let browser = Browser::new();
    browser.keep_game("a", "1. e4 *");
    let file = browser.write(&[BackupPart::Games]);
    assert!(refusal(&file[..file.len() - 5]).contains("5 bytes are missing"));
    assert!(refusal(&[&file[..], b"more"].concat()).contains("4 bytes follow"));
}

#[test]
fn records_that_a_part_does_not_have_are_refused() {
    use super::format::{Manifest, PartHead, head};
    use sha2::{Digest, Sha256};
    let made = |part, body: &str, records| {
        let sha256 = format!("{:x}", Sha256::digest(body));
        let part = PartHead { part, bytes: body.len() as u64, records, sha256 };
        let head = head(&Manifest { created_ms: 0.0, parts: vec![part] }).unwrap();
        format!("{head}{body}").into_bytes()
    };
    let record = |table: &str, key: &str, json: &str| {
        format!("{{\"table\":\"{table}\",\"key\":{key},\"json\":{}}}\n{json}", json.len())
    };
    for (part, body, told) in [
        (BackupPart::Settings, record("games", "[\"a\"]", "{}"), "does not belong there"),
        (BackupPart::Documents, record("documents", "[\"workspace\",\"a\"]", "{}"), "does not belong there"),
        (BackupPart::Documents, record("documents", "[]", "{}"), "no valid key"),
        (BackupPart::Documents, record("documents", "[\"x\",1]", "{"), "damaged"),
        (BackupPart::Games, record("games", "[\"a\"]", "{\"id\":\"b\"}"), "another name"),
        (BackupPart::Games, record("games", "[\"a\"]", "{\"id\":\"a\"}"), "only half there"),
        (BackupPart::Matches, record("units", "[\"a\",1]", "{}"), "damaged"),
        (BackupPart::Documents, "no head".to_owned(), "has no end"),
        (
            BackupPart::Documents,
            "{\"table\":\"documents\",\"key\":[\"x\",1],\"json\":99}\n{}".to_owned(),
            "longer than its part",
        ),
    ] {
        let reason = refusal(&made(part, &body, 1));
        assert!(reason.contains(told), "{body}: {reason}");
    }
    assert!(refusal(&made(BackupPart::Documents, "", 3)).contains("has 0 records, not 3"));
}

#[test]
fn a_game_that_differs_comes_beside_the_one_that_is_there() {
    let first = Browser::new();
    first.keep_game("a", "1. e4 *");
    let file = first.write(&[BackupPart::Games]);
    let second = Browser::new();
    second.keep_game("a", "1. d4 *");
    let restored = second.restore(&file, &BackupPart::ALL, RestoreMode::Merge).unwrap();
    assert_eq!((restored.copies, restored.written), (1, 2));
    let games = SavedGames::new(second.database.clone());
    assert_eq!(block_on(games.text("a")).unwrap(), "1. d4 *");
    assert_eq!(block_on(games.text("new1")).unwrap(), "1. e4 *");
    assert_eq!(block_on(games.entry("new1")).unwrap().id, "new1");
}

#[test]
fn an_import_that_is_repeated_changes_nothing_more() {
    let first = Browser::new();
    first.keep_game("a", "1. e4 *");
    first.keep_game("b", "1. d4 {mine} *");
    let file = first.write(&[BackupPart::Games]);
    let second = Browser::new();
    second.keep_game("a", "1. c4 *");
    second.keep_game("b", "1. f4 *");
    let import = |file: &[u8]| second.restore(file, &BackupPart::ALL, RestoreMode::Merge).unwrap();
    assert_eq!(import(&file).copies, 2);
    let after = second.all();
    for _ in 0..3 {
        let again = import(&file);
        assert_eq!((again.copies, again.written, again.present), (0, 0, 4));
        assert_eq!(second.all(), after);
    }
    // Another version of the game is another copy, but only once.
    let later = Browser::new();
    later.keep_game("a", "1. e4 e5 *");
    let newer = later.write(&[BackupPart::Games]);
    let import_newer = || {
        let mut number = 10;
        let new_id = || {
            number += 1;
            format!("newer{number}")
        };
        let checked = block_on(check(&Content::from(newer.clone()), |_| ())).unwrap();
        block_on(restore(
            &second.database,
            &second.outside,
            &checked,
            &BackupPart::ALL,
            RestoreMode::Merge,
            new_id,
            |_| (),
        ))
        .unwrap()
    };
    assert_eq!(import_newer().copies, 1);
    let after = second.all();
    assert_eq!((import_newer().copies, import(&file).copies), (0, 0));
    assert_eq!(second.all(), after);
}

#[test]
fn progress_is_told_in_percent_and_an_export_can_be_dropped() {
    let browser = Browser::new();
    for number in 0..1000 {
        browser.keep_game(&format!("g{number:04}"), "1. e4 *");
    }
    for number in 0..3 {
        keep(&browser, Thing::Library(number, vec![1; 3_000_000]));
    }
    let told = Rc::new(RefCell::new(Vec::new()));
    let on_progress: OnProgress = {
        let told = Rc::clone(&told);
        Rc::new(move |part, percent| told.borrow_mut().push((part, percent)))
    };
    let parts = [BackupPart::Games, BackupPart::Databases];
    drop(write(&browser.database, &browser.outside, &parts, 7.0, Rc::clone(&on_progress)));
    assert_eq!(told.borrow().len(), 0);
    block_on(write(&browser.database, &browser.outside, &parts, 7.0, on_progress)).unwrap();
    for part in parts {
        let percents: Vec<u8> =
            told.borrow().iter().filter(|(of, _)| *of == part).map(|(_, percent)| *percent).collect();
        assert!(percents.is_sorted_by(|one, other| one < other), "{percents:?}");
        assert!(
            percents.len() > 8 && percents.first() == Some(&0) && percents.last() == Some(&100),
            "{percents:?}"
        );
    }
}

#[test]
fn a_game_whose_text_is_gone_is_left_out() {
    let browser = Browser::new();
    for number in 0..300 {
        browser.keep_game(&format!("g{number:03}"), "1. e4 *");
    }
    block_on(browser.database.apply(vec![Change::Delete { table: Table::GameTexts, key: Key::of("g127") }]))
        .unwrap();
    let other = Browser::new();
    other.restore(&browser.write(&BackupPart::ALL), &BackupPart::ALL, RestoreMode::Merge).unwrap();
    assert_eq!(block_on(SavedGames::new(other.database.clone()).list()).unwrap().len(), 299);
}

#[test]
fn parts_are_chosen_and_a_full_disk_loses_nothing() {
    let first = Browser::new();
    first.keep_game("a", "1. e4 *");
    keep(&first, Thing::Setting(1, "x".to_owned()));
    let file = first.write(&[BackupPart::Games, BackupPart::Settings]);
    let second = Browser::new();
    second.keep_game("mine", "1. d4 *");
    second.restore(&file, &[BackupPart::Settings], RestoreMode::Replace).unwrap();
    assert_eq!(block_on(SavedGames::new(second.database.clone()).list()).unwrap().len(), 1);
    second.memory.set_room(Some(0));
    let before = second.all();
    let full = second.restore(&file, &[BackupPart::Games], RestoreMode::Replace);
    assert_eq!(full, Err(BackupError::Store(StoreError::Full)));
    assert_eq!(second.all(), before);
}

#[test]
fn documents_are_counted_with_what_belongs_to_them() {
    let browser = Browser::new();
    let put = |key: Key, json: &str| {
        browser.put(Table::Documents, key, Record { json: json.to_owned(), ..Record::default() });
    };
    put(Key::of("book-lessons").and("own"), "123456");
    put(Key::of("workspace").and("a"), "a tab's own");
    for number in 0..200 {
        put(Key::of("report").and(number.to_string()), "1234");
    }
    let report = Record { json: "12".to_owned(), ..Record::default() }.with(Content::from(vec![0; 30]));
    browser.put(Table::Documents, Key::of("report").and("with content"), report);
    keep(&browser, Thing::File("book", vec![2; 70]));
    let (all, _) = block_on(usage(&browser.database, &browser.outside)).unwrap();
    let of = |part| all.iter().find(|usage| usage.part == part).map(|usage| (usage.count, usage.bytes));
    assert_eq!(of(BackupPart::Documents), Some((201, 832)));
    assert_eq!(of(BackupPart::Books), Some((2, 76)));
}

#[test]
fn what_is_removed_is_gone_and_the_rest_is_not() {
    let browser = Browser::new();
    browser.keep_game("a", "1. e4 *");
    keep(&browser, Thing::File("games", vec![1; 50]));
    keep(&browser, Thing::File("book", vec![2; 70]));
    let counts = |browser: &Browser| {
        let (all, _) = block_on(usage(&browser.database, &browser.outside)).unwrap();
        let of = |part| all.iter().find(|usage| usage.part == part).map(|usage| (usage.count, usage.bytes));
        (of(BackupPart::Games), of(BackupPart::Books))
    };
    assert_eq!(counts(&browser), (Some((2, 57)), Some((1, 70))));
    block_on(remove(&browser.database, BackupPart::Games)).unwrap();
    assert_eq!(counts(&browser), (Some((0, 0)), Some((1, 70))));
}
