//! A move that is tried out in an exercise: one engine says what it is worth.

use std::cell::RefCell;
use std::rc::Rc;

use tabia_chess::Move;
use tabia_report::{Eval, Exercise};

use super::kept::{KeptReport, ReportWish};
use super::limits::ReportLimit;
use super::room::{Room, RoomEvent};
use super::work::{State, Work};
use crate::platform::clock::now_ms;

/// What came of a trial: the evaluation behind the move from White's side, or why there is none.
pub type Outcome = Result<Eval, String>;

/// Who waits for an outcome.
type Asked = Box<dyn FnOnce(Outcome)>;

/// One engine for trials: a handle. [`Trial::end`] ends it.
#[derive(Clone)]
pub struct Trial {
    room: Room,
    asked: Rc<RefCell<Option<Asked>>>,
}

impl PartialEq for Trial {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.asked, &other.asked)
    }
}

impl Default for Trial {
    fn default() -> Self {
        let asked: Rc<RefCell<Option<Asked>>> = Rc::default();
        let heard = Rc::clone(&asked);
        let room = Room::new(move |room, event| {
            if event == RoomEvent::Changed
                && let Some(outcome) = room.look(outcome).flatten()
            {
                let answer = heard.borrow_mut().take();
                if let Some(answer) = answer {
                    answer(outcome);
                }
            }
        });
        Self { room, asked }
    }
}

impl Trial {
    /// Asks what a move is worth: `answer` is called once, later. A question that was not answered yet is dropped.
    pub fn ask(
        &self,
        exercise: &Exercise,
        m: Move,
        limit: ReportLimit,
        answer: impl FnOnce(Outcome) + 'static,
    ) {
        let plan = exercise.plan_of(m);
        let wish = ReportWish { limit, workers: 1, ..ReportWish::default() };
        let kept = KeptReport { wish, ..KeptReport::default() };
        self.asked.replace(Some(Box::new(answer)));
        let can_go_on = self.room.look(|work| work.can_go_on_with(&kept)).unwrap_or(false);
        if can_go_on {
            self.room.act(|work, now| work.go_on_with(kept, plan, now));
        } else {
            self.room.put(Work::new(kept, plan, now_ms()));
        }
    }

    /// Ends the engine.
    pub fn end(&self) {
        self.asked.replace(None);
        self.room.end();
    }
}

/// What is known of the one position of a trial.
fn outcome(work: &Work) -> Option<Outcome> {
    match work.state() {
        State::Failed(reason) => Some(Err(reason.clone())),
        State::Done => work.found().first().cloned().flatten().map(|found| Ok(found.eval)),
        State::Running | State::Paused => None,
    }
}
