//! Follows a match played by another tab, showing its games as that tab stores them.

use std::rc::Rc;

use gloo_timers::callback::Interval;
use tabia_arena::GameSummary;

use super::OpenMatch;
use crate::services::matches::controller::saved_match::ReadMatch;
use crate::services::matches::events::MatchEvent;
use crate::state::lab::games::GamesLog;

/// Interval for checking whether the other tab still plays, in milliseconds: a crashed tab sends nothing.
const LOOK_MS: u32 = 2_000;

impl OpenMatch {
    /// Returns whether another tab plays it.
    pub fn is_elsewhere(&self) -> bool {
        self.0.following.borrow().timer.is_some() && !self.has_claim()
    }

    /// Returns whether this tab has claimed it, or is about to.
    pub fn has_claim(&self) -> bool {
        self.0.claim.borrow().is_some() || self.is_starting()
    }

    /// Checks whether another tab plays it; if so, follows that tab.
    pub fn look_elsewhere(&self) {
        let open = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let is_elsewhere =
                !open.has_claim() && open.0.match_library.is_claimed(&open.id()).await && !open.has_claim();
            if is_elsewhere == open.0.following.borrow().timer.is_some() {
                return;
            }
            open.0.following.borrow_mut().timer = is_elsewhere.then(|| open.look_again());
            if !open.has_claim() {
                // Catch up on what was stored before this tab listened, or what the other tab could not announce.
                open.catch_up().await;
            }
            open.emit_state();
        });
    }

    fn look_again(&self) -> Interval {
        let weak = Rc::downgrade(&self.0);
        Interval::new(LOOK_MS, move || {
            if let Some(inner) = weak.upgrade() {
                Self(inner).look_elsewhere();
            }
        })
    }

    /// Handles a change by another tab: a stored unit, or anything else about the match.
    pub fn changed_elsewhere(&self, unit: Option<usize>) {
        if self.has_claim() {
            return;
        }
        let open = self.clone();
        if let Some(unit) = unit {
            if let Some(waiting) = &mut self.0.following.borrow_mut().waiting {
                waiting.push(unit);
                return;
            }
            wasm_bindgen_futures::spawn_local(async move { open.take_stored(unit).await });
        } else {
            wasm_bindgen_futures::spawn_local(async move {
                open.catch_up().await;
                open.emit_state();
            });
        }
        self.look_elsewhere();
    }

    /// Adds a unit stored by another tab.
    async fn take_stored(&self, unit: usize) {
        let Ok(record) = self.0.match_library.unit(&self.id(), unit).await else { return };
        if self.has_claim() {
            return;
        }
        let finished = self.change_quietly(|match_progress| {
            let is_new = !match_progress.is_finished(unit);
            let scheduled = match_progress.schedule().unit(unit);
            match_progress.finish(&record).map(|_| scheduled.filter(|_| is_new))
        });
        match finished {
            Some(Ok(Some(scheduled))) => {
                self.0.games.borrow_mut().extend(GameSummary::of_unit(&scheduled, &record));
                self.emit(MatchEvent::Changed);
            }
            Some(Ok(None)) | None => {}
            // The other tab has extended the match.
            Some(Err(_)) => self.catch_up().await,
        }
    }

    /// Reloads the match from the store.
    async fn catch_up(&self) {
        if self.0.following.borrow().waiting.is_some() {
            return;
        }
        self.0.following.borrow_mut().waiting = Some(Vec::new());
        let read = self.0.match_library.read(&self.id()).await;
        let waiting = self.0.following.borrow_mut().waiting.take().unwrap_or_default();
        // If unreadable, the display stays as it was; playing the match reloads it and reports the error.
        let Ok(ReadMatch { kept, match_progress, began_ms, .. }) = read else { return };
        if self.has_claim() {
            return;
        }
        self.0.read_at.set(began_ms);
        self.0.kept.replace(kept);
        self.0.games.replace(GamesLog::new(match_progress.games().copied().collect()));
        self.0.service.replace(None);
        self.0.still.replace(Some(match_progress));
        for unit in waiting {
            Box::pin(self.take_stored(unit)).await;
        }
    }
}
