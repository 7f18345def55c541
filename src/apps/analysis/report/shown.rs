//! All that is known of the game on the board.

use crate::hooks::use_observable;
use crate::services::reports::{KeptReport, ReportService, signature};
use crate::state::report::GameReport;
use std::rc::Rc;
use tabia_pgn::Game;
use tabia_report::{Exercise, Findings, Plan, Scope, exercises};
use yew::prelude::*;

/// All that is known of the game on the board. Compared by identity.
#[derive(Clone)]
pub struct Shown {
    /// The game.
    pub game: Rc<Game>,
    /// What is kept of its report; `None` if there is none.
    pub kept: Option<Rc<KeptReport>>,
    /// The positions that it needs.
    pub plan: Rc<Plan>,
    /// What was found in them.
    pub findings: Rc<Findings>,
    /// What is shown.
    pub report: Rc<GameReport>,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.report, &other.report)
    }
}

impl Shown {
    fn new(game: &Rc<Game>, kept: Option<Rc<KeptReport>>) -> Self {
        let scope: Scope = kept.as_ref().map(|kept| kept.wish.scope()).unwrap_or_default();
        let empty = || Plan { items: Vec::new(), is_chess960: game.is_chess960() };
        let plan = kept.as_ref().map_or_else(empty, |kept| kept.plan(game));
        let results = kept.as_ref().map(|kept| kept.results(&plan)).unwrap_or_default();
        let findings = Findings::new(&plan, &results);
        let report = GameReport::new(game, &scope, &findings);
        Self {
            game: Rc::clone(game),
            kept,
            plan: Rc::new(plan),
            findings: Rc::new(findings),
            report: Rc::new(report),
        }
    }

    /// The mistakes of both sides as exercises.
    pub fn exercises(&self) -> Vec<Exercise> {
        exercises(&self.game, &self.plan, &self.report.remarks, None)
    }
}

/// Something compared by identity.
struct Same<T>(Rc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The report on a game as it is known now.
#[hook]
pub fn use_shown(service: &ReportService, game: &Rc<Game>) -> Shown {
    let id = use_memo(Same(Rc::clone(game)), |game| signature(&game.0));
    use_effect_with((service.clone(), (*id).clone()), |(service, id)| service.show(id));
    let kept = use_observable(service, |service| service.shown().map(ByIdentity));
    let kept = kept.map(|kept| kept.0).filter(|kept| kept.id == *id);
    let deps = (Same(Rc::clone(game)), kept.map(ByIdentity));
    (*use_memo(deps, |(game, kept)| Shown::new(&game.0, kept.as_ref().map(|kept| Rc::clone(&kept.0)))))
        .clone()
}

/// A report compared by identity.
#[derive(Clone)]
struct ByIdentity(Rc<KeptReport>);

impl PartialEq for ByIdentity {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
