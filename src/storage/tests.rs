//! The in-memory store, and what is built on stores. The same contract runs in the browser against IndexedDB
//! (tests/browser/storage.test.mjs).

mod contract;
mod files;
mod games;
mod interrupted;
mod logs;
mod matches;

use std::rc::Rc;

use crate::storage::files::FileStore;
use crate::storage::schema::SchemaStep;
use crate::storage::{
    Change, Content, Database, Keeping, Key, Memory, Range, Record, Store, StoreError, Table,
};
use futures::executor::block_on;

#[test]
fn the_twin_keeps_the_contract() {
    block_on(contract::check(&Memory::new())).unwrap();
}

#[test]
fn a_handle_keeps_the_contract() {
    let database = Database::of(Rc::new(Memory::new()));
    block_on(contract::check(&database)).unwrap();
    assert_eq!(block_on(database.keeping()), Ok(Keeping::InBrowser));
}

#[test]
fn random_changes_leave_the_same_twice() {
    for seed in 1..20 {
        block_on(contract::compare(&Memory::new(), &Memory::new(), seed, 200)).unwrap();
    }
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let memory = Memory::new();
    let put = |key: &str, length: usize| Change::Put {
        table: Table::Contents,
        key: Key::of(key),
        record: Record::default().with(vec![0; length].into()),
    };
    memory.set_room(Some(1000));
    block_on(memory.apply(vec![put("a", 600)])).unwrap();
    assert_eq!(block_on(memory.apply(vec![put("b", 300), put("c", 300)])), Err(StoreError::Full));
    assert!(block_on(memory.get(Table::Contents, Key::of("b"))).unwrap().is_none());
    // Replacing the old record, or deleting it first, makes room.
    block_on(memory.apply(vec![put("a", 1000)])).unwrap();
    block_on(memory.apply(vec![Change::Delete { table: Table::Contents, key: Key::of("a") }, put("b", 900)]))
        .unwrap();
    assert_eq!(block_on(memory.apply(vec![put("a", 101)])), Err(StoreError::Full));
}

#[test]
fn an_older_database_becomes_a_newer_one() {
    const FIRST: &[SchemaStep] = &[SchemaStep::Create("engines"), SchemaStep::Create("old")];
    const SECOND: &[SchemaStep] = &[
        SchemaStep::Rewrite("engines", |json| json.replace("\"hash\"", "\"sha256\"")),
        SchemaStep::Remove("old"),
        SchemaStep::Create("units"),
    ];
    let memory = Memory::empty();
    memory.upgrade(&[FIRST], 0);
    let record =
        Record { json: "{\"hash\":\"ab\"}".into(), content: Some(vec![1, 2].into()), ..Record::default() };
    block_on(memory.apply(vec![Change::Put { table: Table::Engines, key: Key::of("x"), record }])).unwrap();
    assert!(block_on(memory.count(Table::Units, Range::all())).is_err());
    memory.upgrade(&[FIRST, SECOND], 1);
    let record = block_on(memory.get(Table::Engines, Key::of("x"))).unwrap().unwrap();
    assert_eq!(record.json, "{\"sha256\":\"ab\"}");
    assert_eq!(record.content.unwrap().size(), 2);
    assert_eq!(block_on(memory.count(Table::Units, Range::all())), Ok(0));
}

#[test]
fn every_table_is_made() {
    let memory = Memory::new();
    for table in Table::ALL {
        assert_eq!(block_on(memory.count(table, Range::all())), Ok(0));
    }
}

#[test]
fn a_file_is_kept_once() {
    let memory = Rc::new(Memory::new());
    let files = FileStore::new(Database::of(memory.clone()));
    let null = serde_json::Value::Null;
    let first = block_on(files.add("book", "a.bin", vec![1; 160], null.clone())).unwrap();
    let again =
        block_on(files.add("book", "b.bin", vec![1; 160], serde_json::json!({"entries": 10}))).unwrap();
    assert_eq!((again.name.as_str(), &again.facts["entries"]), ("a.bin", &serde_json::json!(10)));
    block_on(files.add("openings", "c.epd", "8/8", null.clone())).unwrap();
    let names = |kind| {
        let list = block_on(files.list(kind)).unwrap();
        list.into_iter().map(|entry| entry.name).collect::<Vec<_>>()
    };
    assert_eq!(names(None), ["a.bin", "c.epd"]);
    assert_eq!(names(Some("openings")), ["c.epd"]);
    let content = block_on(files.content(&first.sha256)).unwrap();
    assert_eq!(*block_on(content.bytes()).unwrap(), [1; 160]);
    block_on(files.remove("book", &first.sha256)).unwrap();
    assert_eq!(names(Some("book")), Vec::<String>::new());
    assert!(matches!(block_on(files.content(&first.sha256)), Err(StoreError::Missing { .. })));
    memory.set_room(Some(100));
    assert_eq!(block_on(files.add("book", "d.bin", vec![2; 160], null)), Err(StoreError::Full));
    assert_eq!(names(None), ["c.epd"]);
}
