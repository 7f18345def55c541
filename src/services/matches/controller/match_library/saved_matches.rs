//! Stored matches, with their finished units and logs.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::FutureExt;
use tabia_arena::{MatchFile, MatchHeader, MatchProgress, PairError, PairRecord};
use wasm_bindgen_futures::spawn_local;

use super::{ControllerEvent, MatchLibrary};
use crate::language::tr;
use crate::platform::bus::{self, LabPlay, Message};
use crate::platform::tabs::Tabs;
use crate::platform::turns::next_turn;
use crate::services::books::client::BookClient;
use crate::services::matches::controller::match_log_writer::MatchLogWriter;
use crate::services::matches::controller::openings;
use crate::services::matches::controller::saved_match::{
    ClaimError, ReadMatch, SavedMatch, SavedMatchError, SetAsideUnits,
};
use crate::services::matches::service::StorePair;
use crate::storage::locks::Claim;
use crate::storage::logs::{self, LogExtent};
use crate::storage::matches::DamagedMatch;
use crate::storage::{Content, StoreError};

/// Local storage key of the running matches, one id per line; the next visit looks for them.
const RUNNING_KEY: &str = "tabia.lab.running";
/// Channel on which tabs announce match changes: an id, optionally followed by a space and the number of a stored unit.
const CHANNEL: &str = "tabia-matches";
/// Number of units read from the store at a time.
pub const BATCH: usize = 20;

/// Adds a unit to a match. A unit beyond the schedule extends the match: its games were played, only the settings that said so were lost.
fn take(match_progress: &mut MatchProgress, record: &PairRecord) -> Result<(), PairError> {
    if record.unit >= match_progress.schedule().total_units() {
        let (units, games) =
            (match_progress.schedule().total_units(), match_progress.schedule().total_games());
        let per_unit = games.div_ceil(units.max(1));
        // If the match cannot be that long, the unit does not belong to it.
        let _ = match_progress.extend(per_unit.saturating_mul(record.unit + 1));
    }
    match_progress.finish(record).map(drop)
}

impl MatchLibrary {
    /// Returns the stored matches, newest first, as last saved.
    pub fn matches(&self) -> Vec<SavedMatch> {
        self.0.matches.borrow().clone()
    }

    /// Returns whether a match is stored here.
    pub fn knows(&self, id: &str) -> bool {
        self.0.matches.borrow().iter().any(|kept| kept.header.id == id)
    }

    pub(in super::super) async fn build(&self, kept: &SavedMatch) -> Result<MatchProgress, SavedMatchError> {
        let openings =
            openings::read(&self.0.database, &BookClient::of_page(), &kept.header.settings).await?;
        let mut match_progress = MatchProgress::new(kept.header.clone(), openings)?;
        match_progress.set_share(kept.share)?;
        Ok(match_progress)
    }

    /// Reloads a match with its finished games from the store, since another tab may have changed it.
    ///
    /// Units that are unreadable or do not belong to the match are set aside and will be replayed. If the schedule is too short for the
    /// stored units, the match is extended.
    ///
    /// # Errors
    /// If its openings are unavailable, or the store cannot be read.
    pub async fn read(&self, id: &str) -> Result<ReadMatch, SavedMatchError> {
        self.written().await;
        let began_ms = js_sys::Date::now();
        let kept = self.fresh(id).await?;
        let mut match_progress = self.build(&kept).await?;
        let (mut after, mut useless, mut first_reason) = (None, BTreeMap::new(), None);
        loop {
            let page = self.0.store.page(id, after, BATCH).await?;
            useless.extend(page.damaged.into_iter().map(|unit| (unit, None)));
            let Some(last) = page.units.last() else { break };
            after = Some(last.unit);
            for record in page.units {
                if let Err(reason) = take(&mut match_progress, &record) {
                    first_reason.get_or_insert(reason);
                    useless.insert(record.unit, Some(record));
                }
            }
            next_turn().await;
        }
        self.0.store.set_aside(id, &useless).await?;
        let kept = SavedMatch { header: match_progress.header().clone(), ..kept };
        let set_aside = SetAsideUnits { units: useless.len(), reason: first_reason };
        Ok(ReadMatch { kept, match_progress, set_aside, began_ms })
    }

