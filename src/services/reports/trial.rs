//! Evaluation of an exercise's position by one engine, usually after a move that is tried out.

use std::cell::RefCell;
use std::rc::Rc;

use tabia_report::{Analysis, Eval, Plan};

use super::limits::ReportLimit;
use super::pool::{ReportPool, ReportPoolEvent};
use super::saved_report::{ReportEngine, ReportRequest, SavedReport};
use super::work::{ReportState, ReportWork};
use crate::platform::clock::now_ms;

/// Outcome of a trial: the analysis, or why there is none.
pub type TrialOutcome = Result<Analysis, String>;

/// Minimum number of nodes searched.
const LEAST_NODES: u64 = 300_000;
/// Minimum search time in milliseconds.
const LEAST_MS: u32 = 1000;
/// Minimum depth of a trusted result, as on lichess (`retroCtrl.ts`).
const LEAST_DEPTH: u32 = 14;

/// Engine and limit of a trial: where possible those of the report, so that both evaluations are comparable.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialBy {
    engine: Option<ReportEngine>,
    limit: ReportLimit,
}

impl Default for TrialBy {
    /// Returns the engine shipped with the app.
    fn default() -> Self {
        Self { engine: None, limit: ReportLimit::Nodes(LEAST_NODES) }
    }
}

impl TrialBy {
    /// Returns the engine of a report, with its limit if that is enough for a judgement.
    pub fn of(request: &ReportRequest) -> Self {
        let limit = match request.limit {
            ReportLimit::Nodes(nodes) => ReportLimit::Nodes(nodes.max(LEAST_NODES)),
            ReportLimit::Depth(depth) => ReportLimit::Depth(depth.max(LEAST_DEPTH)),
            ReportLimit::Time(ms) => ReportLimit::Time(ms.max(LEAST_MS)),
        };
        Self { engine: request.engine.clone(), limit }
    }

    /// Returns what to try after an outcome: a deeper search if it wasn't deep enough; the app's engine if the other one is unavailable.
    fn after(&self, outcome: &TrialOutcome) -> Option<Self> {
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

/// Callback for an outcome.
type OnTrialOutcome = Box<dyn FnOnce(TrialOutcome)>;

/// Engine for trials: a handle. [`Trial::end`] terminates it.
#[derive(Clone)]
pub struct Trial {
    pool: ReportPool,
    asked: Rc<RefCell<Option<OnTrialOutcome>>>,
}

impl PartialEq for Trial {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.asked, &other.asked)
    }
}

impl Default for Trial {
    fn default() -> Self {
        let asked: Rc<RefCell<Option<OnTrialOutcome>>> = Rc::default();
        let heard = Rc::clone(&asked);
        let pool = ReportPool::new(move |pool, event| {
            if event == ReportPoolEvent::Changed
                && let Some(outcome) = pool.look(outcome).flatten()
            {
                let answer = heard.borrow_mut().take();
                if let Some(answer) = answer {
                    answer(outcome);
                }
            }
        });
        Self { pool, asked }
    }
}

impl Trial {
    /// Evaluates the only position of a plan: `answer` is called once, later. A pending request is dropped.
    pub fn ask(&self, plan: Plan, by: TrialBy, answer: impl FnOnce(TrialOutcome) + 'static) {
        self.ask_boxed(plan, by, Box::new(answer));
    }

    fn ask_boxed(&self, plan: Plan, by: TrialBy, answer: OnTrialOutcome) {
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

    fn search(&self, plan: Plan, TrialBy { engine, limit }: TrialBy, answer: OnTrialOutcome) {
        let request = ReportRequest { engine, limit, workers: 1, ..ReportRequest::default() };
        let kept = SavedReport { request, ..SavedReport::default() };
        self.asked.replace(Some(answer));
        let can_go_on = self.pool.look(|work| work.can_go_on_with(&kept)).unwrap_or(false);
        if can_go_on {
            self.pool.act(|work, now| work.go_on_with(kept, plan, now));
        } else {
            self.pool.put(ReportWork::new(kept, plan, now_ms()));
        }
    }

    /// Terminates the engine.
    pub fn end(&self) {
        self.asked.replace(None);
        self.pool.end();
    }
}

/// Returns the outcome for the single position of a trial, if there is one yet.
fn outcome(work: &ReportWork) -> Option<TrialOutcome> {
    match work.state() {
        ReportState::Failed(reason) => Some(Err(reason.clone())),
        ReportState::Done => work.found().first().cloned().flatten().map(Ok),
        ReportState::Running | ReportState::Paused => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_try_is_judged_by_who_made_the_report_and_deep_enough() {
        let engine = Some(ReportEngine { id: "x".to_owned(), name: "X".to_owned() });
        let by =
            |limit| TrialBy::of(&ReportRequest { engine: engine.clone(), limit, ..ReportRequest::default() });
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
        // An engine that no longer exists.
        let own = by.after(&Err("gone".to_owned())).unwrap();
        assert_eq!((&own.engine, own.after(&Err("no network".to_owned()))), (&None, None));
    }
}
