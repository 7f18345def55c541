//! Storage of databases: a record each, and the contents of those that are not on disk.

use std::collections::BTreeSet;

use tabia_worker::library::messages::SavedFiles;
use tabia_worker::wire::FileBytes;
use web_sys::Blob;

use super::entry::DatabaseRecord;
use crate::language::{Text, tr};
use crate::storage::{Change, Content, Database, Keeping, Key, Range, Record, Store, StoreError, Table};

/// The table of databases.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SavedDatabases(pub(super) Database);

/// Part of a content's key that marks it as a database's.
const CONTENT: &str = "database";

fn content_key(id: &str, part: &str) -> Key {
    Key::of(CONTENT).and(id).and(part)
}

impl SavedDatabases {
    /// Lists all records, oldest first. Unreadable ones are left out.
    pub(super) async fn list(&self) -> Result<Vec<DatabaseRecord>, StoreError> {
        let records = self.0.list(Table::Databases, Range::all(), usize::MAX).await?;
        let read = records.iter().filter_map(|(_, record)| record.read("a database").ok());
        let mut records: Vec<DatabaseRecord> = read.collect();
        records.sort_by(|one, other| one.added_ms.total_cmp(&other.added_ms));
        Ok(records)
    }

    /// Lists the ids of all records, including unreadable ones.
    pub(super) async fn ids(&self) -> Result<BTreeSet<String>, StoreError> {
        let keys = self.0.keys(Table::Databases, Range::all(), usize::MAX).await?;
        Ok(keys.iter().filter_map(Key::first_text).map(str::to_owned).collect())
    }

    /// Returns whether the storage outlives the page.
    pub(super) async fn is_lasting(&self) -> Result<bool, StoreError> {
        Ok(self.0.keeping().await? == Keeping::InBrowser)
    }

    pub(super) async fn put(&self, record: &DatabaseRecord) -> Result<(), StoreError> {
        self.0.apply(vec![put(record)?]).await
    }

    /// Writes the record with its contents, in one transaction.
    pub(super) async fn put_with(
        &self,
        record: &DatabaseRecord,
        file: Blob,
        index: Blob,
    ) -> Result<(), StoreError> {
        let content = |part, blob| Change::Put {
            table: Table::Contents,
            key: content_key(&record.id, part),
            record: Record::default().with(Content::Blob(blob)),
        };
        self.0.apply(vec![put(record)?, content("file", file), content("index", index)]).await
    }

    /// Deletes a record and its contents.
    pub(super) async fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.0
            .apply(vec![
                Change::Delete { table: Table::Databases, key: Key::of(id) },
                Change::DeleteBelow { table: Table::Contents, prefix: Key::of(CONTENT).and(id) },
            ])
            .await
    }

    /// Returns the contents of a database that is not on disk.
    pub(super) async fn files(&self, id: &str) -> Result<SavedFiles, StoreError> {
        Ok(SavedFiles {
            file: self.content(id, "file", || tr!("the file of the database")).await?,
            index: self.content(id, "index", || tr!("the index of the database")).await?,
        })
    }

    async fn content(&self, id: &str, part: &str, what: Text) -> Result<FileBytes, StoreError> {
        let record = self.0.get(Table::Contents, content_key(id, part)).await?;
        let missing = || StoreError::Missing { what: what().to_owned() };
        record.and_then(|record| record.content).ok_or_else(missing)?.blob().map(FileBytes)
    }
}

fn put(record: &DatabaseRecord) -> Result<Change, StoreError> {
    Ok(Change::Put { table: Table::Databases, key: Key::of(record.id.as_str()), record: Record::of(record)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use futures::executor::block_on;
    use std::rc::Rc;

    #[test]
    fn a_database_whose_record_cannot_be_read_is_known() {
        let kept = SavedDatabases(Database::of(Rc::new(Memory::new())));
        block_on(kept.put(&DatabaseRecord { id: "a".to_owned(), ..DatabaseRecord::default() })).unwrap();
        let record = Record { json: "{\"torn\"".to_owned(), ..Record::default() };
        block_on(kept.0.apply(vec![Change::Put { table: Table::Databases, key: Key::of("b"), record }]))
            .unwrap();
        assert_eq!(block_on(kept.list()).unwrap().len(), 1);
        assert_eq!(
            block_on(kept.ids()).unwrap().into_iter().collect::<Vec<_>>(),
            ["a", "b"],
            "its files stay"
        );
    }
}
