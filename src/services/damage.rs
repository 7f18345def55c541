//! Unreadable stored records of any kind. Lists leave them out, so the stored-data page looks them up here.

use crate::language::tr;
use crate::services::catalogue::EngineEntry;
use crate::services::library::DatabaseRecord;
use crate::services::suites::saved_runs::SavedRun;
use crate::state::play::game::PlayedGame;
use crate::state::play::rating::RatedGame;
use crate::storage::aside::SetAside;
use crate::storage::damaged::{self, Damaged, Kind};
use crate::storage::files::FileRecord;
use crate::storage::games::GameEntry;
use crate::storage::workspaces::Workspace;
use crate::storage::{Database, Key, KeyPart, StoreError, Table};

/// Kinds of records that lists leave out if unreadable. Unreadable reports, lessons and recipes are set aside on reading
/// ([`aside`](crate::storage::aside)); damaged matches have their own list.
const KINDS: [Kind; 9] = [
    Kind {
        table: Table::Games,
        below: None,
        what: || tr!("a game"),
        read: |record| record.read::<GameEntry>(it()).map(drop),
        belongings: |key| vec![(Table::GameTexts, key.clone())],
    },
    Kind {
        table: Table::Engines,
        below: None,
        what: || tr!("an engine"),
        read: |record| record.read::<EngineEntry>(it()).map(drop),
        belongings: |key| vec![(Table::Contents, named("engine", key))],
    },
    Kind {
        table: Table::Files,
        below: None,
        what: || tr!("a file (a book, openings, games or a tablebase)"),
        read: |record| record.read::<FileRecord>(it()).map(drop),
        belongings: |key| vec![(Table::Contents, named("file", key))],
    },
    Kind {
        table: Table::Databases,
        below: None,
        what: || tr!("a database of the library"),
        read: |record| record.read::<DatabaseRecord>(it()).map(drop),
        belongings: |key| vec![(Table::Contents, named("database", key))],
    },
    Kind {
        table: Table::Documents,
        below: Some("workspace"),
        what: || tr!("the open games of a tab"),
        read: |record| record.read::<Workspace>(it()).map(drop),
        belongings: |_| Vec::new(),
    },
    Kind {
        table: Table::Documents,
        below: Some("suite-run"),
        what: || tr!("a run of a test suite"),
        read: |record| record.read::<SavedRun>(it()).map(drop),
        belongings: |key| {
            ["suite-text", "suite-outcome"].map(|kind| (Table::Documents, of_the_same(kind, key))).to_vec()
        },
    },
    Kind {
        table: Table::Documents,
        below: Some("played"),
        what: || tr!("a game against an engine"),
        read: |record| record.read::<PlayedGame>(it()).map(drop),
        belongings: |key| vec![(Table::Documents, of_the_same("played-spent", key))],
    },
    Kind {
        table: Table::Documents,
        below: Some("played-result"),
        what: || tr!("the result of a rated game"),
        read: |record| record.read::<RatedGame>(it()).map(drop),
        belongings: |_| Vec::new(),
    },
    Kind {
        table: Table::Documents,
        below: Some("aside"),
        what: || tr!("damaged data"),
        read: |record| record.read::<SetAside>(it()).map(drop),
        belongings: |_| Vec::new(),
    },
];

/// Returns the subject of the reason why a record cannot be read.
fn it() -> &'static str {
    tr!("damaged record" => "it")
}

/// Returns `key` with `kind` prepended.
fn named(kind: &str, key: &Key) -> Key {
    Key(std::iter::once(KeyPart::from(kind)).chain(key.0.iter().cloned()).collect())
}

/// Returns `key` with its first part replaced by `kind`.
fn of_the_same(kind: &str, key: &Key) -> Key {
    named(kind, &Key(key.0.get(1..).unwrap_or_default().to_vec()))
}

/// Finds all unreadable records, without blocking the page.
///
/// # Errors
/// When the database cannot be read.
pub async fn find(database: &Database) -> Result<Vec<Damaged>, StoreError> {
    damaged::find(database, &KINDS).await
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use futures::executor::block_on;

    use super::*;
    use crate::storage::{Change, Content, Memory, Range, Record, Store};

    fn torn() -> Record {
        Record { json: "{\"torn".to_owned(), ..Record::default() }
    }

    fn key_of(kind: &Kind) -> Key {
        kind.below.map_or_else(|| Key::of("id"), |below| Key::of(below).and("id"))
    }

    #[test]
    fn whatever_cannot_be_read_is_found_saved_as_it_is_and_deleted_with_what_belongs_to_it() {
        let memory = Rc::new(Memory::new());
        let database = Database::of(memory.clone());
        let put =
            |table, key, record| block_on(memory.apply(vec![Change::Put { table, key, record }])).unwrap();
        for kind in &KINDS {
            put(kind.table, key_of(kind), torn());
            for (table, key) in (kind.belongings)(&key_of(kind)) {
                put(table, key, Record::default().with(Content::from("its content")));
            }
        }
        let mut found = block_on(find(&database)).unwrap();
        assert_eq!(found.iter().map(|each| each.what).collect::<Vec<_>>(), KINDS.map(|kind| (kind.what)()));
        for (damaged, kind) in found.iter().zip(&KINDS) {
            let raw =
                block_on(async { damaged::export_raw(&database, damaged).await?.text().await }).unwrap();
            let belongings = (kind.belongings)(&key_of(kind)).len();
            assert_eq!(raw, format!("{{\"torn\n{}", "its content".repeat(belongings)), "{}", damaged.what);
        }
        // A record that another tab has rewritten stays.
        let last = found.pop().unwrap();
        put(Table::Documents, last.key.clone(), Record { revision: 1, ..torn() });
        assert!(matches!(block_on(damaged::remove(&database, &last)), Err(StoreError::Conflict { .. })));
        for damaged in &found {
            block_on(damaged::remove(&database, damaged)).unwrap();
        }
        assert_eq!(block_on(find(&database)).unwrap().len(), 1);
        let left = [
            Table::Games,
            Table::GameTexts,
            Table::Engines,
            Table::Files,
            Table::Contents,
            Table::Databases,
            Table::Documents,
        ]
        .map(|table| block_on(memory.count(table, Range::all())).unwrap());
        assert_eq!(left.iter().sum::<u64>(), 1);
    }

    #[test]
    fn what_can_be_read_is_not_found() {
        let memory = Rc::new(Memory::new());
        let database = Database::of(memory.clone());
        // More records than one turn scans, with an unreadable one in the middle.
        for number in 0..450_u64 {
            let record = if number == 300 { torn() } else { Record::of(&Workspace::default()).unwrap() };
            let key = Key::of("workspace").and(number);
            block_on(memory.apply(vec![Change::Put { table: Table::Documents, key, record }])).unwrap();
        }
        let found = block_on(find(&database)).unwrap();
        assert_eq!(
            found.iter().map(|each| each.key.clone()).collect::<Vec<_>>(),
            [Key::of("workspace").and(300_u64)]
        );
        assert!(found[0].reason.contains("EOF"), "{}", found[0].reason);
    }
}
