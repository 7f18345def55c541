//! Starts, assigns, replaces and ends workers.

use std::collections::VecDeque;

use tabia_arena::Failures;

use super::slot::{Assigned, PoolSlot, WatchedCall};
use super::{Pool, PoolMode};
use crate::language::tr;
use crate::services::matches::events::MatchEvent;
use crate::services::matches::link::MatchLink;

impl<L: MatchLink> Pool<L> {
    pub(super) fn slot_mut(&mut self, worker: usize) -> Option<&mut PoolSlot> {
        self.slots.get_mut(worker).and_then(Option::as_mut)
    }

    /// Handles a worker failure: its unfinished games are replayed.
    pub(super) fn worker_failed(&mut self, now_ms: f64, worker: usize, message: &str) {
        let limit = self.limits.worker_failures;
        let Some(slot) = self.slot_mut(worker) else { return };
        let is_hopeless = !slot.failures.record(limit);
        self.emit(MatchEvent::WorkerFault { worker, message: message.to_owned() });
        if is_hopeless {
            self.give_up(worker);
            self.halt(Some(tr!("a match worker {message}", message)));
        } else {
            self.restart(now_ms, worker);
        }
    }

    /// Restarts a worker with its unfinished games.
    pub(super) fn restart(&mut self, now_ms: f64, worker: usize) {
        self.generation += 1;
        let (generation, ready_by_ms) = (self.generation, Some(now_ms + self.limits.load_ms));
        let Some(slot) = self.slot_mut(worker) else { return };
        slot.generation = generation;
        slot.ready_by_ms = ready_by_ms;
        slot.call = WatchedCall::new(now_ms);
        let units: Vec<_> = slot.assigned.iter().map(Assigned::to_be_played).collect();
        let started = self.link.start(worker, generation);
        let sent = started.and_then(|()| {
            units.into_iter().try_for_each(|(unit, games)| self.link.play(worker, unit, games))
        });
        if let Err(error) = sent {
            return self.worker_failed(now_ms, worker, &error.to_string());
        }
        if matches!(self.mode, PoolMode::Paused(_)) {
            self.link.pause(worker, true);
        }
    }

    /// Ends a worker and returns its units to the schedule.
    pub(super) fn end(&mut self, worker: usize) {
        self.link.terminate(worker);
        self.give_up(worker);
    }

    pub(super) fn give_up(&mut self, worker: usize) {
        self.link.terminate(worker);
        if let Some(slot) = self.slots.get_mut(worker).and_then(Option::take) {
            for assigned in slot.assigned {
                self.game.give_back(assigned.task.unit.id);
            }
        }
    }

    pub(super) fn end_all(&mut self) {
        for worker in 0..self.slots.len() {
            if self.slots[worker].is_some() {
                self.end(worker);
            }
        }
        self.last_tick_ms = None;
    }

    pub(super) fn halt(&mut self, reason: Option<String>) {
        // The first reason stays.
        if matches!(self.mode, PoolMode::Paused(Some(_)) | PoolMode::Stopped) {
            return;
        }
        self.mode = PoolMode::Paused(reason);
        for worker in 0..self.slots.len() {
            if self.slots[worker].is_some() {
                self.link.pause(worker, true);
            }
        }
    }

    pub(super) fn reset_failures(&mut self) {
        self.freezes = 0;
        self.engine_failures.reset();
        for slot in self.slots.iter_mut().flatten() {
            slot.failures.reset();
        }
    }

    /// Assigns units to idle workers and starts missing workers.
    pub(super) fn dispatch(&mut self, now_ms: f64) {
        if self.mode != PoolMode::Playing || self.game.is_complete() {
            return;
        }
        if self.slots.len() < self.workers {
            self.slots.resize_with(self.workers, || None);
        }
        // Every worker gets its first unit before any gets a second.
        for round in 0..2 {
            for worker in 0..self.slots.len() {
                if self.wants_unit(worker, round) && !self.assign(now_ms, worker) {
                    break;
                }
                if self.mode != PoolMode::Playing {
                    return;
                }
            }
        }
        for worker in 0..self.slots.len() {
            let retires =
                self.slot_mut(worker).is_some_and(|slot| slot.is_retiring && slot.assigned.is_empty());
            if retires {
                self.end(worker);
            }
        }
    }

    pub(super) fn wants_unit(&self, worker: usize, round: usize) -> bool {
        match self.slots.get(worker) {
            Some(Some(slot)) => {
                let is_short = slot.last_unit_ms < self.limits.short_unit_ms;
                !slot.is_retiring && slot.assigned.len() <= round && (round == 0 || is_short)
            }
            _ => round == 0 && worker < self.workers,
        }
    }

    /// Assigns the next unit to a worker; returns `false` if there is none.
    pub(super) fn assign(&mut self, now_ms: f64, worker: usize) -> bool {
        let Some(task) = self.game.next_unit() else { return false };
        let assigned = Assigned { games: vec![None; task.unit.games.len()], task, since_ms: now_ms };
        let (unit, games) = assigned.to_be_played();
        if let Some(slot) = self.slot_mut(worker) {
            slot.assigned.push_back(assigned);
            if let Err(error) = self.link.play(worker, unit, games) {
                self.worker_failed(now_ms, worker, &error.to_string());
            }
        } else if let Some(place) = self.slots.get_mut(worker) {
            *place = Some(PoolSlot {
                generation: 0,
                ready_by_ms: None,
                assigned: VecDeque::from([assigned]),
                is_retiring: false,
                failures: Failures::default(),
                // The first unit shows how long units take.
                last_unit_ms: f64::INFINITY,
                call: WatchedCall::new(now_ms),
            });
            self.restart(now_ms, worker);
        }
        true
    }
}
