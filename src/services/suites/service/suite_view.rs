//! The suite shown, and its run.

use std::rc::Rc;

use tabia_suite::{Fault, Problem, Suite};

use crate::services::suites::saved_runs::SavedRun;
use crate::storage::Claim;
use crate::storage::crash_counter::CrashCounter;

/// The suite shown.
pub(super) struct SuiteView {
    /// Its name.
    pub(super) name: String,
    /// The text it was read from.
    pub(super) text: Rc<str>,
    /// Its positions.
    pub(super) problems: Rc<Vec<Problem>>,
    /// What was left out of it.
    pub(super) faults: Rc<Vec<Fault>>,
    /// Lines that were corrected, with the corrections.
    pub(super) corrections: Rc<Vec<Fault>>,
}

impl SuiteView {
    /// Creates the view of a suite that was read from `text`.
    pub(super) fn new(name: String, text: String, suite: Suite) -> Self {
        Self {
            name,
            text: text.into(),
            problems: Rc::new(suite.problems),
            faults: Rc::new(suite.faults),
            corrections: Rc::new(suite.corrections),
        }
    }
}

/// The run shown; its runner is in the pool.
pub(super) struct ShownRun {
    /// As it was last stored.
    pub(super) kept: SavedRun,
    /// Whether it is stored with the text of its suite.
    pub(super) is_kept: bool,
    /// Present while it is in progress.
    pub(super) held: Option<RunClaim>,
}

/// What this tab holds while a run is in progress here.
pub(super) struct RunClaim {
    /// The claim to the run.
    pub(super) claim: Claim,
    /// Counts page crashes during the run.
    pub(super) crash_counter: CrashCounter,
}
