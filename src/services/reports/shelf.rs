//! Where reports are kept, and the list of what is still to be done.

use serde::{Deserialize, Serialize};

use super::kept::KeptReport;
use super::queue::Queue;
use crate::storage::{Change, Database, Key, Record, Store, StoreError, Table};

/// What reports are called among the documents.
const KIND: &str = "report";
/// What the list of finished reports is called.
const INDEX: &str = "report-index";
/// What the list of waiting reports is called.
const QUEUE: &str = "report-queue";
/// So many finished reports are kept; the oldest go.
const MOST: usize = 300;

/// A finished report in the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IndexEntry {
    /// The report's id.
    pub id: String,
    /// The players.
    pub title: String,
    /// When it was finished, in milliseconds since 1970.
    pub done_ms: f64,
}

/// The kept reports of a database.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportShelf {
    database: Database,
}

fn key(id: &str) -> Key {
    Key::of(KIND).and(id)
}

fn put<T: Serialize>(key: Key, value: &T) -> Result<Change, StoreError> {
    Ok(Change::Put { table: Table::Documents, key, record: Record::of(value)? })
}

impl ReportShelf {
    /// Those of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// A report; `None` if there is none of this id.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<KeptReport>, StoreError> {
        let record = self.database.get(Table::Documents, key(id)).await?;
        record.map(|record| record.read("the report")).transpose()
    }

    /// Keeps reports in place of those before.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put(&self, reports: &[KeptReport]) -> Result<(), StoreError> {
        let changes = reports.iter().map(|report| put(key(&report.id), report));
        self.database.apply(changes.collect::<Result<_, _>>()?).await
    }

    /// Deletes reports.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, ids: &[String]) -> Result<(), StoreError> {
        let delete = |id: &String| Change::Delete { table: Table::Documents, key: key(id) };
        self.database.apply(ids.iter().map(delete).collect()).await?;
        let mut index = self.index().await?;
        let before = index.len();
        index.retain(|entry| !ids.contains(&entry.id));
        if index.len() < before { self.put_index(&index).await } else { Ok(()) }
    }

    /// The finished reports, the newest first. A list that cannot be read is an empty one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn index(&self) -> Result<Vec<IndexEntry>, StoreError> {
        let record = self.database.get(Table::Documents, Key::of(INDEX)).await?;
        Ok(record.and_then(|record| record.read("the list of reports").ok()).unwrap_or_default())
    }

    async fn put_index(&self, index: &[IndexEntry]) -> Result<(), StoreError> {
        self.database.apply(vec![put(Key::of(INDEX), &index)?]).await
    }

    /// Notes that a report is finished; the oldest of too many go.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn finished(&self, entry: IndexEntry) -> Result<(), StoreError> {
        let mut index = self.index().await?;
        index.retain(|other| other.id != entry.id);
        index.insert(0, entry);
        let old: Vec<Change> = index
            .drain(MOST.min(index.len())..)
            .map(|entry| Change::Delete { table: Table::Documents, key: key(&entry.id) })
            .collect();
        self.database.apply(old).await?;
        self.put_index(&index).await
    }

    /// What is still to be done. What cannot be read is nothing.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn queue(&self) -> Result<Queue, StoreError> {
        let record = self.database.get(Table::Documents, Key::of(QUEUE)).await?;
        Ok(record.and_then(|record| record.read("the queue of reports").ok()).unwrap_or_default())
    }

    /// Keeps what is still to be done.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put_queue(&self, queue: &Queue) -> Result<(), StoreError> {
        self.database.apply(vec![put(Key::of(QUEUE), queue)?]).await
    }

    /// A document of another kind about many games; `None` if there is none or it cannot be read.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn document<T: serde::de::DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<Option<T>, StoreError> {
        let record = self.database.get(Table::Documents, Key::of(name)).await?;
        Ok(record.and_then(|record| record.read(name).ok()))
    }

    /// Keeps such a document.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put_document<T: Serialize>(&self, name: &str, value: &T) -> Result<(), StoreError> {
        self.database.apply(vec![put(Key::of(name), value)?]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use futures::executor::block_on;
    use std::rc::Rc;

    fn entry(number: usize) -> IndexEntry {
        IndexEntry { id: format!("g{number}"), title: String::new(), done_ms: number as f64 }
    }

    #[test]
    fn the_oldest_of_too_many_reports_go() {
        let shelf = ReportShelf::new(Database::of(Rc::new(Memory::default())));
        block_on(async {
            for number in 0..MOST + 3 {
                let report = KeptReport { id: format!("g{number}"), ..KeptReport::default() };
                shelf.put(&[report]).await.unwrap();
                shelf.finished(entry(number)).await.unwrap();
            }
            let index = shelf.index().await.unwrap();
            assert_eq!((index.len(), index[0].id.as_str()), (MOST, "g302"));
            assert!(shelf.get("g2").await.unwrap().is_none() && shelf.get("g3").await.unwrap().is_some());
            shelf.remove(&["g3".to_owned()]).await.unwrap();
            assert_eq!(shelf.index().await.unwrap().len(), MOST - 1);
            assert!(shelf.get("g3").await.unwrap().is_none());
        });
    }
}
