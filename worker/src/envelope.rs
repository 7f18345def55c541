//! The envelope in which gloo-worker 0.6 puts every message.
//!
//! gloo-worker keeps these two types private and its bridge has neither `terminate` nor `onerror`, both of
//! which the supervisor needs. So the page speaks to the worker through a `web_sys::Worker` of its own, in
//! gloo-worker's words. The names below are therefore not ours to choose; `tests/envelope.rs` runs
//! gloo-worker's real registrar against them and fails when an update changes them.

use serde::{Deserialize, Serialize};

/// Tells the bridges of one worker apart; the page has one bridge per worker and always says 0.
pub type HandlerId = u32;

/// From the page to gloo-worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ToWorker<Input> {
    /// A bridge was made. The worker may be told more from here on.
    Connected(HandlerId),
    /// A message for the worker's `received`.
    ProcessInput(HandlerId, Input),
    /// The bridge was dropped.
    Disconnected(HandlerId),
    /// The worker is to close itself once it is at leisure.
    Destroy,
}

/// From gloo-worker to the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum FromWorker<Output> {
    /// The worker's code runs. What is posted before this is lost.
    WorkerLoaded,
    /// What the worker passed to `respond`.
    ProcessOutput(HandlerId, Output),
}
