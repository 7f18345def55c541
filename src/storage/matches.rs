//! Matches and their finished units.
//!
//! A unit (a pair of games) is one record, written in one transaction: after a crash it is there completely or not at all. The
//! match record holds the settings and what lists show; it is small, whatever the number of games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabia_arena::match_file::{self, MatchFile, MatchHeader};
use tabia_arena::{MatchSettings, PairRecord};

use super::error::{StoreError, reason};
use super::files::{FileStore, kind, now_ms};
use super::key::{Key, Range};
use super::locks::{self, Claim};
use super::record::Record;
use super::schema::Table;
use super::store::{Change, Store};
use super::{Content, Database};
use crate::language::tr;

/// Number of units per read.
const BATCH: usize = 64;
/// Maximum number of retries when another tab writes first.
const TRIES: u32 = 20;
/// Key prefix of the units that were set aside, by match. Match ids are texts, so the number cannot clash.
const ASIDE: u64 = 0;

/// A stored match without its games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchEntry {
    /// Id and settings of the match.
    pub header: MatchHeader,
    /// The user's name for the match; empty if none.
    #[serde(default)]
    pub name: String,
    /// Time of the last write, in milliseconds since 1970.
    #[serde(default)]
    pub updated_ms: f64,
    /// What a list of matches shows without reading the games (score, verdict); the format is up to the writer.
    #[serde(default)]
    pub summary: serde_json::Value,
    /// Time of removal, in milliseconds since 1970. Removed matches stay for a while so that the removal can be undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_ms: Option<f64>,
    /// Number of finished units, counted when the entry is read.
    #[serde(skip)]
    pub units: u64,
}

/// A match with an unreadable record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedMatch {
    /// Match id.
    pub id: String,
    /// Why the record cannot be read.
    pub reason: String,
    /// Number of stored units.
    pub units: u64,
}

/// A batch of units.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PairPage {
    /// Readable units in order of their numbers.
    pub units: Vec<PairRecord>,
    /// Numbers of the unreadable units.
    pub damaged: Vec<usize>,
}

/// The matches of a database.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchStore {
    database: Database,
}

fn unit_key(id: &str, unit: usize) -> Key {
    Key::of(id).and(unit)
}

fn aside_key(id: &str) -> Key {
    Key::of(ASIDE).and(id)
}

fn lock(id: &str) -> String {
    format!("tabia match {id}")
}

fn not_claimed(error: &wasm_bindgen::JsValue) -> StoreError {
    StoreError::Failed {
        action: tr!("the match could not be claimed for this tab").to_owned(),
        reason: reason(error),
    }
}

fn missing(id: &str) -> StoreError {
    StoreError::Missing { what: tr!("the match {id}", id) }
}

impl MatchStore {
    /// Returns the matches of `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Saves a new match.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when the id is taken.
    pub async fn create(&self, header: MatchHeader) -> Result<MatchEntry, StoreError> {
        self.create_with(MatchFile { header, ..MatchFile::default() }).await
    }

    /// Saves a match read from a file, with its units: all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when the id is taken (merge instead), or when a unit occurs twice.
    pub async fn create_with(&self, file: MatchFile) -> Result<MatchEntry, StoreError> {
        self.create_as(file, |_| ()).await
    }

    /// Like [`create_with`](Self::create_with); `write` completes the entry before anything is stored.
    ///
    /// # Errors
    /// As [`create_with`](Self::create_with).
    pub async fn create_as(
        &self,
        file: MatchFile,
        write: impl FnOnce(&mut MatchEntry),
    ) -> Result<MatchEntry, StoreError> {
        let mut entry = MatchEntry {
            header: file.header,
            name: String::new(),
            updated_ms: now_ms(),
            summary: serde_json::Value::Null,
            removed_ms: None,
            units: file.units.len() as u64,
        };
        write(&mut entry);
        let mut tries = 0;
        loop {
            match self.database.apply(self.creating(&entry, &file.units).await?).await {
                // Another tab has changed the uses of a file, or the match being replaced.
                Err(StoreError::Conflict { .. }) if tries < TRIES => tries += 1,
                result => return result.map(|()| entry),
            }
        }
    }

