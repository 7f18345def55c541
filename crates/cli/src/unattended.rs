//! Searches outside a UCI session.

use std::time::Instant;

use tabia_engine::{Control, Report, Signal};

/// A search that nobody stops.
pub(crate) struct Unattended {
    /// When the search began.
    pub(crate) start: Instant,
}

impl Control for Unattended {
    fn now_ms(&mut self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }

    fn signal(&mut self) -> Signal {
        Signal::Go
    }

    fn report(&mut self, _: &Report<'_>) {}
}
