//! Watches the shared state of the workers: hanging engines, and games in progress.

use tabia_worker::matches::shared_state::{GameSnapshot, Phase};

use super::slot::{Assigned, WatchedCall};
use super::{Pool, PoolMode};
use crate::language::{fill, tr, tr_later, translate};
use crate::services::matches::events::{MatchEvent, RunningGame};
use crate::services::matches::forfeit::forfeited;
use crate::services::matches::link::MatchLink;

impl<L: MatchLink> Pool<L> {
    /// Replays the games during which the computer slept. Call before handling any other event: a worker's message may arrive before the
    /// timer fires.
    pub(super) fn look_for_sleep(&mut self, now_ms: f64) {
        let has_slept = self.last_tick_ms.is_some_and(|last_ms| now_ms - last_ms > self.limits.slept_ms);
        if !has_slept || self.mode != PoolMode::Playing {
            return;
        }
        self.last_tick_ms = Some(now_ms);
        for worker in 0..self.slots.len() {
            if self.slots[worker].as_ref().is_some_and(|slot| !slot.assigned.is_empty()) {
                let message = tr!("was replaced because the computer slept").to_owned();
                self.emit(MatchEvent::WorkerFault { worker, message });
                self.restart(now_ms, worker);
            }
        }
    }

    pub(super) fn watch(&mut self, now_ms: f64, worker: usize, is_late: bool) {
        let stuck_ms = self.limits.patience.stuck_ms;
        let Some(slot) = self.slots.get_mut(worker).and_then(Option::as_mut) else { return };
        if let Some(by_ms) = slot.ready_by_ms {
            if now_ms > by_ms {
                self.worker_failed(now_ms, worker, tr!("could not be loaded in time"));
            }
            return;
        }
        let Some(snapshot) = self.link.snapshot(worker) else { return };
        let call = &mut slot.call;
        let after_ms = std::mem::replace(&mut call.seen_ms, now_ms);
        if snapshot.phase == Phase::Idle || snapshot.calls != call.calls {
            let (calls, since_ms) = (snapshot.calls, now_ms);
            *call = WatchedCall { calls, since_ms, after_ms, seen_ms: now_ms, is_extended: false };
            return;
        }
        let due_ms = call.since_ms + f64::from(snapshot.deadline_ms) + stuck_ms;
        if now_ms <= due_ms {
            return;
        }
        if is_late && !call.is_extended {
            call.is_extended = true;
            return;
        }
        self.stuck(now_ms, worker);
    }

    /// Handles a worker stuck inside an engine.
    pub(super) fn stuck(&mut self, now_ms: f64, worker: usize) {
        self.link.terminate(worker);
        // It may have continued until just now.
        let Some(snapshot) = self.link.snapshot(worker) else {
            return self.worker_failed(now_ms, worker, tr!("was stuck"));
        };
        let [why, message] = stuck_messages(&snapshot, self.limits.patience.stuck_ms);
        let plays = self.slot_mut(worker).and_then(|slot| slot.assigned.front()).and_then(|assigned| {
            let task = &assigned.task;
            let is_it = snapshot.unit == Some(task.unit.id) && snapshot.phase != Phase::Idle;
            let scheduled = task.unit.games.get(snapshot.game).copied().filter(|_| is_it)?;
            Some((task.unit.id, scheduled, task.openings.get(snapshot.game).cloned().unwrap_or_default()))
        });
        let Some((unit, scheduled, opening)) = plays else {
            return self.worker_failed(now_ms, worker, tr!("was stuck between games"));
        };
        let engine = snapshot.player;
        if snapshot.phase == Phase::Preparing && !self.engine_failures.has_played(engine) {
            self.give_up(worker);
            self.cannot_go_on(engine, &message);
            return;
        }
        let game = forfeited(self.game.settings(), &scheduled, &opening, &snapshot, &why);
        self.engine_fault(engine, worker, message);
        self.game_over(now_ms, worker, unit, snapshot.game, &game);
        self.restart(now_ms, worker);
    }

    /// Returns the games in progress, by worker.
    pub fn running(&self, now_ms: f64) -> Vec<RunningGame> {
        (0..self.slots.len()).filter_map(|worker| self.running_in(now_ms, worker)).collect()
    }

    /// Returns a worker's current game, if readable right now.
    pub fn running_in(&self, now_ms: f64, worker: usize) -> Option<RunningGame> {
        let slot = self.slots.get(worker)?.as_ref()?;
        let snapshot = self.link.snapshot(worker)?;
        let Assigned { task, .. } =
            slot.assigned.iter().find(|assigned| Some(assigned.task.unit.id) == snapshot.unit)?;
        let game = task.unit.games.get(snapshot.game)?;
        let opening = task.openings.get(snapshot.game)?;
        let mut position = opening.start;
        for mv in opening.moves.iter().copied().chain(snapshot.plies.iter().map(|ply| ply.mv)) {
            // A new game may have begun while the state was read.
            if !position.is_legal(mv) {
                return None;
            }
            position.play_unchecked(mv);
        }
        let is_thinking = snapshot.phase == Phase::Searching && !snapshot.has_moved;
        let thinking_ms = if is_thinking && slot.call.calls == snapshot.calls && slot.call.since_ms > 0.0 {
            (now_ms - slot.call.since_ms).max(0.0)
        } else {
            0.0
        };
        Some(RunningGame {
            worker,
            unit: task.unit.id,
            index: snapshot.game,
            number: game.number,
            white: game.white,
            black: game.black,
            start: opening.start,
            chess960: opening.chess960,
            opening: opening.moves.clone(),
            plies: snapshot.plies,
            position,
            clocks_ms: snapshot.clocks_ms,
            thinking_ms,
        })
    }
}

/// Returns what a stuck engine did: in English for the record of the game, and in the language of the page.
fn stuck_messages(snapshot: &GameSnapshot, stuck_ms: f64) -> [String; 2] {
    let waited = (f64::from(snapshot.deadline_ms) + stuck_ms) / 1000.0;
    let text = match (snapshot.phase, snapshot.has_moved) {
        (Phase::Searching, true) => {
            tr_later!("it did not return within {waited} s of its move; its worker was ended")
        }
        (Phase::Searching, false) => tr_later!("it did not move within {waited} s; its worker was ended"),
        _ => tr_later!("it was not ready within {waited} s; its worker was ended"),
    };
    [text, translate(text)].map(|text| fill(text, &[("waited", &waited)]))
}