    async fn creating(&self, entry: &MatchEntry, units: &[PairRecord]) -> Result<Vec<Change>, StoreError> {
        let id = &entry.header.id;
        let key = Key::of(id.as_str());
        // Registers the match as a user of its files, so that they stay as long as it may need them.
        let mut changes = self.replacing_removed(id).await?;
        let files = FileStore::new(self.database.clone());
        for (sha256, uses) in files_of(&entry.header.settings) {
            changes.extend(files.using(sha256, uses).await?);
        }
        changes.push(Change::Insert { table: Table::Matches, key: key.clone(), record: Record::of(entry)? });
        // Units without a match are orphans.
        changes.push(Change::DeleteBelow { table: Table::Units, prefix: key });
        for unit in units {
            changes.push(insert_unit(id, unit)?);
        }
        Ok(changes)
    }

    /// Returns the changes that delete a removed match which could still be restored: once its file is opened again, it isn't needed.
    /// Empty if there is none.
    async fn replacing_removed(&self, id: &str) -> Result<Vec<Change>, StoreError> {
        let (table, key) = (Table::Matches, Key::of(id));
        let Some(record) = self.database.get(table, key.clone()).await? else { return Ok(Vec::new()) };
        let is_removed = record.read::<MatchEntry>("a match").is_ok_and(|entry| entry.removed_ms.is_some());
        let mut changes = Vec::new();
        if is_removed {
            changes.push(Change::Expect { table, key, revision: record.revision });
            changes.extend(removing(id));
        }
        Ok(changes)
    }

