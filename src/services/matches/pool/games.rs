//! Games that are over, and what stops the match.

use std::rc::Rc;

use tabia_arena::{PairRecord, StoredGame};
use tabia_chess::Color;

use super::{Pool, PoolMode, PoolOutput};
use crate::language::tr;
use crate::services::matches::link::MatchLink;

impl<L: MatchLink> Pool<L> {
    pub(super) fn game_over(
        &mut self,
        now_ms: f64,
        worker: usize,
        unit: usize,
        index: usize,
        game: &StoredGame,
    ) {
        let host = self.host.clone();
        let Some(slot) = self.slot_mut(worker) else { return };
        let Some(assigned) = slot.assigned.front_mut().filter(|assigned| assigned.task.unit.id == unit)
        else {
            return self.worker_failed(
                now_ms,
                worker,
                &tr!("played unit {unit}, which it was not given", unit),
            );
        };
        let Some(scheduled) = assigned.task.unit.games.get(index).copied() else {
            return self.worker_failed(
                now_ms,
                worker,
                &tr!("played game {index} of unit {unit}", index, unit),
            );
        };
        slot.failures.reset();
        if let Some(place) = assigned.games.get_mut(index) {
            *place = Some(game.clone());
        }
        if assigned.games.iter().all(Option::is_some)
            && let Some(done) = slot.assigned.pop_front()
        {
            slot.last_unit_ms = now_ms - done.since_ms;
            if let Some(next) = slot.assigned.front_mut() {
                next.since_ms = now_ms;
            }
            let record = Rc::new(PairRecord {
                unit,
                host: host.name,
                worker: worker as u16,
                finished_ms: (host.origin_ms + now_ms).max(0.0) as u64,
                games: done.games.into_iter().flatten().collect(),
            });
            self.unstored.insert(unit, record.clone());
            self.outputs.push(PoolOutput::Store(record));
        }
        self.freezes = 0;
        for (engine, color) in [(scheduled.white, Color::White), (scheduled.black, Color::Black)] {
            self.record_forfeit(engine, color, game);
        }
    }

    /// Pauses the match for an engine that keeps losing games without responding.
    fn record_forfeit(&mut self, engine: usize, color: Color, game: &StoredGame) {
        let conclusion = game.conclusion;
        if let Some(count) = self.engine_failures.record(engine, color, &conclusion)
            && self.mode == PoolMode::Playing
        {
            self.halt(Some(tr!(
                "{name} has lost {count} games in a row because it crashes or does not respond (the last: \
                 {conclusion})",
                name = self.name(engine),
                count,
                conclusion
            )));
        }
    }

    pub(super) fn cannot_start(&mut self, worker: usize, player: usize, message: &str) {
        if let Some(slot) = self.slot_mut(worker) {
            // Its queue is now empty.
            for assigned in std::mem::take(&mut slot.assigned) {
                self.game.give_back(assigned.task.unit.id);
            }
        }
        self.cannot_go_on(player, message);
    }

    pub(super) fn cannot_go_on(&mut self, player: usize, message: &str) {
        self.halt(Some(tr!("{name} cannot be started: {message}", name = self.name(player), message)));
    }

    pub(super) fn retry_stores(&mut self) {
        self.outputs.extend(self.unstored.values().cloned().map(PoolOutput::Store));
    }

    pub(super) fn check_complete(&mut self) {
        if self.game.is_complete() {
            self.end_all();
        }
    }
}
