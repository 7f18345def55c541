//! State of the service apart from the engines.

use std::cell::Cell;

/// State of the service apart from the engines.
#[derive(Debug, Default)]
pub(super) struct Flags {
    /// A report is being read from the repository.
    pub(super) is_fetching: Cell<bool>,
    /// The report in progress was marked as finished.
    pub(super) is_finished: Cell<bool>,
    /// Number of changes to the queue in progress that need this tab's claim.
    pub(super) changes: Cell<u32>,
    /// The queue of another tab is polled.
    pub(super) is_following: Cell<bool>,
    /// The queue left by an earlier page was looked for.
    pub(super) has_begun: Cell<bool>,
}