    /// Registers the matches that use a file as its users: matches saved by earlier versions did not.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub async fn note_uses(&self, sha256: &str) -> Result<(), StoreError> {
        let files = FileStore::new(self.database.clone());
        for (_, record) in self.database.list(Table::Matches, Range::all(), usize::MAX).await? {
            let Ok(entry) = record.read::<MatchEntry>("a match") else { continue };
            if let Some(uses) = files_of(&entry.header.settings).remove(sha256) {
                self.database.apply(files.using(sha256, uses).await?).await?;
            }
        }
        Ok(())
    }

    /// Returns all matches, most recently written first. Unreadable and removed matches are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<MatchEntry>, StoreError> {
        let records = self.database.list(Table::Matches, Range::all(), usize::MAX).await?;
        let mut entries = Vec::with_capacity(records.len());
        for (_, record) in records {
            if let Ok(mut entry) = record.read::<MatchEntry>("a match")
                && entry.removed_ms.is_none()
            {
                entry.units = self.count(&entry.header.id).await?;
                entries.push(entry);
            }
        }
        entries.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
        Ok(entries)
    }

    /// Returns a match.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the match does not exist.
    pub async fn entry(&self, id: &str) -> Result<MatchEntry, StoreError> {
        let record = self.database.get(Table::Matches, Key::of(id)).await?.ok_or_else(|| missing(id))?;
        let mut entry: MatchEntry = record.read(&tr!("the match {id}", id))?;
        entry.units = self.count(id).await?;
        Ok(entry)
    }

    /// Applies `change` to the current entry of a match. `change` may be called again when another tab writes first. Returns the entry
    /// as stored.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the match was deleted, perhaps in another tab.
    pub async fn update(&self, id: &str, change: impl Fn(&mut MatchEntry)) -> Result<MatchEntry, StoreError> {
        self.update_with(id, &[], change).await
    }

    /// Like [`update`](Self::update), but also saves finished units that another browser played: all or nothing.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub async fn update_with(
        &self,
        id: &str,
        units: &[PairRecord],
        change: impl Fn(&mut MatchEntry),
    ) -> Result<MatchEntry, StoreError> {
        let key = Key::of(id);
        let mut tries = 0;
        loop {
            let record = self.database.get(Table::Matches, key.clone()).await?.ok_or_else(|| missing(id))?;
            let mut entry: MatchEntry = record.read(&tr!("the match {id}", id))?;
            change(&mut entry);
            entry.updated_ms = now_ms();
            let new = Record::of(&entry)?.revised(record.revision + 1);
            let mut changes = vec![
                Change::Expect { table: Table::Matches, key: key.clone(), revision: record.revision },
                Change::Put { table: Table::Matches, key: key.clone(), record: new },
            ];
            changes.extend(self.new_units(id, units).await?);
            match self.database.apply(changes).await {
                Err(error) if is_late(&error) && tries < TRIES => tries += 1,
                Err(error) => return Err(error),
                Ok(()) => {
                    entry.units = self.count(id).await?;
                    return Ok(entry);
                }
            }
        }
    }

    /// Saves a finished unit. The unit is safe once this returns; saving the same unit again is fine.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the match was deleted, [`StoreError::Exists`] when other games are stored for this unit.
    pub async fn append(&self, id: &str, unit: &PairRecord) -> Result<(), StoreError> {
        self.append_all(id, std::slice::from_ref(unit)).await
    }

    /// Saves finished units that another browser played, all or none.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub async fn append_all(&self, id: &str, units: &[PairRecord]) -> Result<(), StoreError> {
        let (table, key) = (Table::Matches, Key::of(id));
        let mut tries = 0;
        loop {
            let record = self.database.get(table, key.clone()).await?.ok_or_else(|| missing(id))?;
            // If the match were deleted in the meantime, its units would be orphans.
            let mut changes = vec![Change::Expect { table, key: key.clone(), revision: record.revision }];
            changes.extend(self.new_units(id, units).await?);
            match self.database.apply(changes).await {
                Err(error) if is_late(&error) && tries < TRIES => tries += 1,
                result => return result,
            }
        }
    }

    /// Returns the changes that save the new ones among `units`. If what was read no longer holds, the transaction is refused as late.
    async fn new_units(&self, id: &str, units: &[PairRecord]) -> Result<Vec<Change>, StoreError> {
        let mut changes = Vec::with_capacity(units.len());
        for unit in units {
            let key = unit_key(id, unit.unit);
            if let Some(record) = self.database.get(Table::Units, key.clone()).await? {
                match record.read::<PairRecord>("a unit") {
                    Ok(known) if known.games == unit.games => continue,
                    Ok(_) => return Err(StoreError::Exists { key }),
                    // Unreadable games make room for these, but stay with the match.
                    Err(_) => changes.extend(self.setting_aside(id, unit.unit, record).await?),
                }
            }
            changes.push(insert_unit(id, unit)?);
        }
        Ok(changes)
    }

    /// Returns up to `limit` units in order of their numbers, starting after `after`. Unreadable units are skipped, as if they had not
    /// been played.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn units(
        &self,
        id: &str,
        after: Option<usize>,
        limit: usize,
    ) -> Result<Vec<PairRecord>, StoreError> {
        Ok(self.page(id, after, limit).await?.units)
    }

    /// Like [`units`](Self::units), but includes the numbers of the skipped units. A page without units is the last.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn page(&self, id: &str, after: Option<usize>, limit: usize) -> Result<PairPage, StoreError> {
        let mut page = PairPage::default();
        let mut range = Range::below(Key::of(id));
        if let Some(after) = after {
            range = range.after(unit_key(id, after));
        }
        loop {
            let records = self.database.list(Table::Units, range.clone(), limit - page.units.len()).await?;
            let Some((last, _)) = records.last() else { return Ok(page) };
            range = range.after(last.clone());
            for (key, record) in &records {
                match record.read("a unit") {
                    Ok(unit) => page.units.push(unit),
                    Err(_) => page.damaged.extend(key.last_number().map(|number| number as usize)),
                }
            }
            if page.units.len() >= limit {
                return Ok(page);
            }
        }
    }

    /// Sets aside units that don't belong to the match or cannot be read, so that they can be played again. `useless` holds what was read
    /// for each unit, `None` for unreadable ones; a unit that another tab has changed since is left alone. The old records remain in
    /// [`export_raw`](Self::export_raw), even if the same unit is set aside more than once.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn set_aside(
        &self,
        id: &str,
        useless: &BTreeMap<usize, Option<PairRecord>>,
    ) -> Result<(), StoreError> {
        for (&unit, found) in useless {
            let mut tries = 0;
            while let Err(error) = self.set_unit_aside(id, unit, found.as_ref()).await {
                if !is_late(&error) || tries >= TRIES {
                    return Err(error);
                }
                tries += 1;
            }
        }
        Ok(())
    }

    async fn set_unit_aside(
        &self,
        id: &str,
        unit: usize,
        found: Option<&PairRecord>,
    ) -> Result<(), StoreError> {
        let (table, key) = (Table::Units, unit_key(id, unit));
        let Some(record) = self.database.get(table, key.clone()).await? else { return Ok(()) };
        if record.read::<PairRecord>("a unit").ok().as_ref() != found {
            return Ok(());
        }
        self.database.apply(self.setting_aside(id, unit, record).await?).await
    }

    /// Returns the changes that set aside a unit's record, provided it is still this one.
    async fn setting_aside(&self, id: &str, unit: usize, record: Record) -> Result<Vec<Change>, StoreError> {
        let (table, key) = (Table::Units, unit_key(id, unit));
        let before = self.database.count(table, Range::below(aside_key(id).and(unit))).await?;
        let expect = Change::Expect { table, key: key.clone(), revision: record.revision };
        let aside = Change::Insert { table, key: aside_key(id).and(unit).and(before), record };
        Ok(vec![expect, aside, Change::Delete { table, key }])
    }

    /// Returns the matches with an unreadable record; [`list`](Self::list) leaves them out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn damaged(&self) -> Result<Vec<DamagedMatch>, StoreError> {
        let mut damaged = Vec::new();
        for (key, record) in self.database.list(Table::Matches, Range::all(), usize::MAX).await? {
            let (Err(error), Some(id)) = (record.read::<MatchEntry>(tr!("its record")), key.first_text())
            else {
                continue;
            };
            let units = self.count(id).await?;
            damaged.push(DamagedMatch { id: id.to_owned(), reason: error.to_string(), units });
        }
        Ok(damaged)
    }

    /// Exports everything stored for a match as it is in the database, as lines of JSON: its record, its units, and the units that were
    /// set aside. Works for unreadable records, too.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn export_raw(&self, id: &str) -> Result<Content, StoreError> {
        let mut text = String::new();
        let own = self.database.get(Table::Matches, Key::of(id)).await?;
        let mut push = |record: &Record| {
            // One line per record, whatever it contains.
            text.push_str(&record.json.replace(['\n', '\r'], " "));
            text.push('\n');
        };
        own.iter().for_each(&mut push);
        for prefix in [Key::of(id), aside_key(id)] {
            let records = self.database.list(Table::Units, Range::below(prefix), usize::MAX).await?;
            for (_, record) in &records {
                push(record);
            }
        }
        Ok(Content::from(text.as_str()))
    }

    /// Passes every unit to `take`, in order of their numbers. Units are read in small batches, so that the games of a long match are
    /// never in memory all at once. Stops when `take` returns `false`.
    ///
    /// # Errors
    /// As [`units`](Self::units).
    pub async fn each_unit(
        &self,
        id: &str,
        mut take: impl FnMut(PairRecord) -> bool,
    ) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let units = self.units(id, after, BATCH).await?;
            let Some(last) = units.last() else { return Ok(()) };
            after = Some(last.unit);
            for unit in units {
                if !take(unit) {
                    return Ok(());
                }
            }
        }
    }

    /// Removes or restores a match. Its games stay until [`MatchStore::purge`].
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the match was already deleted.
    pub async fn set_removed(&self, id: &str, is_removed: bool) -> Result<MatchEntry, StoreError> {
        self.update(id, |entry| entry.removed_ms = is_removed.then(now_ms)).await
    }

    /// Deletes the matches that were removed at least `age_ms` ago, with their games.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn purge(&self, age_ms: f64) -> Result<(), StoreError> {
        let records = self.database.list(Table::Matches, Range::all(), usize::MAX).await?;
        let until = now_ms() - age_ms;
        for entry in records.iter().filter_map(|(_, record)| record.read::<MatchEntry>("a match").ok()) {
            if entry.removed_ms.is_some_and(|removed| removed <= until) {
                self.remove(&entry.header.id).await?;
            }
        }
        Ok(())
    }

    /// Deletes a match with its games and logs immediately.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, id: &str) -> Result<(), StoreError> {
        self.database.apply(removing(id)).await
    }

    /// Exports the match as a file (`docs/match-file.md`), in pieces that the browser may store on disk.
    ///
    /// # Errors
    /// When the match does not exist or cannot be read.
    pub async fn export(&self, id: &str) -> Result<Vec<Content>, StoreError> {
        let entry = self.entry(id).await?;
        let mut pieces = vec![Content::from(match_file::header_line(&entry.header).as_str())];
        let mut after = None;
        loop {
            let units = self.units(id, after, BATCH).await?;
            let Some(last) = units.last() else { return Ok(pieces) };
            after = Some(last.unit);
            let text: String = units.iter().map(match_file::unit_line).collect();
            let piece = Content::from(text.as_str());
            pieces.push(if cfg!(target_arch = "wasm32") { Content::Blob(piece.blob()?) } else { piece });
        }
    }

    /// Claims a match for this tab, so that no two tabs play it at once. `None` when another tab has it. Browsers without locks
    /// (on addresses without TLS) always grant the claim.
    ///
    /// # Errors
    /// When the browser refuses for another reason.
    pub async fn claim(&self, id: &str) -> Result<Option<Claim>, StoreError> {
        locks::claim(&lock(id)).await.map_err(|error| not_claimed(&error))
    }

    /// Returns whether any tab, including this one, has claimed the match. `false` if the browser has no locks.
    pub async fn is_claimed(&self, id: &str) -> bool {
        locks::is_claimed(&lock(id)).await
    }

    /// Like [`claim`](Self::claim), for page load: retries for a moment, as the page before a reload may still hold the claim.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    pub async fn claim_soon(&self, id: &str) -> Result<Option<Claim>, StoreError> {
        locks::claim_soon(&lock(id)).await.map_err(|error| not_claimed(&error))
    }

    async fn count(&self, id: &str) -> Result<u64, StoreError> {
        self.database.count(Table::Units, Range::below(Key::of(id))).await
    }
}