    /// Reloads the stored data of a match.
    async fn fresh(&self, id: &str) -> Result<SavedMatch, SavedMatchError> {
        let kept = SavedMatch::of(self.0.store.entry(id).await?);
        self.note(&kept);
        Ok(kept)
    }

    /// Updates the list entry of a match.
    pub(super) fn note(&self, kept: &SavedMatch) {
        let mut matches = self.0.matches.borrow_mut();
        if let Some(known) = matches.iter_mut().find(|known| known.header.id == kept.header.id) {
            *known = kept.clone();
        }
    }

    /// Returns the matches whose own record is unreadable.
    pub fn damaged(&self) -> Vec<DamagedMatch> {
        self.0.damaged.borrow().clone()
    }

    /// Exports all stored data of a match, exactly as it is in the database.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn export_raw(&self, id: &str) -> Result<Content, StoreError> {
        self.0.store.export_raw(id).await
    }

    /// Deletes a match with an unreadable record, including all its games. This cannot be undone.
    pub async fn delete_damaged(&self, id: &str) {
        match self.0.store.remove(id).await {
            Ok(()) => self.0.damaged.borrow_mut().retain(|damaged| damaged.id != id),
            Err(error) => self.fault(tr!("The match was not deleted"), &error),
        }
        self.emit(ControllerEvent::Matches);
    }

    /// Returns finished units after `after`, in order of their numbers. Units played by this tab are available even if the browser has
    /// deleted its storage, or cannot read it.
    ///
    /// # Errors
    /// If they cannot be read, and none is in memory.
    pub async fn units(
        &self,
        id: &str,
        after: Option<usize>,
        limit: usize,
    ) -> Result<Vec<PairRecord>, StoreError> {
        let stored = self.0.store.units(id, after, limit).await;
        match (stored, self.0.recent.borrow().get(id)) {
            (stored, Some(recent)) => Ok(recent.complete(stored.unwrap_or_default(), after, limit)),
            (stored, None) => stored,
        }
    }

    /// Returns a finished unit.
    ///
    /// # Errors
    /// If it is not stored.
    pub async fn unit(&self, id: &str, unit: usize) -> Result<PairRecord, StoreError> {
        let found = self.units(id, unit.checked_sub(1), 1).await?;
        let what = || tr!("pair {pair} of this match", pair = unit + 1);
        found
            .into_iter()
            .find(|record| record.unit == unit)
            .ok_or_else(|| StoreError::Missing { what: what() })
    }

    /// Returns the size of a match's logs, by worker.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn log_extents(&self, id: &str) -> Result<BTreeMap<u64, LogExtent>, StoreError> {
        logs::extents(&self.0.database, id).await
    }

    /// Returns the log of one worker of a match, in chunks.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn log(&self, id: &str, worker: u64) -> Result<Vec<Content>, StoreError> {
        logs::read(&self.0.database, id, worker).await
    }

    /// Creates the log writer of a match.
    pub fn match_log_writer(
        &self,
        id: &str,
        on_written: impl Fn(Result<(), StoreError>) + 'static,
    ) -> MatchLogWriter {
        MatchLogWriter::new(self.0.database.clone(), id, self.host(), Box::new(on_written))
    }

    /// Saves finished units together with the match header, which they may make longer: all or nothing.
    ///
    /// # Errors
    /// For example, if storage is full.
    pub(in super::super) async fn put_merged(
        &self,
        units: &[PairRecord],
        header: &MatchHeader,
    ) -> Result<(), StoreError> {
        let id = header.id.as_str();
        let base = self.kept(id).ok_or_else(|| StoreError::Missing { what: tr!("this match").to_owned() })?;
        let longer = SavedMatch { header: header.clone(), ..base.clone() };
        let entry = self.0.store.update_with(id, units, |entry| longer.write(&base, entry)).await?;
        self.note(&SavedMatch::of(entry));
        Ok(())
    }

    /// Claims a match for this tab, since two tabs must not play it.
    ///
    /// # Errors
    /// If another tab has it, or the browser does not report the claim.
    pub async fn claim(&self, id: &str) -> Result<Claim, ClaimError> {
        self.0.store.claim(id).await?.ok_or(ClaimError::Elsewhere)
    }

    /// Claims a match at page start; `None` if another tab has it.
    ///
    /// # Errors
    /// If the browser does not report the claim.
    pub async fn claim_soon(&self, id: &str) -> Result<Option<Claim>, ClaimError> {
        Ok(self.0.store.claim_soon(id).await?)
    }

    /// Returns whether any tab, including this one, has claimed a match.
    pub(in super::super) async fn is_claimed(&self, id: &str) -> bool {
        self.0.store.is_claimed(id).await
    }

    /// Announces to other tabs that a unit of a match was stored, or that something else about it changed.
    pub(in super::super) fn announce(&self, id: &str, unit: Option<usize>) {
        if let Some(tabs) = &*self.0.tabs.borrow() {
            let unit = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
            tabs.say(&format!("{id}{unit}"));
        }
    }

    /// Calls `on_change` with the match changed in another tab, and the number of the stored unit, if that was the change.
    pub(in super::super) fn follow_other_tabs(&self, on_change: impl Fn(&str, Option<usize>) + 'static) {
        let tabs = Tabs::join(CHANNEL, move |word| {
            let (id, unit) = word.split_once(' ').unwrap_or((word, ""));
            on_change(id, unit.parse().ok());
        });
        self.0.tabs.replace(Some(tabs));
    }

    /// Announces a change of a match to other tabs once it is stored.
    pub(in super::super) fn announce_stored(&self, id: &str) {
        let (match_library, id, written) = (self.clone(), id.to_owned(), self.written());
        spawn_local(async move {
            written.await;
            match_library.announce(&id, None);
        });
    }

    /// Updates the list entry of a match that has been added, changed or removed in another tab.
    pub(in super::super) async fn refresh_entry(&self, id: &str) {
        self.written().await;
        // If unreadable, the entry stays as it was.
        let Ok(entry) = self.0.store.entry(id).await else { return };
        let mut matches = self.0.matches.borrow_mut();
        matches.retain(|kept| kept.header.id != id);
        if entry.removed_ms.is_none() {
            matches.push(SavedMatch::of(entry));
            matches.sort_by_key(|kept| std::cmp::Reverse(kept.header.created_ms));
        }
        drop(matches);
        self.emit(ControllerEvent::Matches);
    }

    /// Returns the store for finished units of a running match.
    pub fn unit_store(&self, id: String) -> StorePair {
        let match_library = self.clone();
        Rc::new(move |record: Rc<PairRecord>| {
            let (match_library, id) = (match_library.clone(), id.clone());
            Box::pin(async move {
                match match_library.0.store.append(&id, &record).await {
                    Ok(()) => {}
                    Err(StoreError::Missing { .. }) if match_library.0.database.was_deleted() => {
                        return Err(StoreError::Deleted.into());
                    }
                    Err(error) => return Err(error.into()),
                }
                match_library.announce(&id, Some(record.unit));
                match_library.0.recent.borrow_mut().entry(id).or_default().insert(record);
                Ok(())
            })
        })
    }

    /// Saves the data of a match besides its games.
    pub fn keep(&self, kept: SavedMatch) {
        let mut matches = self.0.matches.borrow_mut();
        let Some(entry) = matches.iter_mut().find(|entry| entry.header.id == kept.header.id) else { return };
        let base = std::mem::replace(entry, kept.clone());
        drop(matches);
        self.emit(ControllerEvent::Matches);
        let (match_library, earlier) = (self.clone(), self.written());
        let write = async move {
            earlier.await;
            let id = kept.header.id.as_str();
            if let Err(error) = match_library.0.store.update(id, |entry| kept.write(&base, entry)).await {
                match_library.fault(tr!("The state of the match could not be saved"), &error);
            }
        };
        let write = write.boxed_local().shared();
        self.0.writing.replace(Some(write.clone()));
        spawn_local(write);
    }

    /// Waits until everything passed to [`keep`](Self::keep) so far is stored.
    fn written(&self) -> impl Future<Output = ()> + use<> {
        let writing = self.0.writing.borrow().clone();
        async move {
            if let Some(writing) = writing {
                writing.await;
            }
        }
    }

    /// Restores a recently removed match, without playing it.
    pub async fn restore_match(&self, id: &str) {
        match self.0.store.set_removed(id, false).await {
            Ok(entry) => {
                let kept = SavedMatch { is_running: false, ..SavedMatch::of(entry) };
                let mut matches = self.0.matches.borrow_mut();
                matches.push(kept);
                matches.sort_by_key(|kept| std::cmp::Reverse(kept.header.created_ms));
                drop(matches);
                self.emit(ControllerEvent::Matches);
            }
            Err(error) => self.fault(tr!("The match was not restored"), &error),
        }
    }

    /// Records which match is running, for the next visit, and whether it is timed, for the analysis.
    pub(in super::super) fn set_running(&self, id: &str, is_running: bool, by_clock: bool) {
        let mut playing = self.0.playing.borrow_mut();
        if is_running {
            playing.insert(id.to_owned(), by_clock);
        } else {
            playing.remove(id);
        }
        let play = match (playing.is_empty(), playing.values().any(|by_clock| *by_clock)) {
            (true, _) => LabPlay::Idle,
            (false, false) => LabPlay::Untimed,
            (false, true) => LabPlay::Timed,
        };
        drop(playing);
        bus::send(Message::LabPlay(play));
        Self::remember_running(id, is_running);
    }

    /// Records whether the next visit resumes a match.
    pub(in super::super) fn remember_running(id: &str, is_running: bool) {
        let Some(storage) = crate::platform::local::storage() else {
            return;
        };
        // Other tabs may play other matches.
        let mut running = Self::were_running();
        running.retain(|other| other != id);
        if is_running {
            running.insert(0, id.to_owned());
        }
        // If storage is full, the match has to be resumed by hand.
        let _ = if running.is_empty() {
            storage.remove_item(RUNNING_KEY)
        } else {
            storage.set_item(RUNNING_KEY, &running.join("\n"))
        };
    }

    /// Returns the matches that were running when pages were left, or are running in other tabs; last started first.
    pub fn were_running() -> Vec<String> {
        let storage = crate::platform::local::storage();
        let text = storage.and_then(|storage| storage.get_item(RUNNING_KEY).ok().flatten());
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Saves a new match.
    ///
    /// # Errors
    /// If the id is taken, or it cannot be saved.
    pub(in super::super) async fn add(&self, kept: &SavedMatch) -> Result<(), StoreError> {
        let file = MatchFile { header: kept.header.clone(), ..MatchFile::default() };
        self.0.store.create_as(file, |entry| kept.write(kept, entry)).await?;
        self.0.matches.borrow_mut().insert(0, kept.clone());
        self.emit(ControllerEvent::Matches);
        Ok(())
    }

    /// Returns the stored data of a match.
    pub(in super::super) fn kept(&self, id: &str) -> Option<SavedMatch> {
        self.0.matches.borrow().iter().find(|kept| kept.header.id == id).cloned()
    }

    /// Removes a match; returns whether that succeeded. [`MatchLibrary::restore_match`] restores it within a limited time.
    pub(in super::super) async fn remove(&self, id: &str) -> bool {
        if let Err(error) = self.0.store.set_removed(id, true).await {
            self.fault(tr!("The match was not deleted"), &error);
            return false;
        }
        self.0.matches.borrow_mut().retain(|kept| kept.header.id != id);
        self.0.recent.borrow_mut().remove(id);
        self.emit(ControllerEvent::Matches);
        self.purge_later();
        true
    }
}
