//! Quick look at a whole game, after it was played: few nodes per position, and nothing is stored.

use std::cell::Cell;

use tabia_pgn::Game;
use tabia_report::Findings;

use super::limits::ReportLimit;
use super::pool::{ReportPool, ReportPoolEvent, usual_workers};
use super::saved_report::{ReportRequest, SavedReport};
use super::work::{ReportState, ReportWork};
use crate::platform::clock::now_ms;

/// Nodes per position.
const NODES: u64 = 20_000;
/// Maximum number of engines.
const MOST_WORKERS: u16 = 2;

/// Quick look in progress; dropping it terminates its engines.
pub struct QuickLook(ReportPool);

impl QuickLook {
    /// Analyses the main line of a game. `on_done` is called once, later, with the findings; `None` if the engines failed.
    pub fn begin(game: &Game, on_done: impl FnOnce(Option<Findings>) + 'static) -> Self {
        let limit = ReportLimit::Nodes(NODES);
        let request =
            ReportRequest { limit, workers: usual_workers().min(MOST_WORKERS), ..ReportRequest::default() };
        let kept = SavedReport { request, ..SavedReport::default() };
        let plan = kept.plan(game);
        let (on_done, of) = (Cell::new(Some(on_done)), plan.clone());
        let pool = ReportPool::new(move |pool, event| {
            let outcome = |work: &ReportWork| match work.state() {
                ReportState::Done => Some(Some(Findings::new(&of, work.found()))),
                ReportState::Failed(_) => Some(None),
                ReportState::Running | ReportState::Paused => None,
            };
            if event == ReportPoolEvent::Changed
                && let Some(found) = pool.look(outcome).flatten()
                && let Some(on_done) = on_done.take()
            {
                on_done(found);
            }
        });
        pool.put(ReportWork::new(kept, plan, now_ms()));
        Self(pool)
    }
}

impl Drop for QuickLook {
    fn drop(&mut self) {
        self.0.end();
    }
}
