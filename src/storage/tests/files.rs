//! Files with several uses: each use is independent, and the content is deleted with the last one.

use std::rc::Rc;

use crate::storage::files::{FileStore, kind};
use crate::storage::matches::MatchStore;
use crate::storage::schema::VERSIONS;
use crate::storage::{Change, Database, Key, Memory, Record, Store, StoreError, Table};
use futures::executor::block_on;
use serde_json::{Value, json};
use tabia_arena::{EngineBook, EngineSettings, MatchHeader, MatchSettings, OpeningSource};

fn kinds(files: &FileStore) -> Vec<String> {
    block_on(files.list(None)).unwrap().into_iter().map(|file| file.kind).collect()
}

fn store() -> (Database, FileStore) {
    let database = Database::of(Rc::new(Memory::new()));
    (database.clone(), FileStore::new(database))
}

#[test]
fn a_book_that_has_the_openings_of_the_lab_stays_there_when_it_is_removed_from_the_books() {
    for (first, second) in [(kind::BOOK, kind::OPENINGS), (kind::OPENINGS, kind::BOOK)] {
        let (_, files) = store();
        let add = |kind: &str, name: &str| {
            block_on(files.add(kind, name, vec![1; 16], json!({ "of": kind }))).unwrap()
        };
        let sha256 = add(first, "first.bin").sha256;
        let other = add(second, "second.bin");
        assert_eq!((other.name.as_str(), &other.facts["of"]), ("second.bin", &json!(second)));
        block_on(files.remove(first, &sha256)).unwrap();
        assert_eq!(kinds(&files), [second]);
        assert_eq!(block_on(files.content(&sha256)).unwrap().size(), 16);
        // Removing a use twice is the same as once.
        block_on(files.remove(first, &sha256)).unwrap();
        block_on(files.remove(second, &sha256)).unwrap();
        assert!(matches!(block_on(files.content(&sha256)), Err(StoreError::Missing { .. })));
        assert_eq!(
            block_on(files.put(&other)),
            Err(StoreError::Missing { what: format!("the file {sha256}") })
        );
    }
}

#[test]
fn a_file_that_is_added_while_it_is_taken_away_stays() {
    let (_, files) = store();
    let add = async |kind: &str| files.add(kind, "a.stats", vec![1; 16], Value::Null).await.unwrap();
    let sha256 = block_on(add(kind::BOOK_STATS)).sha256;
    let asked = std::cell::Cell::new(0);
    let is_wanted = async || {
        asked.set(asked.get() + 1);
        if asked.get() == 1 {
            // Another tab saves a book with these results, just after a check found no such book.
            add(kind::BOOK_STATS).await;
            return Ok(false);
        }
        Ok(true)
    };
    block_on(files.remove_unless(kind::BOOK_STATS, &sha256, is_wanted)).unwrap();
    assert_eq!((asked.get(), kinds(&files)), (2, vec![kind::BOOK_STATS.to_owned()]));
    block_on(files.remove_unless(kind::BOOK_STATS, &sha256, async || Ok(false))).unwrap();
    assert!(block_on(files.content(&sha256)).is_err());
}

/// Returns a match with this opening book, which its second engine plays, too.
fn header(sha256: &str) -> MatchHeader {
    let book =
        EngineBook { name: "engine.bin".to_owned(), sha256: sha256.to_owned(), ..EngineBook::default() };
    let engine = |name: &str| EngineSettings { name: name.to_owned(), ..EngineSettings::default() };
    let mut settings = MatchSettings { engines: vec![engine("a"), engine("b")], ..MatchSettings::default() };
    settings.engines[1].book = Some(book);
    settings.openings.source =
        OpeningSource::Polyglot { name: "openings.bin".to_owned(), sha256: sha256.to_owned(), plies: 8 };
    MatchHeader { id: "m".to_owned(), created_ms: 0, settings }
}

#[test]
fn a_match_keeps_its_files() {
    let (database, files) = store();
    let sha256 = block_on(files.add(kind::BOOK, "a.bin", vec![1; 16], Value::Null)).unwrap().sha256;
    block_on(MatchStore::new(database).create(header(&sha256))).unwrap();
    block_on(files.remove(kind::BOOK, &sha256)).unwrap();
    let mut left = kinds(&files);
    left.sort_unstable();
    assert_eq!(left, [kind::MATCH_BOOK, kind::OPENINGS]);
    assert_eq!(block_on(files.content(&sha256)).unwrap().size(), 16);
}

#[test]
fn files_of_the_version_before_are_taken_over_with_their_use() {
    let memory = Rc::new(Memory::empty());
    memory.upgrade(&VERSIONS[..4], 0);
    let old = json!({
        "sha256": "ab", "name": "a.bin", "kind": "book", "size": 16, "added_ms": 5.0, "facts": { "stats": "cd" }
    });
    let put = |key: &str, json: String| Change::Put {
        table: Table::Files,
        key: Key::of(key),
        record: Record { json, ..Record::default() },
    };
    let content = Change::Put {
        table: Table::Contents,
        key: Key::of("file").and("ab"),
        record: Record::default().with(vec![1; 16].into()),
    };
    block_on(memory.apply(vec![put("ab", old.to_string()), put("torn", "{\"torn\"".to_owned()), content]))
        .unwrap();
    // A match of an earlier version is not registered with its files.
    let database = Database::of(memory.clone());
    let entry = json!({ "header": header("ab") });
    let record = Record::of(&entry).unwrap();
    block_on(memory.apply(vec![Change::Put { table: Table::Matches, key: Key::of("m"), record }])).unwrap();
    memory.upgrade(VERSIONS, 4);
    let files = FileStore::new(database.clone());
    let book = block_on(files.entry(kind::BOOK, "ab")).unwrap().unwrap();
    assert_eq!((book.name.as_str(), book.size, &book.facts["stats"]), ("a.bin", 16, &json!("cd")));
    let torn = block_on(memory.get(Table::Files, Key::of("torn"))).unwrap().unwrap();
    assert_eq!(torn.json, "{\"torn\"", "what cannot be read stays as it is");
    block_on(MatchStore::new(database).note_uses("ab")).unwrap();
    block_on(files.remove(kind::BOOK, "ab")).unwrap();
    assert_eq!(kinds(&files).len(), 2);
    assert_eq!(block_on(files.content("ab")).unwrap().size(), 16);
}
