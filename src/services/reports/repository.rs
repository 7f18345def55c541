//! Repository of reports, with the queue of those to make.

use serde::{Deserialize, Serialize};

use super::queue::Queue;
use super::run::{BatchRun, RunGame};
use super::saved_report::SavedReport;
use crate::language::{texts, tr};
use crate::storage::document::{self, DocumentFormat};
use crate::storage::{Change, Database, Key, Range, Record, Store, StoreError, Table, aside};

/// Document kind of reports.
const KIND: &str = "report";
/// Document key of the list of finished reports.
const INDEX: &str = "report-index";
/// Document key of the queue.
const QUEUE: &str = "report-queue";
/// Maximum number of finished reports; the oldest are deleted.
const MOST: usize = 300;

/// Number of reports read at once when their list is rebuilt.
const PAGE: usize = 20;
/// Document key of the last batch run.
const RUN: &str = "report-run";

texts! {
    /// Name of the list in messages to the user.
    the_list: "the list of reports";
    /// Name of the queue in messages to the user.
    the_queue: "the queue of reports";
    /// Name of the last batch run in messages to the user.
    the_run: "the last run over games";
}

/// Record format of the run.
const RUN_FORM: DocumentFormat<BatchRun, StoreError> = DocumentFormat {
    read: |json| Record { json: json.to_owned(), ..Record::default() }.read(the_run()),
    write: |run| Ok(Record::of(run)?.json),
};
/// Record format of the list.
const FORM: DocumentFormat<Vec<IndexEntry>, StoreError> = DocumentFormat {
    read: |json| Record { json: json.to_owned(), ..Record::default() }.read(the_list()),
    write: |index| Ok(Record::of(index)?.json),
};

/// Finished report in the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IndexEntry {
    /// The report's id.
    pub id: String,
    /// The players.
    pub title: String,
    /// Time it was finished, in milliseconds since 1970.
    pub done_ms: f64,
}

impl IndexEntry {
    /// Returns the entry of a finished report.
    pub fn of(kept: &SavedReport) -> Self {
        Self { id: kept.id.clone(), title: kept.title.clone(), done_ms: kept.stored_ms }
    }
}

/// Stored reports of a database.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportRepository {
    database: Database,
}

fn key(id: &str) -> Key {
    Key::of(KIND).and(id)
}

fn put<T: Serialize>(key: Key, value: &T) -> Result<Change, StoreError> {
    Ok(Change::Put { table: Table::Documents, key, record: Record::of(value)? })
}

