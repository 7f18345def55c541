//! What is wished of a match: play, pause, stop, so many games at a time.

use std::rc::Rc;

use super::OpenMatch;
use crate::platform::observable::Observe;
use crate::services::matches::build::PrepareError;
use crate::services::matches::controller::kept::{ClaimError, KeptMatchError, ReadMatch};
use crate::services::matches::controller::log_keeper::LogKeeper;
use crate::services::matches::controller::workspace::EquipmentError;
use crate::services::matches::events::{MatchEvent, MatchState, RunningGame};
use crate::services::matches::service::{MatchOptions, MatchService};
use crate::state::lab::games::GamesLog;
use crate::storage::ends::AtWork;
use crate::storage::locks::Claim;

/// A match that is this tab's to play, taken up by itself.
#[derive(Debug)]
pub struct Taken {
    /// No other tab plays it.
    pub claim: Claim,
    /// Since when, in milliseconds since 1970.
    pub claimed_ms: f64,
    /// Counts how the page ends meanwhile.
    pub at_work: AtWork,
}

/// What counts ends of the page calls playing a match.
pub fn work_name(id: &str) -> String {
    format!("match.{id}")
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It is not this tab's to play.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// It cannot be read again.
    #[error(transparent)]
    Match(#[from] KeptMatchError),
    /// What it is played with is not to be had.
    #[error(transparent)]
    Equipment(#[from] EquipmentError),
    /// An engine cannot be used.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
}

impl OpenMatch {
    /// Plays, or goes on. `taken` is what the caller has of it already. One that is [stopped](Self::stop) while it starts is not played.
    ///
    /// # Errors
    /// When another tab plays it, or an engine or the openings are not to be had.
    pub async fn resume(&self, taken: Option<Taken>) -> Result<(), PlayError> {
        if let Some(service) = self.service().filter(|service| service.state() != MatchState::Stopped) {
            self.0.workspace.halt_measuring();
            service.resume();
            return Ok(());
        }
        self.0.is_unwanted.set(false);
        if self.0.is_starting.replace(true) {
            return Ok(());
        }
        self.0.workspace.halt_measuring();
        self.tell_state();
        let outcome = self.start(taken).await;
        self.0.is_starting.set(false);
        if outcome.is_err() {
            self.look_elsewhere();
        }
        self.tell_state();
        outcome
    }

    async fn start(&self, taken: Option<Taken>) -> Result<(), PlayError> {
        let workspace = &self.0.workspace;
        let (claim, claimed_ms, at_work) = match taken {
            Some(Taken { claim, claimed_ms, at_work }) => (claim, claimed_ms, Some(at_work)),
            None => (workspace.claim(&self.id()).await?, js_sys::Date::now(), None),
        };
        // Another tab, or the last breath of workers that were stopped, may have finished units before it was this tab's.
        if self.0.read_at.get() < claimed_ms {
            let ReadMatch { kept, lab_match, set_aside, began_ms } = workspace.read(&self.id()).await?;
            self.0.read_at.set(began_ms);
            self.note_set_aside(&set_aside);
            self.0.kept.replace(kept);
            self.0.games.replace(GamesLog::new(lab_match.games().copied().collect()));
            self.0.still.replace(Some(lab_match));
            self.0.service.replace(None);
        }
        let Some(lab_match) = self.0.still.borrow().clone() else { return Ok(()) };
        let sources = workspace.sources(lab_match.settings()).await?;
        let books = workspace.books(lab_match.settings()).await?;
        let tables = workspace.tables(lab_match.settings()).await?;
        let workers = self.0.kept.borrow().workers;
        let options = MatchOptions {
            workers,
            store: Some(workspace.unit_store(self.id())),
            log: true,
            on_log: Some({
                let keeper = self.log_keeper();
                Rc::new(move |worker: usize, text: &str| keeper.take(worker, text))
            }),
            host: workspace.host().to_owned(),
            books,
            tables,
            ..MatchOptions::default()
        };
        if self.0.is_unwanted.get() {
            return Ok(());
        }
        let service = MatchService::start(lab_match, sources, options).await?;
        if self.0.is_unwanted.get() {
            service.stop();
            return Ok(());
        }
        let weak = Rc::downgrade(&self.0);
        let subscription = service.subscribe(move |event| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).hear(event);
            }
        });
        self.0.began.set(Some((js_sys::Date::now(), self.games().len())));
        self.0.still.replace(None);
        self.0.service.replace(Some((service, subscription)));
        self.0.claim.replace(Some(claim));
        self.0.at_work.replace(at_work);
        self.state_changed();
        Ok(())
    }

    /// Halts every game behind its present move.
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
            // It stays for what is being stored right now.
            Some(service) => service.stop(),
            None if is_starting => {}
            None => return,
        }
        self.0.read_at.set(0.0);
        // Other tabs may play it from now on.
        self.0.claim.replace(None);
        self.state_changed();
    }

    /// Tells about the games of one worker, or of none.
    pub fn watch(&self, worker: Option<usize>) {
        let service = self.service();
        if let Some(service) = service {
            service.watch(worker);
        }
    }

    /// The games that are being played.
    pub fn running(&self) -> Vec<RunningGame> {
        self.0.service.borrow().as_ref().map(|(service, _)| service.running()).unwrap_or_default()
    }

    /// How many games are played at a time.
    pub fn workers(&self) -> usize {
        self.service().map_or(self.0.kept.borrow().workers, |service| service.workers())
    }

    /// Changes the number of games at a time.
    pub fn set_workers(&self, workers: usize) {
        self.0.kept.borrow_mut().workers = workers;
        if let Some(service) = self.service() {
            service.set_workers(workers);
        }
        self.keep();
        self.tell(MatchEvent::Changed);
    }

    /// What keeps the logs, made when the match is first played.
    pub(super) fn log_keeper(&self) -> LogKeeper {
        let mut slot = self.0.log_keeper.borrow_mut();
        let keeper = slot.get_or_insert_with(|| {
            let weak = Rc::downgrade(&self.0);
            self.0.workspace.log_keeper(&self.id(), move |written| {
                let Some(open) = weak.upgrade().map(Self) else { return };
                match written {
                    Ok(()) => open.look_at_logs(),
                    Err(error) => {
                        open.note(false, format!("The UCI log is no longer stored: {error}"));
                        open.tell(MatchEvent::Changed);
                    }
                }
            })
        });
        keeper.clone()
    }

    /// Looks up how much of the logs is kept.
    pub(super) fn look_at_logs(&self) {
        let open = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // Without an answer the logs cannot be had either, which is told when somebody wants them.
            if let Ok(logs) = open.0.workspace.log_extents(&open.id()).await {
                let old = open.0.logs.replace(Rc::new(logs));
                if old != open.logs() {
                    open.tell(MatchEvent::Changed);
                }
            }
        });
    }
}
