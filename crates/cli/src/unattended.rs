//! Searches outside a UCI session.

use std::time::Instant;

use tabia_engine::{Control, Report, Signal};

/// Control of a search that is never stopped.
pub(crate) struct Unattended {
    /// Start of the search.
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
