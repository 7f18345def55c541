//! What is shown: a suite, and the run that is made with it.

use std::rc::Rc;

use tabia_suite::{Fault, Problem, Suite};

use crate::services::suites::kept::KeptRun;
use crate::storage::Claim;
use crate::storage::ends::AtWork;

/// The suite that is shown.
pub(super) struct Sheet {
    /// What it is called.
    pub(super) name: String,
    /// As it was read.
    pub(super) text: Rc<str>,
    /// Its positions.
    pub(super) problems: Rc<Vec<Problem>>,
    /// What of it was left out.
    pub(super) faults: Rc<Vec<Fault>>,
}

impl Sheet {
    /// The sheet of a suite that was read from `text`.
    pub(super) fn new(name: String, text: String, suite: Suite) -> Self {
        let (problems, faults) = (Rc::new(suite.problems), Rc::new(suite.faults));
        Self { name, text: text.into(), problems, faults }
    }
}

/// The run that is shown; its desk is in the room.
pub(super) struct Run {
    /// As it was last stored.
    pub(super) kept: KeptRun,
    /// Whether the storage has it with the text of its suite.
    pub(super) is_kept: bool,
    /// Present while it is going on.
    pub(super) held: Option<Held>,
}

/// What this tab has of a run that is going on here.
pub(super) struct Held {
    /// It is this tab's.
    pub(super) claim: Claim,
    /// Counts how the page ends meanwhile.
    pub(super) at_work: AtWork,
}
