//! Controller of this browser's matches: gives the components access to engines, matches and their stored data.
//!
//! A handle outside Yew's tree. Components subscribe to what they show.
//!
//! - [`match_library`]: equipment and storage of matches
//! - [`open_match`]: match that is open, and possibly being played
//! - [`saved_match`]: stored data of a match besides its units

mod engine_list;
pub mod match_library;
mod match_log_writer;
pub mod open_match;
mod openings;
pub mod saved_match;

pub use self::openings::OpeningFileError;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use tabia_arena::{MatchHeader, MatchProgress, MatchSettings, Share};
use wasm_bindgen_futures::spawn_local;

use self::match_library::{ControllerEvent, MatchLibrary};
use self::open_match::{OpenMatch, PlayError, ResumeClaim, work_name};
use self::saved_match::{ClaimError, ReadMatch, SavedMatch, SavedMatchError, last_place, queue, summary};
use crate::language::tr;
use crate::platform::observable::{Observable, Observe};
use crate::platform::random::unique_id;
use crate::services::catalogue::AddError;
use crate::services::matches::events::MatchState;
use crate::services::matches::service::MatchService;
use crate::state::lab::engine::{most_threads, usual_workers};
use crate::storage::crash_counter::CrashCounter;

/// For this long after its creation, in milliseconds, no other tab can have played a match, so it need not be reloaded.
const NEW_MS: f64 = 3000.0;

/// Reason why an engine cannot be removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoveError {
    /// A running match uses it.
    #[error("{}", tr!("the match {name} is being played with it: stop that match first", name))]
    Playing {
        /// Name of the match.
        name: String,
    },
    /// Refused by the catalogue.
    #[error(transparent)]
    Catalogue(#[from] AddError),
}

/// Outcome of resuming a match that was running when the page was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakenUp {
    /// Resumed.
    Playing,
    /// Another tab plays it, or has stopped it.
    Elsewhere,
    /// It has ended the page repeatedly; the user has to decide.
    Refused,
}

/// The match library plus the open matches; clones compare equal. Dereferences to the library.
#[derive(Clone)]
pub struct MatchController {
    match_library: MatchLibrary,
    open: Rc<RefCell<BTreeMap<String, OpenMatch>>>,
}

impl PartialEq for MatchController {
    fn eq(&self, other: &Self) -> bool {
        self.match_library == other.match_library
    }
}

impl Deref for MatchController {
    type Target = MatchLibrary;

    fn deref(&self) -> &MatchLibrary {
        &self.match_library
    }
}

impl Observe for MatchController {
    type Event = ControllerEvent;

    fn events(&self) -> &Observable<ControllerEvent> {
        self.match_library.events()
    }
}

impl Default for MatchController {
    fn default() -> Self {
        let controller = Self { match_library: MatchLibrary::new(), open: Rc::default() };
        let (open, match_library) = (Rc::downgrade(&controller.open), controller.match_library.downgrade());
        controller.match_library.follow_other_tabs(move |id, unit| {
            let Some(open) = open.upgrade() else { return };
            let shown = open.borrow().get(id).cloned();
            if let Some(shown) = shown {
                shown.changed_elsewhere(unit);
            }
            if let Some(match_library) = match_library().filter(|_| unit.is_none()) {
                let id = id.to_owned();
                spawn_local(async move { match_library.refresh_entry(&id).await });
            }
        });
        controller
    }
}

impl MatchController {
    /// Returns a match that is already open.
    pub fn opened(&self, id: &str) -> Option<OpenMatch> {
        self.open.borrow().get(id).cloned()
    }

    /// Creates and saves a match, without playing it; `queued` is its place in the queue if it waits.
    ///
    /// # Errors
    /// If its settings or openings are invalid, or it cannot be saved.
    pub async fn create(
        &self,
        mut header: MatchHeader,
        workers: usize,
        share: Share,
        queued: Option<f64>,
    ) -> Result<OpenMatch, SavedMatchError> {
        // On another machine, this shows the user which files are needed.
        for engine in header.settings.engines.iter_mut().filter(|engine| engine.files.is_empty()) {
            engine.files = self.build_files(&engine.build);
        }
        let names = header.settings.names();
        let name = match header.settings.event.as_str() {
            "" => names.join(" – "),
            event => event.to_owned(),
        };
        let mut kept = SavedMatch { header, name, workers, share, queued, ..SavedMatch::default() };
        let match_progress = self.build(&kept).await?;
        kept.summary = summary(&match_progress);
        self.add(&kept).await?;
        self.announce_stored(&kept.header.id);
        Ok(self.put_open(kept, match_progress, js_sys::Date::now() + NEW_MS))
    }