/// Returns the files that a match reads, by SHA-256: the name of each by kind of use.
fn files_of(settings: &MatchSettings) -> BTreeMap<&str, BTreeMap<&'static str, &str>> {
    let mut files: BTreeMap<&str, BTreeMap<&'static str, &str>> = BTreeMap::new();
    if let Some((name, sha256)) = settings.openings.source.file() {
        files.entry(sha256).or_default().insert(kind::OPENINGS, name);
    }
    for book in settings.engines.iter().filter_map(|engine| engine.book.as_ref()) {
        files.entry(&book.sha256).or_default().insert(kind::MATCH_BOOK, &book.name);
    }
    files
}

/// Returns whether another tab wrote first, so that what was read is out of date.
fn is_late(error: &StoreError) -> bool {
    matches!(error, StoreError::Conflict { .. } | StoreError::Exists { .. })
}

/// Returns the changes that delete a match and everything stored for it.
fn removing(id: &str) -> Vec<Change> {
    vec![
        Change::Delete { table: Table::Matches, key: Key::of(id) },
        Change::DeleteBelow { table: Table::Units, prefix: Key::of(id) },
        Change::DeleteBelow { table: Table::Units, prefix: aside_key(id) },
        super::logs::remove(id),
    ]
}

/// Returns the change that saves a unit, under a globally unique revision. If a tab has read an earlier record under this key that was
/// set aside since, its write conflicts.
fn insert_unit(id: &str, unit: &PairRecord) -> Result<Change, StoreError> {
    let record = Record::of(unit)?.revised(unique_revision());
    Ok(Change::Insert { table: Table::Units, key: unit_key(id, unit.unit), record })
}

fn unique_revision() -> u64 {
    #[cfg(target_arch = "wasm32")]
    return 1 + crate::platform::random::seed();
    #[cfg(not(target_arch = "wasm32"))]
    {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
    }
}
