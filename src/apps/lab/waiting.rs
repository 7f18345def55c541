//! A match waiting for the user's decision.

use yew::prelude::*;

/// When and how a match is played while another one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartMode {
    /// At once; those being played in this tab are paused.
    Alone,
    /// At once, beside the other.
    Beside,
    /// In the queue.
    Queued,
}

/// Match that should start while another one is being played: the user is asked first.
#[derive(Clone, PartialEq)]
pub struct WaitingMatch {
    /// Name of the match being played.
    pub other: String,
    /// Whether another tab plays it, so that it cannot be paused here.
    pub is_elsewhere: bool,
    /// Starts or queues this match.
    pub start: Callback<StartMode>,
}
