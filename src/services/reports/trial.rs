//! A position of an exercise, above all that behind a move that is tried out: one engine says what it is worth.

use std::cell::RefCell;
use std::rc::Rc;

use tabia_report::{Analysis, Eval, Plan};

use super::kept::{KeptReport, ReportEngine, ReportWish};
use super::limits::ReportLimit;
use super::room::{Room, RoomEvent};
use super::work::{State, Work};
use crate::platform::clock::now_ms;

/// What came of a trial: what was found, or why nothing was.
pub type Outcome = Result<Analysis, String>;

/// At least so many nodes are searched.
const LEAST_NODES: u64 = 300_000;
/// At least so many milliseconds.
const LEAST_MS: u32 = 1000;
/// What is found at less depth is not trusted, as on lichess (`retroCtrl.ts`).
const LEAST_DEPTH: u32 = 14;

/// Who says what a try is worth: where possible who made the report, so that the same engine says both.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialBy {
    engine: Option<ReportEngine>,
    limit: ReportLimit,
}

impl Default for TrialBy {
    /// The engine that the app ships.
    fn default() -> Self {
        Self { engine: None, limit: ReportLimit::Nodes(LEAST_NODES) }
    }
}

impl TrialBy {
    /// The engine of a report, with its limit if that is enough for a judgement.
    pub fn of(wish: &ReportWish) -> Self {
        let limit = match wish.limit {
            ReportLimit::Nodes(nodes) => ReportLimit::Nodes(nodes.max(LEAST_NODES)),
            ReportLimit::Depth(depth) => ReportLimit::Depth(depth.max(LEAST_DEPTH)),
            ReportLimit::Time(ms) => ReportLimit::Time(ms.max(LEAST_MS)),
        };
        Self { engine: wish.engine.clone(), limit }
    }

    /// What is to be asked after an outcome: deeper, if this was not deep enough; the app's own engine, if the other one cannot be had.
    fn after(&self, outcome: &Outcome) -> Option<Self> {
        match outcome {
            Ok(Analysis { eval: Eval::Cp(_), depth, .. }) if *depth < LEAST_DEPTH => {
                let deeper = Self { limit: ReportLimit::Depth(LEAST_DEPTH), ..self.clone() };
                (deeper != *self).then_some(deeper)
            }
            Err(_) if self.engine.is_some() => Some(Self { engine: None, ..self.clone() }),
            _ => None,
        }
    }
}

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
    /// Asks what the only position of a plan is worth: `answer` is called once, later. A question that was not answered yet is dropped.
    pub fn ask(&self, plan: Plan, by: TrialBy, answer: impl FnOnce(Outcome) + 'static) {
        self.ask_boxed(plan, by, Box::new(answer));
    }

    fn ask_boxed(&self, plan: Plan, by: TrialBy, answer: Asked) {
        let (trial, again, of) = (self.clone(), plan.clone(), by.clone());
        self.search(
            plan,
            by,
            Box::new(move |outcome| match of.after(&outcome) {
                Some(next) => trial.ask_boxed(again, next, answer),
                None => answer(outcome),
            }),
        );
    }

    fn search(&self, plan: Plan, TrialBy { engine, limit }: TrialBy, answer: Asked) {
        let wish = ReportWish { engine, limit, workers: 1, ..ReportWish::default() };
        let kept = KeptReport { wish, ..KeptReport::default() };
        self.asked.replace(Some(answer));
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
        State::Done => work.found().first().cloned().flatten().map(Ok),
        State::Running | State::Paused => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_try_is_judged_by_who_made_the_report_and_deep_enough() {
        let engine = Some(ReportEngine { id: "x".to_owned(), name: "X".to_owned() });
        let by = |limit| TrialBy::of(&ReportWish { engine: engine.clone(), limit, ..ReportWish::default() });
        assert_eq!(by(ReportLimit::Nodes(5000)).limit, ReportLimit::Nodes(LEAST_NODES));
        assert_eq!(by(ReportLimit::Nodes(1_000_000)).limit, ReportLimit::Nodes(1_000_000));
        assert_eq!(by(ReportLimit::Depth(20)).limit, ReportLimit::Depth(20));
        let by = by(ReportLimit::Time(100));
        assert_eq!((by.limit, &by.engine), (ReportLimit::Time(LEAST_MS), &engine));
        let found = |eval, depth| Ok(Analysis { eval, depth, nodes: 1, line: Vec::new() });
        assert_eq!(by.after(&found(Eval::Cp(3), 14)), None);
        assert_eq!(by.after(&found(Eval::Mate(3), 5)), None);
        let deeper = by.after(&found(Eval::Cp(3), 9)).unwrap();
        assert_eq!((deeper.limit, &deeper.engine), (ReportLimit::Depth(LEAST_DEPTH), &engine));
        assert_eq!(deeper.after(&found(Eval::Cp(3), 1)), None, "an engine that tells no depth is believed");
        // An engine that is not there any more.
        let own = by.after(&Err("gone".to_owned())).unwrap();
        assert_eq!((&own.engine, own.after(&Err("no network".to_owned()))), (&None, None));
    }
}
