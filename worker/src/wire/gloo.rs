//! The outer message types of gloo-worker 0.6.
//!
//! gloo-worker keeps these two types private, and its bridge has neither `terminate` nor `onerror`, both of which the page
//! needs. So the page owns a `web_sys::Worker` and sends gloo-worker's registrar the messages it expects. The names below are
//! therefore not ours to choose; `tests/envelope.rs` runs the real registrar against them and fails when an update changes them.

use serde::{Deserialize, Serialize};

/// Identifies a bridge to a worker.
pub type HandlerId = u32;

/// The only bridge between the page and each of its workers.
pub const BRIDGE: HandlerId = 0;

/// From the page to gloo-worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ToWorker<Input> {
    /// A bridge was created. Messages may follow from now on.
    Connected(HandlerId),
    /// A message for the worker's `received`.
    ProcessInput(HandlerId, Input),
    /// The bridge was dropped.
    Disconnected(HandlerId),
    /// The worker should close itself once it is idle.
    Destroy,
}

/// From gloo-worker to the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum FromWorker<Output> {
    /// The worker's code is running. Anything posted earlier may be lost.
    WorkerLoaded,
    /// Message passed by the worker to `respond`.
    ProcessOutput(HandlerId, Output),
}
