//! Handles the events of a running match.

use std::rc::Rc;

use tabia_arena::{GameSummary, PairRecord};

use super::{FaultNote, OpenMatch, work_name};
use crate::language::tr;
use crate::services::matches::controller::match_library::ControllerEvent;
use crate::services::matches::events::{MatchEvent, MatchState};
use crate::storage::crash_counter::CrashCounter;

/// Maximum number of remembered faults; further ones are only counted.
const FAULTS: usize = 50;

/// Minimum time between updates of the match list while games finish, in milliseconds, since each one is saved.
const TELL_MS: f64 = 1000.0;

impl OpenMatch {
    pub(super) fn on_event(&self, event: &MatchEvent) {
        match event {
            // Notifies after saving.
            MatchEvent::State(_) => return self.state_changed(),
            MatchEvent::UnitFinished { record, .. } => self.unit_finished(record),
            MatchEvent::EngineFault { name, worker, message, .. } => {
                let text = tr!("{name} (worker {worker}) {message}", name, worker = worker + 1, message);
                self.note(true, text);
            }
            MatchEvent::Notice { name, message, .. } => self.note(false, format!("{name} {message}")),
            MatchEvent::WorkerFault { worker, message } => {
                let number = worker + 1;
                self.note(
                    true,
                    tr!("Match worker {number} {message}; its game is replayed", number, message),
                );
            }
            MatchEvent::Watching(_) | MatchEvent::Changed => {}
        }
        self.emit(event.clone());
    }

    pub(super) fn unit_finished(&self, record: &Rc<PairRecord>) {
        let unit = self.with_match(|match_progress| match_progress.schedule().unit(record.unit)).flatten();
        let Some(unit) = unit else { return };
        self.0.games.borrow_mut().extend(GameSummary::of_unit(&unit, record));
        // A unit that was being stored when the match halted brings no further state change.
        let is_halted = self.state() != MatchState::Playing;
        if is_halted || js_sys::Date::now() - self.0.kept_at.get() >= TELL_MS {
            self.keep();
        }
    }

    /// Records a fault.
    pub(super) fn note(&self, is_serious: bool, text: String) {
        let mut faults = self.0.faults.borrow_mut();
        faults.push(FaultNote { at_ms: js_sys::Date::now(), is_serious, text });
        if faults.len() > FAULTS {
            faults.remove(0);
        }
        drop(faults);
        self.0.fault_count.set(self.0.fault_count.get() + 1);
    }

    pub(super) fn state_changed(&self) {
        let state = self.state();
        let is_playing = state == MatchState::Playing;
        if matches!(state, MatchState::Stopped | MatchState::Complete) {
            let match_library = self.0.match_library.clone();
            wasm_bindgen_futures::spawn_local(async move { match_library.measure().await });
        }
        if let Some(log_writer) = self.0.match_log_writer.borrow().as_ref().filter(|_| !is_playing) {
            log_writer.flush();
        }
        let by_clock = self.0.kept.borrow().header.settings.is_timed();
        self.0.match_library.set_running(&self.id(), is_playing, by_clock);
        if is_playing {
            self.0
                .crash_counter
                .borrow_mut()
                .get_or_insert_with(|| CrashCounter::begin(&work_name(&self.id())));
        }
        // The counter exists while the match is played.
        let has_ended = !is_playing && self.0.crash_counter.take().is_some() && state == MatchState::Complete;
        let mut kept = self.0.kept.borrow_mut();
        kept.is_running = is_playing;
        if is_playing || has_ended {
            kept.queued = None;
        }
        drop(kept);
        self.keep();
        self.0.match_library.announce_stored(&self.id());
        self.emit_state();
        if has_ended {
            self.0.match_library.emit(ControllerEvent::Ended);
        }
    }
}