    fn put_open(&self, kept: SavedMatch, match_progress: MatchProgress, read_ms: f64) -> OpenMatch {
        let open = OpenMatch::new(self.match_library.clone(), kept, match_progress, read_ms);
        self.open.borrow_mut().insert(open.id(), open.clone());
        // The list entry may predate a crash.
        open.refresh();
        open.look_elsewhere();
        open
    }

    /// Loads a match from the store, with its finished games.
    ///
    /// # Errors
    /// If it is not stored here, or cannot be read.
    pub async fn open(&self, id: &str) -> Result<OpenMatch, SavedMatchError> {
        if let Some(open) = self.opened(id) {
            return Ok(open);
        }
        if self.kept(id).is_none() {
            return Err(SavedMatchError::Missing);
        }
        let ReadMatch { kept, match_progress, set_aside, began_ms } = self.read(id).await?;
        // It may have been opened in the meantime.
        Ok(self.opened(id).unwrap_or_else(|| {
            let open = self.put_open(kept, match_progress, began_ms);
            open.note_set_aside(&set_aside);
            open
        }))
    }

    /// Removes a match with all its games; returns whether that succeeded. [`MatchLibrary::restore_match`] restores it within a limited time.
    pub async fn delete(&self, id: &str) -> bool {
        if let Some(open) = self.opened(id) {
            open.stop();
        }
        let is_removed = self.remove(id).await;
        if is_removed {
            self.open.borrow_mut().remove(id);
        }
        is_removed
    }

    /// Returns the name of another match that is being played or started.
    pub fn played_beside(&self, id: Option<&str>) -> Option<String> {
        let open = self.open.borrow();
        let is_playing = |other: &&OpenMatch| other.is_starting() || other.state() == MatchState::Playing;
        let mut others = open.iter().filter(|(other, _)| Some(other.as_str()) != id).map(|(_, other)| other);
        others.find(is_playing).map(|other| other.kept().name)
    }

    /// Returns the name of a match that another tab plays.
    pub async fn played_elsewhere(&self) -> Option<String> {
        for id in MatchLibrary::were_running() {
            let is_here = self.opened(&id).is_some_and(|open| open.state() == MatchState::Playing);
            if let Some(kept) = self.kept(&id).filter(|_| !is_here)
                && self.is_claimed(&id).await
            {
                return Some(kept.name);
            }
        }
        None
    }

    /// Plays a match and pauses those that were running, since they would compete for the processors. A paused match loses nothing.
    ///
    /// # Errors
    /// If another tab plays it, or its equipment is unavailable.
    pub async fn play(&self, open: &OpenMatch) -> Result<(), PlayError> {
        for other in self.others(open) {
            if other.is_starting() {
                other.stop();
            } else {
                other.pause();
            }
        }
        open.resume(None).await
    }

