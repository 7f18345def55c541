//! Beats of an otherwise idle thread, and what waits for them.

use tabia_worker::matches::messages::FromMatch;
use tabia_worker::wire::Generation;

use crate::platform::port::PortEvent;

/// Beat of an otherwise idle thread: its time by that thread's clock, and when the page received it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beat {
    pub(super) at_ms: f64,
    pub(super) received_ms: f64,
}

/// Freeze of the browser that was too short to replay every game.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShortFreeze {
    /// When it was noticed.
    pub(super) ended_ms: f64,
    /// Time between the beats before and after it.
    pub(super) gap_ms: f64,
}

/// Event that waits for the next beat.
#[derive(Debug)]
pub(super) struct PendingEvent {
    pub(super) worker: usize,
    pub(super) generation: Generation,
    pub(super) heard: PortEvent<FromMatch>,
    pub(super) received_ms: f64,
    /// The worker's last search began later than this.
    pub(super) after_ms: f64,
}
