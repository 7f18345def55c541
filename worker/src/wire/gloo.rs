//! The words in which gloo-worker 0.6 puts every message.
//!
//! gloo-worker keeps these two types private, and its bridge has neither `terminate` nor `onerror`, both of which the page
//! needs. So the page owns a `web_sys::Worker` and speaks to gloo-worker's registrar in the registrar's own words. The names
//! below are therefore not ours to choose; `tests/envelope.rs` runs the real registrar against them and fails when an update
//! changes them.

use serde::{Deserialize, Serialize};

/// Tells the bridges of one worker apart.
pub type HandlerId = u32;

/// The one bridge that the page has to each of its workers.
pub const BRIDGE: HandlerId = 0;

/// From the page to gloo-worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ToWorker<Input> {
    /// A bridge was made. Messages may follow from here on.
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
    /// The worker's code runs. What is posted to it before may be lost.
    WorkerLoaded,
    /// The message that the worker passed to `respond`.
    ProcessOutput(HandlerId, Output),
}