    /// Plays a match beside the one that is running; each gets half of the processors.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub async fn play_beside(&self, open: &OpenMatch) -> Result<(), PlayError> {
        self.divide_processors(open);
        open.resume(None).await
    }

    /// Reduces the concurrent games of a match and of those being played to half of what a single match has.
    fn divide_processors(&self, open: &OpenMatch) {
        let others = self.others(open);
        let playing: Vec<&OpenMatch> =
            others.iter().filter(|other| other.state() == MatchState::Playing).collect();
        if playing.is_empty() {
            return;
        }
        for one in playing.into_iter().chain([open]) {
            let settings = one.kept().header.settings;
            let threads = most_threads(settings.engines.iter().map(|engine| engine.options.as_slice()));
            let half = (usual_workers(MatchService::processors(), threads) / 2).max(1);
            if one.workers() > half {
                one.set_workers(half);
            }
        }
    }

    fn others(&self, open: &OpenMatch) -> Vec<OpenMatch> {
        self.open.borrow().values().filter(|other| *other != open).cloned().collect()
    }

    /// Returns the place at the end of the queue.
    pub fn last_place(&self) -> f64 {
        last_place(&self.matches(), js_sys::Date::now())
    }

    /// Puts a match at the end of the queue, unless it already waits.
    pub fn enqueue(&self, id: &str) {
        if self.kept(id).is_some_and(|kept| kept.queued.is_none()) {
            self.set_queued(id, Some(self.last_place()));
        }
    }

    /// Sets the place of a match in the queue; `None` takes it out.
    pub fn set_queued(&self, id: &str, queued: Option<f64>) {
        if let Some(open) = self.opened(id) {
            open.set_queued(queued);
        } else if let Some(kept) = self.kept(id) {
            self.keep(SavedMatch { queued, ..kept });
        }
        self.announce_stored(id);
    }

    /// Plays the first waiting match that can be played, beside those that are running. Returns the names of those that cannot, with the
    /// reasons; they leave the queue.
    pub async fn play_next(&self) -> Vec<(String, PlayError)> {
        let mut refused = Vec::new();
        for next in queue(&self.matches()) {
            let id = next.header.id;
            match self.play_queued(&id).await {
                Ok(true) => break,
                // Another tab has just started it.
                Ok(false) | Err(PlayError::Claim(ClaimError::Elsewhere)) => {}
                Err(error) => {
                    MatchLibrary::remember_running(&id, false);
                    self.set_queued(&id, None);
                    refused.push((next.name, error));
                }
            }
        }
        refused
    }

    /// Plays a waiting match; returns whether it is now being played: it may be complete, or have left the queue in another tab.
    async fn play_queued(&self, id: &str) -> Result<bool, PlayError> {
        // A match that is paused here, or that the user is starting, has its claim.
        if let Some(open) = self.opened(id).filter(OpenMatch::has_claim) {
            self.divide_processors(&open);
            open.resume(None).await?;
            return Ok(open.state() != MatchState::Complete);
        }
        let claim = self.claim(id).await?;
        let claimed_ms = js_sys::Date::now();
        self.refresh_entry(id).await;
        if self.kept(id).is_none_or(|kept| kept.queued.is_none()) {
            return Ok(false);
        }
        // If the page ends now, the next visit plays it.
        MatchLibrary::remember_running(id, true);
        let crash_counter = CrashCounter::begin(&work_name(id));
        let open = self.open(id).await?;
        self.divide_processors(&open);
        open.resume(Some(ResumeClaim { claim, claimed_ms, crash_counter })).await?;
        Ok(open.state() != MatchState::Complete)
    }

    /// Resumes a match that was running when the page was left, unless another tab plays it or it has ended the page repeatedly.
    ///
    /// # Errors
    /// If it cannot be read, or its equipment is unavailable.
    pub async fn take_up(&self, id: &str) -> Result<TakenUp, PlayError> {
        // Without the claim, neither count page ends nor change what is recorded.
        let Some(claim) = self.claim_soon(id).await? else { return Ok(TakenUp::Elsewhere) };
        // The tab that held the claim may have stopped the match.
        if !MatchLibrary::were_running().iter().any(|running| running == id) {
            return Ok(TakenUp::Elsewhere);
        }
        let claimed_ms = js_sys::Date::now();
        let Some(crash_counter) = CrashCounter::take_up(&work_name(id)) else {
            self.match_library.set_running(id, false, false);
            return Ok(TakenUp::Refused);
        };
        let open = self.open(id).await?;
        self.divide_processors(&open);
        open.resume(Some(ResumeClaim { claim, claimed_ms, crash_counter })).await?;
        Ok(TakenUp::Playing)
    }

    /// Removes an engine from the browser. Matches that use it keep their games.
    ///
    /// # Errors
    /// If a match is using it, or it is built in, or the store cannot be written.
    pub async fn remove_engine(&self, id: &str) -> Result<(), RemoveError> {
        let is_playing = |open: &&OpenMatch| {
            (open.is_starting() || matches!(open.state(), MatchState::Playing | MatchState::Paused(_)))
                && open.kept().header.settings.engines.iter().any(|engine| engine.build == id)
        };
        let playing = self.open.borrow().values().find(is_playing).map(|open| open.kept().name);
        if let Some(name) = playing {
            return Err(RemoveError::Playing { name });
        }
        Ok(self.take_engine_away(id).await?)
    }
}

/// Creates a header for new settings.
pub fn new_header(settings: MatchSettings) -> MatchHeader {
    MatchHeader { id: unique_id(), created_ms: js_sys::Date::now() as u64, settings }
}