impl ReportRepository {
    /// Creates the repository on `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns a report; `None` if there is none with this id.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<SavedReport>, StoreError> {
        let record = self.database.get(Table::Documents, key(id)).await?;
        record.map(|record| record.read(tr!("the report"))).transpose()
    }

    /// Returns the stored report that a new one is to replace. An unreadable one is set aside.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn before(&self, id: &str) -> Result<Option<SavedReport>, StoreError> {
        match self.get(id).await {
            Err(error @ StoreError::Damaged { .. }) => {
                aside::set_aside(&self.database, &key(id), tr!("a report"), &error.to_string()).await?;
                Ok(None)
            }
            result => result,
        }
    }

    /// Stores reports, replacing those before.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put(&self, reports: &[SavedReport]) -> Result<(), StoreError> {
        let changes = reports.iter().map(|report| put(key(&report.id), report));
        self.database.apply(changes.collect::<Result<_, _>>()?).await
    }

    /// Deletes reports and removes them from the list.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, ids: &[String]) -> Result<(), StoreError> {
        let delete = |id: &String| Change::Delete { table: Table::Documents, key: key(id) };
        self.change_index(|index| {
            index.retain(|entry| !ids.contains(&entry.id));
            ids.iter().map(delete).collect()
        })
        .await
        .map(drop)
    }

    /// Deletes unfinished reports. One that was to replace a finished report is replaced by that again.
    ///
    /// # Errors
    /// When the database refuses, or cannot be read.
    pub async fn give_up(&self, ids: &[String]) -> Result<(), StoreError> {
        let (mut again, mut gone) = (Vec::new(), Vec::new());
        for id in ids {
            match self.get(id).await? {
                Some(kept) if kept.is_done => {}
                Some(SavedReport { earlier: Some(earlier), .. }) => again.push(*earlier),
                _ => gone.push(id.clone()),
            }
        }
        self.put(&again).await?;
        if gone.is_empty() { Ok(()) } else { self.remove(&gone).await }
    }

    /// Returns the finished reports, newest first. An unreadable list is set aside and rebuilt from the reports.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn index(&self) -> Result<Vec<IndexEntry>, StoreError> {
        let record = self.database.get(Table::Documents, Key::of(INDEX)).await?;
        match record.map(|record| (FORM.read)(&record.json)).transpose() {
            Ok(index) => Ok(index.unwrap_or_default()),
            Err(error) => self.restored_index(&error).await,
        }
    }

    /// Adds a finished report to the list; the oldest ones over the limit are deleted.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn finished(&self, entry: IndexEntry) -> Result<(), StoreError> {
        self.change_index(|index| {
            index.retain(|other| other.id != entry.id);
            index.insert(0, entry.clone());
            index
                .drain(MOST.min(index.len())..)
                .map(|entry| Change::Delete { table: Table::Documents, key: key(&entry.id) })
                .collect()
        })
        .await
        .map(drop)
    }

    /// Changes the current list, and what belongs to it, in one transaction.
    async fn change_index(
        &self,
        change: impl Fn(&mut Vec<IndexEntry>) -> Vec<Change>,
    ) -> Result<Vec<IndexEntry>, StoreError> {
        match document::update(&self.database, &Key::of(INDEX), &FORM, &change).await {
            Err(error @ StoreError::Damaged { .. }) => {
                self.restored_index(&error).await?;
                document::update(&self.database, &Key::of(INDEX), &FORM, &change).await
            }
            result => result,
        }
    }

    /// Sets the list aside and rebuilds it from the finished reports that belong to no batch run.
    async fn restored_index(&self, reason: &StoreError) -> Result<Vec<IndexEntry>, StoreError> {
        aside::set_aside(&self.database, &Key::of(INDEX), the_list(), &reason.to_string()).await?;
        let (mut found, mut range) = (Vec::new(), Range::below(Key::of(KIND)));
        loop {
            let records = self.database.list(Table::Documents, range.clone(), PAGE).await?;
            let Some((last, _)) = records.last() else { break };
            range = range.after(last.clone());
            let reports =
                records.iter().filter_map(|(_, record)| record.read::<SavedReport>("the report").ok());
            let reports = reports.filter(|kept| kept.run.is_empty());
            found.extend(reports.filter_map(|kept| kept.finished().map(IndexEntry::of)));
        }
        found.sort_by(|a, b| b.done_ms.total_cmp(&a.done_ms));
        found.truncate(MOST);
        document::update(&self.database, &Key::of(INDEX), &FORM, |index| {
            // A report may have been finished in the meantime.
            let is_new = |entry: &&IndexEntry| !index.iter().any(|other| other.id == entry.id);
            let new: Vec<IndexEntry> = found.iter().filter(is_new).cloned().collect();
            index.extend(new);
            Vec::new()
        })
        .await
    }

    /// Returns the queue. An unreadable one is set aside and counts as empty.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn queue(&self) -> Result<Queue, StoreError> {
        let key = Key::of(QUEUE);
        let Some(record) = self.database.get(Table::Documents, key.clone()).await? else {
            return Ok(Queue::default());
        };
        match record.read(the_queue()) {
            Ok(queue) => Ok(queue),
            Err(error) => {
                aside::set_aside(&self.database, &key, the_queue(), &error.to_string()).await?;
                Ok(Queue::default())
            }
        }
    }

    /// Stores the queue.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put_queue(&self, queue: &Queue) -> Result<(), StoreError> {
        self.database.apply(vec![put(Key::of(QUEUE), queue)?]).await
    }

    /// Returns the last batch run; an empty one if there is none, or it cannot be read.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn run(&self) -> Result<BatchRun, StoreError> {
        let record = self.database.get(Table::Documents, Key::of(RUN)).await?;
        Ok(record.and_then(|record| record.read(the_run()).ok()).unwrap_or_default())
    }

    /// Stores a run with its reports, replacing the last one and deleting its reports, in one transaction, and only if the last run still
    /// has the id `last` (empty: there is none). Returns the run stored afterwards: another tab may have been faster. An unreadable run is
    /// set aside.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn replace_run(
        &self,
        last: &str,
        run: &BatchRun,
        reports: &[SavedReport],
    ) -> Result<BatchRun, StoreError> {
        let new = reports.iter().map(|report| put(key(&report.id), report)).collect::<Result<Vec<_>, _>>()?;
        let delete = |game: &RunGame| Change::Delete { table: Table::Documents, key: key(&game.id) };
        let change = |kept: &mut BatchRun| {
            if kept.id != last {
                return Vec::new();
            }
            let before = std::mem::replace(kept, run.clone());
            before.games.iter().map(delete).chain(new.iter().cloned()).collect()
        };
        match document::update(&self.database, &Key::of(RUN), &RUN_FORM, change).await {
            Err(error @ StoreError::Damaged { .. }) => {
                aside::set_aside(&self.database, &Key::of(RUN), the_run(), &error.to_string()).await?;
                document::update(&self.database, &Key::of(RUN), &RUN_FORM, change).await
            }
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use futures::FutureExt as _;
    use futures::executor::block_on;
    use std::rc::Rc;

    fn entry(number: usize) -> IndexEntry {
        IndexEntry { id: format!("g{number}"), title: String::new(), done_ms: number as f64 }
    }

    fn spoil(database: &Database, name: &str) {
        let record = Record { json: "{\"torn\":".to_owned(), ..Record::default() };
        block_on(database.apply(vec![Change::Put { table: Table::Documents, key: Key::of(name), record }]))
            .unwrap();
    }

    #[test]
    fn two_tabs_that_change_the_list_both_have_their_way() {
        let database = Database::of(Rc::new(Memory::default()));
        let repository = ReportRepository::new(database.clone());
        let is_first = std::cell::Cell::new(true);
        block_on(repository.change_index(|index| {
            if is_first.replace(false) {
                // The other tab finishes a report between reading and writing.
                ReportRepository::new(database.clone()).finished(entry(2)).now_or_never().unwrap().unwrap();
            }
            index.insert(0, entry(1));
            Vec::new()
        }))
        .unwrap();
        let ids: Vec<String> =
            block_on(repository.index()).unwrap().into_iter().map(|entry| entry.id).collect();
        assert_eq!(ids, ["g1", "g2"]);
    }

    #[test]
    fn a_list_that_cannot_be_read_is_set_aside_and_made_anew() {
        let database = Database::of(Rc::new(Memory::default()));
        let repository = ReportRepository::new(database.clone());
        let report = |number: usize, run: &str, is_done| SavedReport {
            id: format!("g{number}"),
            run: run.to_owned(),
            is_done,
            stored_ms: number as f64,
            ..SavedReport::default()
        };
        let reports: Vec<SavedReport> = (0..50)
            .map(|number| report(number, if number % 5 == 0 { "run" } else { "" }, number != 7))
            .collect();
        block_on(repository.put(&reports)).unwrap();
        spoil(&database, INDEX);
        block_on(repository.finished(entry(60))).unwrap();
        let index = block_on(repository.index()).unwrap();
        assert_eq!((index.len(), index[0].id.as_str(), index[1].id.as_str()), (40, "g60", "g49"));
        spoil(&database, QUEUE);
        assert_eq!(block_on(repository.queue()), Ok(Queue::default()));
        let aside = block_on(aside::damaged(&database)).unwrap();
        let what: Vec<&str> = aside.iter().map(|(_, aside)| aside.what.as_str()).collect();
        assert_eq!(what, [the_list(), the_queue()]);
    }

    #[test]
    fn a_finished_report_stands_again_when_the_one_in_its_place_is_given_up() {
        let repository = ReportRepository::new(Database::of(Rc::new(Memory::default())));
        let id = |name: &str| vec![name.to_owned()];
        let report = |id: &str| SavedReport { id: id.to_owned(), ..SavedReport::default() };
        let old = SavedReport { is_done: true, worked_ms: 5.0, ..report("a") };
        block_on(async {
            repository.put(&[old.clone(), report("b")]).await.unwrap();
            repository.finished(IndexEntry::of(&old)).await.unwrap();
            repository.put(&[report("a").in_place_of(old.clone())]).await.unwrap();
            assert!(!repository.get("a").await.unwrap().unwrap().is_done);
            repository.give_up(&[id("a"), id("b")].concat()).await.unwrap();
            assert_eq!(repository.get("a").await.unwrap(), Some(old.clone()));
            assert_eq!(
                (repository.get("b").await.unwrap(), repository.index().await.unwrap().len()),
                (None, 1)
            );
            // Finished while it was being cancelled: it stays.
            repository.give_up(&id("a")).await.unwrap();
            assert_eq!(repository.get("a").await.unwrap(), Some(old));
        });
    }

    fn run(id: &str, count: usize) -> (BatchRun, Vec<SavedReport>) {
        let games: Vec<RunGame> =
            (0..count).map(|place| RunGame { id: format!("{id}{place}"), ..RunGame::default() }).collect();
        let report = |game: &RunGame| SavedReport {
            id: game.id.clone(),
            run: id.to_owned(),
            ..SavedReport::default()
        };
        let reports = games.iter().map(report).collect();
        (BatchRun { id: id.to_owned(), games, ..BatchRun::default() }, reports)
    }

    #[test]
    fn a_run_takes_the_place_of_the_one_that_was_seen_and_of_no_other() {
        let database = Database::of(Rc::new(Memory::default()));
        let repository = ReportRepository::new(database.clone());
        let is_kept = |id: &str| block_on(repository.get(id)).unwrap().is_some();
        let ((a, of_a), (b, of_b), (c, of_c)) = (run("a", 3), run("b", 2), run("c", 1));
        block_on(async {
            assert_eq!(repository.run().await.unwrap(), BatchRun::default());
            assert_eq!(repository.replace_run("", &a, &of_a).await.unwrap(), a);
            assert_eq!(repository.replace_run("a", &b, &of_b).await.unwrap(), b);
        });
        assert!(!is_kept("a0") && !is_kept("a2") && is_kept("b1"), "the reports go with their run");
        // A tab that has seen another run, or none, neither replaces nor deletes what is finished here.
        for last in ["", "a", "c"] {
            block_on(async {
                assert_eq!(repository.replace_run(last, &c, &of_c).await.unwrap(), b);
                assert_eq!(repository.replace_run(last, &BatchRun::default(), &[]).await.unwrap(), b);
                assert_eq!(repository.run().await.unwrap(), b);
            });
        }
        assert!(is_kept("b0") && is_kept("b1") && !is_kept("c0"));
        assert_eq!(
            block_on(repository.replace_run("b", &BatchRun::default(), &[])).unwrap(),
            BatchRun::default()
        );
        assert!(!is_kept("b0"));
        spoil(&database, RUN);
        assert_eq!(block_on(repository.replace_run("", &c, &of_c)).unwrap(), c);
        assert!(is_kept("c0"));
    }

    #[test]
    fn the_oldest_of_too_many_reports_go() {
        let repository = ReportRepository::new(Database::of(Rc::new(Memory::default())));
        block_on(async {
            for number in 0..MOST + 3 {
                let report = SavedReport { id: format!("g{number}"), ..SavedReport::default() };
                repository.put(&[report]).await.unwrap();
                repository.finished(entry(number)).await.unwrap();
            }
            let index = repository.index().await.unwrap();
            assert_eq!((index.len(), index[0].id.as_str()), (MOST, "g302"));
            assert!(
                repository.get("g2").await.unwrap().is_none()
                    && repository.get("g3").await.unwrap().is_some()
            );
            repository.remove(&["g3".to_owned()]).await.unwrap();
            assert_eq!(repository.index().await.unwrap().len(), MOST - 1);
            assert!(repository.get("g3").await.unwrap().is_none());
        });
    }
}
