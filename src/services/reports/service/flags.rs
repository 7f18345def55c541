//! What is under way beside the engines.

use std::cell::Cell;

/// What is under way.
#[derive(Debug, Default)]
pub(super) struct Flags {
    /// A report is being read from the shelf.
    pub(super) is_fetching: Cell<bool>,
    /// The report that is at work was told to be finished.
    pub(super) is_finished: Cell<bool>,
    /// So many changes of what is to be made are under way that need this tab's claim.
    pub(super) changes: Cell<u32>,
    /// What another tab makes is looked at from time to time.
    pub(super) is_following: Cell<bool>,
    /// What was to be made when the page was last open was looked for.
    pub(super) has_begun: Cell<bool>,
}
