//! The list of databases, as a value.

use tabia_worker::library::messages::{DatabaseId, Facts, Progress};

use super::entry::{DatabaseEntry, DatabaseLocation, DatabaseRecord, DatabaseStatus};

/// The databases, oldest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DatabaseList(Vec<DatabaseEntry>);

impl DatabaseList {
    /// Returns the databases.
    pub fn entries(&self) -> &[DatabaseEntry] {
        &self.0
    }

    /// Returns a database.
    pub fn get(&self, id: &str) -> Option<&DatabaseEntry> {
        self.0.iter().find(|entry| entry.id() == id)
    }

    /// Replaces the list by the stored records. What this tab is indexing stays as it is; any other unfinished database is being added by
    /// another tab. Returns the databases that are gone.
    pub fn load(&mut self, records: Vec<DatabaseRecord>) -> Vec<DatabaseEntry> {
        let old = std::mem::take(&mut self.0);
        for record in records {
            let present = old.iter().find(|entry| entry.id() == record.id);
            let status = match present.map(|entry| &entry.status) {
                Some(status @ (DatabaseStatus::Indexing(_) | DatabaseStatus::Broken(_))) => status.clone(),
                _ if record.is_ready => DatabaseStatus::Ready,
                _ => DatabaseStatus::Elsewhere,
            };
            self.0.push(DatabaseEntry { record, status });
        }
        let (kept, gone): (Vec<_>, Vec<_>) = old
            .into_iter()
            .filter(|entry| self.get(entry.id()).is_none())
            .partition(|entry| matches!(entry.status, DatabaseStatus::Indexing(_)));
        // Its record may not have been written yet.
        self.0.extend(kept);
        gone
    }

    /// Adds a database that this tab starts to index.
    pub fn begin(&mut self, record: DatabaseRecord) {
        let progress = Progress { total: record.bytes, ..Progress::default() };
        self.remove(&record.id);
        self.0.push(DatabaseEntry { record, status: DatabaseStatus::Indexing(progress) });
    }

    /// Sets the status of a database.
    pub fn set_status(&mut self, id: &str, status: DatabaseStatus) {
        if let Some(entry) = self.entry(id) {
            entry.status = status;
        }
    }

    /// Marks a database as indexed and returns its record.
    pub fn finish(&mut self, id: &str, facts: &Facts) -> Option<DatabaseRecord> {
        let entry = self.entry(id)?;
        entry.record.set(facts);
        entry.status = DatabaseStatus::Ready;
        Some(entry.record.clone())
    }

    /// Sets the location of a database's files.
    pub fn set_place(&mut self, id: &str, place: DatabaseLocation) {
        if let Some(entry) = self.entry(id) {
            entry.record.place = place;
        }
    }

    /// Renames a database and returns its record; `None` if there is no such database or the name is empty.
    pub fn rename(&mut self, id: &str, name: &str) -> Option<DatabaseRecord> {
        let name = name.trim();
        let entry = self.entry(id).filter(|_| !name.is_empty())?;
        name.clone_into(&mut entry.record.name);
        Some(entry.record.clone())
    }

    /// Removes a database from the list.
    pub fn remove(&mut self, id: &str) -> Option<DatabaseEntry> {
        let place = self.0.iter().position(|entry| entry.id() == id)?;
        Some(self.0.remove(place))
    }

    /// Returns the databases with files on disk but no record: a page was closed while it removed them, or before it stored their record.
    pub fn unknown<'a>(&self, on_disk: impl IntoIterator<Item = &'a DatabaseId>) -> Vec<DatabaseId> {
        on_disk.into_iter().filter(|id| self.get(id).is_none()).cloned().collect()
    }

    fn entry(&mut self, id: &str) -> Option<&mut DatabaseEntry> {
        self.0.iter_mut().find(|entry| entry.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, is_ready: bool) -> DatabaseRecord {
        DatabaseRecord { id: id.into(), name: format!("{id}.pgn"), is_ready, ..DatabaseRecord::default() }
    }

    fn ids(entries: &[DatabaseEntry]) -> Vec<&str> {
        entries.iter().map(DatabaseEntry::id).collect()
    }

    #[test]
    fn what_this_tab_indexes_outlives_a_list_that_does_not_know_it_yet() {
        let mut list = DatabaseList::default();
        assert!(list.load(vec![record("a", true), record("b", false)]).is_empty());
        assert_eq!(list.get("b").unwrap().status, DatabaseStatus::Elsewhere);
        list.begin(record("c", false));
        let gone = list.load(vec![record("b", true)]);
        assert_eq!(ids(&gone), ["a"]);
        assert_eq!(ids(list.entries()), ["b", "c"]);
        assert_eq!(list.get("b").unwrap().status, DatabaseStatus::Ready);
        assert!(matches!(list.get("c").unwrap().status, DatabaseStatus::Indexing(_)));
    }

    #[test]
    fn the_games_so_far_are_counted_until_it_is_finished() {
        let mut list = DatabaseList::default();
        list.begin(record("a", false));
        list.set_status("a", DatabaseStatus::Indexing(Progress { games: 7, ..Progress::default() }));
        assert_eq!(list.get("a").unwrap().games(), 7);
        let facts = Facts { games: 9, errors: 1, bytes: 100.0, index_bytes: 50.0 };
        let kept = list.finish("a", &facts).unwrap();
        assert!(kept.is_ready && kept.errors == 1);
        let entry = list.get("a").unwrap();
        assert_eq!((entry.games(), entry.stored_bytes()), (9, 150.0));
        assert!(list.finish("b", &facts).is_none());
    }

    #[test]
    fn a_name_is_not_empty() {
        let mut list = DatabaseList::default();
        list.load(vec![record("a", true)]);
        assert!(list.rename("a", "  ").is_none() && list.rename("b", "x").is_none());
        assert_eq!(list.rename("a", " World championships ").unwrap().name, "World championships");
    }

    #[test]
    fn files_that_nobody_knows_are_found() {
        let mut list = DatabaseList::default();
        list.load(vec![record("a", true)]);
        list.begin(record("c", false));
        assert_eq!(list.unknown(&["a".to_owned(), "b".to_owned(), "c".to_owned()]), ["b"]);
    }
}
