//! Freezes of the whole browser, which lose games on time: those games are replayed.

use tabia_arena::Reason;
use tabia_worker::matches::messages::FromMatch;
use tabia_worker::wire::Generation;

use super::beats::{PendingEvent, ShortFreeze};
use super::{Pool, PoolMode};
use crate::language::tr;
use crate::platform::port::PortEvent;
use crate::services::matches::events::MatchEvent;
use crate::services::matches::link::MatchLink;

/// Number of short freezes remembered.
const REMEMBERED: usize = 64;

/// Returns the overrun of a game lost on time, in milliseconds; 0 if it is unknown.
fn overrun_ms(heard: &PortEvent<FromMatch>) -> Option<f64> {
    let PortEvent::Message { body: FromMatch::Game { game, .. }, .. } = heard else { return None };
    match game.conclusion.reason {
        Reason::TimeForfeit(overrun) => Some(overrun.unwrap_or(0.0)),
        _ => None,
    }
}

impl<L: MatchLink> Pool<L> {
    /// Replays the games during which the browser froze, if a worker's message indicates lost time and the beat is overdue: the message
    /// may arrive before the next beat.
    pub(super) fn look_for_freeze(&mut self, now_ms: f64, heard: &PortEvent<FromMatch>) {
        let PortEvent::Message { body, .. } = heard else { return };
        let is_late = match body {
            FromMatch::Game { game, .. } => {
                matches!(game.conclusion.reason, Reason::TimeForfeit(_) | Reason::Stall)
            }
            FromMatch::CannotStart { .. } | FromMatch::EngineFault { .. } => true,
            _ => false,
        };
        let is_overdue = self.last_beat.is_some_and(|beat| now_ms - beat.received_ms > self.limits.frozen_ms);
        if is_late && is_overdue {
            self.replay_frozen(now_ms);
        }
    }

    /// Replays the games in progress because the browser froze; pauses the match if that keeps happening.
    pub(super) fn replay_frozen(&mut self, now_ms: f64) {
        // The overdue beat is still to come.
        self.last_beat = None;
        if self.mode != PoolMode::Playing {
            return;
        }
        self.count_freeze();
        for worker in 0..self.slots.len() {
            if self.slots[worker].as_ref().is_some_and(|slot| !slot.assigned.is_empty()) {
                let message = tr!("was replaced because the browser had frozen for some seconds").to_owned();
                self.emit(MatchEvent::WorkerFault { worker, message });
                self.restart(now_ms, worker);
            }
        }
    }

    /// Pauses the match if the browser keeps freezing.
    fn count_freeze(&mut self) {
        self.freezes += 1;
        if self.freezes > self.limits.freezes {
            self.halt(Some(tr!(
                "the browser froze {times} times before a game was finished: close other programs, or play fewer \
                 games at a time",
                times = self.freezes
            )));
        }
    }

    pub(super) fn note_short_freeze(&mut self, now_ms: f64, gap_ms: f64) {
        if self.short_freezes.len() >= REMEMBERED {
            self.short_freezes.pop_front();
        }
        self.short_freezes.push_back(ShortFreeze { ended_ms: now_ms, gap_ms });
    }

    /// Returns whether an event must wait for the next beat, which shows whether the browser froze: one of a game lost on time, and any
    /// that follows it.
    pub(super) fn must_wait(
        &self,
        worker: usize,
        generation: Generation,
        heard: &PortEvent<FromMatch>,
    ) -> bool {
        let is_of = |pending: &PendingEvent| pending.worker == worker && pending.generation == generation;
        self.last_beat.is_some() && overrun_ms(heard).is_some() || self.waiting.iter().any(is_of)
    }

    pub(super) fn wait(
        &mut self,
        now_ms: f64,
        worker: usize,
        generation: Generation,
        heard: PortEvent<FromMatch>,
    ) {
        let after_ms = self.slot_mut(worker).map_or(0.0, |slot| slot.call.after_ms);
        self.waiting.push_back(PendingEvent { worker, generation, heard, received_ms: now_ms, after_ms });
    }

    /// Handles the events that waited for a beat.
    pub(super) fn handle_waiting(&mut self, now_ms: f64) {
        for PendingEvent { worker, generation, heard, after_ms, .. } in std::mem::take(&mut self.waiting) {
            match self.freeze_that_explains(&heard, after_ms) {
                Some(freeze) => self.replay_lost_on_time(now_ms, worker, generation, freeze),
                None => self.handle(now_ms, worker, generation, heard),
            }
        }
    }

    /// Handles the events for which no beat comes.
    pub(super) fn handle_waiting_too_long(&mut self, now_ms: f64) {
        let first = self.waiting.front();
        if first.is_some_and(|first| now_ms - first.received_ms > self.limits.late_ms) {
            self.handle_waiting(now_ms);
        }
    }

    /// Returns the freeze during a game's last search that was as long as the search exceeded its time.
    fn freeze_that_explains(&self, heard: &PortEvent<FromMatch>, after_ms: f64) -> Option<ShortFreeze> {
        let overrun_ms = overrun_ms(heard)?;
        let is_it = |freeze: &&ShortFreeze| freeze.ended_ms > after_ms && freeze.gap_ms >= overrun_ms;
        self.short_freezes.iter().find(is_it).copied()
    }

    fn replay_lost_on_time(
        &mut self,
        now_ms: f64,
        worker: usize,
        generation: Generation,
        freeze: ShortFreeze,
    ) {
        if self.slot_mut(worker).is_none_or(|slot| slot.generation != generation) {
            return;
        }
        let seconds = freeze.gap_ms / 1000.0;
        let message = tr!(
            "was replaced because the browser had frozen for up to {seconds} s, which lost its game on time",
            seconds = format_args!("{seconds:.1}")
        );
        self.emit(MatchEvent::WorkerFault { worker, message });
        self.restart(now_ms, worker);
        self.count_freeze();
        self.publish_state();
    }
}
