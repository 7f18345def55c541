//! Everything known about the current game.

use super::learn::LessonTask;
use crate::hooks::{ByIdentity, use_observable};
use crate::services::reports::trial::TrialBy;
use crate::services::reports::{ReportService, SavedReport, signature};
use crate::state::report::GameReport;
use std::rc::Rc;
use tabia_pgn::Game;
use tabia_report::{Exercise, Findings, Plan, Scope, exercises};
use yew::prelude::*;

/// Everything known about the current game. Compared by identity.
#[derive(Clone)]
pub struct ShownReport {
    /// Game.
    pub game: Rc<Game>,
    /// Saved report, if any.
    pub kept: Option<Rc<SavedReport>>,
    /// Positions that the report needs.
    pub plan: Rc<Plan>,
    /// Results for these positions.
    pub findings: Rc<Findings>,
    /// Report to show.
    pub report: Rc<GameReport>,
}

impl PartialEq for ShownReport {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.report, &other.report)
    }
}

impl ShownReport {
    fn new(game: &Rc<Game>, kept: Option<Rc<SavedReport>>) -> Self {
        let scope: Scope = kept.as_ref().map(|kept| kept.request.scope()).unwrap_or_default();
        let (plan, findings) = match &kept {
            Some(kept) => {
                let plan = kept.plan(game);
                let findings = Findings::new(&plan, &kept.results(&plan));
                (plan, findings)
            }
            None => carried(game, &scope),
        };
        let report = GameReport::new(game, &scope, &findings);
        Self {
            game: Rc::clone(game),
            kept,
            plan: Rc::new(plan),
            findings: Rc::new(findings),
            report: Rc::new(report),
        }
    }

    /// Returns the mistakes of both sides as exercises.
    pub fn exercises(&self) -> Vec<Exercise> {
        exercises(&self.game, &self.plan, &self.report.remarks, None)
    }

    /// Returns the same exercises as lesson tasks.
    pub fn tasks(&self) -> Vec<LessonTask> {
        let by = self.kept.as_ref().map(|kept| TrialBy::of(&kept.request));
        let task = |exercise| LessonTask { exercise, title: None, by: by.clone() };
        self.exercises().into_iter().map(task).collect()
    }
}

/// Reads the evaluations in the game itself. Without any, the plan is empty.
fn carried(game: &Game, scope: &Scope) -> (Plan, Findings) {
    let findings = Findings::carried(game, scope);
    let is_chess960 = game.is_chess960();
    let plan =
        if findings.is_empty() { Plan { items: Vec::new(), is_chess960 } } else { Plan::new(game, scope) };
    (plan, findings)
}

/// Subscribes to the report on a game.
#[hook]
pub fn use_shown(service: &ReportService, game: &Rc<Game>) -> ShownReport {
    let id = use_memo(ByIdentity(Rc::clone(game)), |game| signature(&game.0));
    use_effect_with((service.clone(), (*id).clone()), |(service, id)| service.show(id));
    let kept = use_observable(service, |service| service.shown().map(ByIdentity));
    let kept = kept.map(|kept| kept.0).filter(|kept| kept.id == *id);
    let deps = (ByIdentity(Rc::clone(game)), kept.map(ByIdentity));
    (*use_memo(deps, |(game, kept)| ShownReport::new(&game.0, kept.as_ref().map(|kept| Rc::clone(&kept.0)))))
        .clone()
}
