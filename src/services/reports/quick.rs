//! Quick look at a whole game, after it was played: few nodes per position, and nothing is stored.

use std::cell::Cell;

use tabia_pgn::Game;
use tabia_report::Findings;

use super::kept::{ReportRequest, SavedReport};
use super::limits::ReportLimit;
use super::room::{Room, RoomEvent, usual_workers};
use super::work::{State, Work};
use crate::platform::clock::now_ms;

/// Nodes per position.
const NODES: u64 = 20_000;
/// Maximum number of engines.
const MOST_WORKERS: u16 = 2;

/// Quick look in progress; dropping it terminates its engines.
pub struct QuickLook(Room);

impl QuickLook {
    /// Analyses the main line of a game. `on_done` is called once, later, with the findings; `None` if the engines failed.
    pub fn begin(game: &Game, on_done: impl FnOnce(Option<Findings>) + 'static) -> Self {
        let limit = ReportLimit::Nodes(NODES);
        let wish =
            ReportRequest { limit, workers: usual_workers().min(MOST_WORKERS), ..ReportRequest::default() };
        let kept = SavedReport { wish, ..SavedReport::default() };
        let plan = kept.plan(game);
        let (on_done, of) = (Cell::new(Some(on_done)), plan.clone());
        let room = Room::new(move |room, event| {
            let outcome = |work: &Work| match work.state() {
                State::Done => Some(Some(Findings::new(&of, work.found()))),
                State::Failed(_) => Some(None),
                State::Running | State::Paused => None,
            };
            if event == RoomEvent::Changed
                && let Some(found) = room.look(outcome).flatten()
                && let Some(on_done) = on_done.take()
            {
                on_done(found);
            }
        });
        room.put(Work::new(kept, plan, now_ms()));
        Self(room)
    }
}

impl Drop for QuickLook {
    fn drop(&mut self) {
        self.0.end();
    }
}
