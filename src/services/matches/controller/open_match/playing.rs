//! Controls of a match: play, pause, stop, number of concurrent games.

use std::rc::Rc;

use super::OpenMatch;
use crate::language::tr;
use crate::platform::observable::Observe;
use crate::services::matches::build::PrepareError;
use crate::services::matches::controller::match_library::EquipmentError;
use crate::services::matches::controller::match_log_writer::MatchLogWriter;
use crate::services::matches::controller::saved_match::{ClaimError, ReadMatch, SavedMatchError};
use crate::services::matches::events::{MatchEvent, MatchState, RunningGame};
use crate::services::matches::service::{MatchOptions, MatchService};
use crate::state::lab::games::GamesLog;
use crate::storage::crash_counter::CrashCounter;
use crate::storage::locks::Claim;

/// Claim on a match that is resumed automatically.
#[derive(Debug)]
pub struct ResumeClaim {
    /// Claim that keeps other tabs from playing it.
    pub claim: Claim,
    /// Time of the claim, in milliseconds since 1970.
    pub claimed_ms: f64,
    /// Counts page ends in the meantime.
    pub crash_counter: CrashCounter,
}

/// Returns the name under which page ends are counted while the match is played.
pub fn work_name(id: &str) -> String {
    format!("match.{id}")
}

/// Reason why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It cannot be claimed for this tab.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// It cannot be reloaded.
    #[error(transparent)]
    Match(#[from] SavedMatchError),
    /// Its equipment is unavailable.
    #[error(transparent)]
    Equipment(#[from] EquipmentError),
    /// An engine is unusable.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
}

impl OpenMatch {
    /// Starts or resumes play. `taken` is the claim, if the caller already holds it. A match [stopped](Self::stop) while starting is not
    /// played.
    ///
    /// # Errors
    /// If another tab plays it, or an engine or the openings are unavailable.
    pub async fn resume(&self, taken: Option<ResumeClaim>) -> Result<(), PlayError> {
        if let Some(service) = self.service().filter(|service| service.state() != MatchState::Stopped) {
            self.0.match_library.halt_measuring();
            service.resume();
            return Ok(());
        }
        self.0.is_unwanted.set(false);
        if self.0.is_starting.replace(true) {
            return Ok(());
        }
        self.0.match_library.halt_measuring();
        self.emit_state();
        let outcome = self.start(taken).await;
        self.0.is_starting.set(false);
        if outcome.is_err() {
            self.look_elsewhere();
        }
        self.emit_state();
        outcome
    }

    async fn start(&self, taken: Option<ResumeClaim>) -> Result<(), PlayError> {
        let match_library = &self.0.match_library;
        let (claim, claimed_ms, crash_counter) = match taken {
            Some(ResumeClaim { claim, claimed_ms, crash_counter }) => {
                (claim, claimed_ms, Some(crash_counter))
            }
            None => (match_library.claim(&self.id()).await?, js_sys::Date::now(), None),
        };
        // Another tab, or stopped workers finishing up, may have completed units before the claim.
        if self.0.read_at.get() < claimed_ms {
            let ReadMatch { kept, match_progress, set_aside, began_ms } =
                match_library.read(&self.id()).await?;
            self.0.read_at.set(began_ms);
            self.note_set_aside(&set_aside);
            self.0.kept.replace(kept);
            self.0.games.replace(GamesLog::new(match_progress.games().copied().collect()));
            self.0.still.replace(Some(match_progress));
            self.0.service.replace(None);
        }
        let Some(match_progress) = self.0.still.borrow().clone() else { return Ok(()) };
        let sources = match_library.sources(match_progress.settings()).await?;
        let books = match_library.books(match_progress.settings()).await?;
        let tables = match_library.tables(match_progress.settings()).await?;
        let workers = self.0.kept.borrow().workers;
        let options = MatchOptions {
            workers,
            store: Some(match_library.unit_store(self.id())),
            log: true,
            on_log: Some({
                let log_writer = self.match_log_writer();
                Rc::new(move |worker: usize, text: &str| log_writer.take(worker, text))
            }),
            host: match_library.host().to_owned(),
            books,
            tables,
            ..MatchOptions::default()
        };
        if self.0.is_unwanted.get() {
            return Ok(());
        }
        let service = MatchService::start(match_progress, sources, options).await?;
        if self.0.is_unwanted.get() {
            service.stop();
            return Ok(());
        }
        let weak = Rc::downgrade(&self.0);
        let subscription = service.subscribe(move |event| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).on_event(event);
            }
        });
        self.0.began.set(Some((js_sys::Date::now(), self.games().len())));
        self.0.still.replace(None);
        self.0.service.replace(Some((service, subscription)));
        self.0.claim.replace(Some(claim));
        self.0.crash_counter.replace(crash_counter);
        self.state_changed();
        Ok(())
    }

    /// Pauses every game after its current move.
    pub fn pause(&self) {
        if let Some(service) = self.service() {
            service.pause();
        }
    }

    /// Ends all workers; a match that is starting does not begin.
    pub fn stop(&self) {
        let is_starting = self.is_starting();
        self.0.is_unwanted.set(is_starting);
        match self.service() {
            // The service stays for units still being stored.
            Some(service) => service.stop(),
            None if is_starting => {}
            None => return,
        }
        self.0.read_at.set(0.0);
        // From now on, other tabs may play it.
        self.0.claim.replace(None);
        self.state_changed();
    }

    /// Selects the worker whose games are watched, if any.
    pub fn watch(&self, worker: Option<usize>) {
        let service = self.service();
        if let Some(service) = service {
            service.watch(worker);
        }
    }

    /// Returns the games in progress.
    pub fn running(&self) -> Vec<RunningGame> {
        self.0.service.borrow().as_ref().map(|(service, _)| service.running()).unwrap_or_default()
    }

    /// Returns the number of concurrent games.
    pub fn workers(&self) -> usize {
        self.service().map_or(self.0.kept.borrow().workers, |service| service.workers())
    }

    /// Sets the number of concurrent games.
    pub fn set_workers(&self, workers: usize) {
        self.0.kept.borrow_mut().workers = workers;
        if let Some(service) = self.service() {
            service.set_workers(workers);
        }
        self.keep();
        self.emit(MatchEvent::Changed);
    }

    /// Returns the log writer, created when the match is first played.
    pub(super) fn match_log_writer(&self) -> MatchLogWriter {
        let mut slot = self.0.match_log_writer.borrow_mut();
        let log_writer = slot.get_or_insert_with(|| {
            let weak = Rc::downgrade(&self.0);
            self.0.match_library.match_log_writer(&self.id(), move |written| {
                let Some(open) = weak.upgrade().map(Self) else { return };
                match written {
                    Ok(()) => open.look_at_logs(),
                    Err(error) => {
                        open.note(false, tr!("The UCI log is no longer stored: {error}", error));
                        open.emit(MatchEvent::Changed);
                    }
                }
            })
        });
        log_writer.clone()
    }

    /// Updates the size of the saved logs.
    pub(super) fn look_at_logs(&self) {
        let open = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // If this fails, opening a log will fail too and report the error.
            if let Ok(logs) = open.0.match_library.log_extents(&open.id()).await {
                let old = open.0.logs.replace(Rc::new(logs));
                if old != open.logs() {
                    open.emit(MatchEvent::Changed);
                }
            }
        });
    }
}
