//! Requests of one kind to the store: when the next is due, and the outcome of the last.

use super::messages::SaveError;

/// Time without a reply after which the storage counts as stuck, in milliseconds.
pub const PATIENCE_MS: f64 = 5000.0;
/// Pause after the first failure, in milliseconds; it doubles with each further one.
const FIRST_PAUSE_MS: f64 = 1000.0;
/// The longest pause, in milliseconds.
pub(super) const LONGEST_PAUSE_MS: f64 = 30_000.0;

/// Requests of one kind. Times are in milliseconds.
#[derive(Debug, Default)]
pub(super) struct Channel {
    /// When to send the next request.
    due: Option<f64>,
    /// Since when a reply is pending.
    since: Option<f64>,
    /// Number of failures since the last success.
    refusals: u32,
    trouble: Option<SaveError>,
}

impl Channel {
    /// Returns why the last request failed, if it did.
    pub fn trouble(&self) -> Option<&SaveError> {
        self.trouble.as_ref()
    }

    /// Returns whether nothing delays the next request.
    pub fn is_free(&self) -> bool {
        self.since.is_none() && self.refusals == 0
    }

    /// Returns whether to send the next request now.
    pub fn is_due(&self, now: f64) -> bool {
        self.since.is_none() && self.due.is_some_and(|due| due <= now)
    }

    /// Plans the next request for this time at the latest, or cancels it. The pause after a failure always applies.
    pub fn plan(&mut self, at: Option<f64>) {
        match at {
            None => self.due = None,
            Some(at) if self.refusals == 0 || self.due.is_none() => {
                self.due = Some(self.due.map_or(at, |planned| planned.min(at)));
            }
            Some(_) => {}
        }
    }

    /// Notes that a request is being sent.
    pub fn send(&mut self, now: f64) {
        (self.due, self.since) = (None, Some(now));
    }

    /// Notes that the reply has arrived.
    pub fn receive(&mut self) {
        self.since = None;
    }

    /// Handles a successful request.
    pub fn succeed(&mut self) {
        (self.since, self.trouble) = (None, None);
        // The pause is over; what was planned without one keeps its time.
        if self.refusals > 0 {
            (self.refusals, self.due) = (0, None);
        }
    }

    /// Handles a failed request: it is retried after a pause.
    pub fn fail(&mut self, trouble: SaveError, now: f64) {
        let pause = (FIRST_PAUSE_MS * 2f64.powi(self.refusals.min(10) as i32)).min(LONGEST_PAUSE_MS);
        self.refusals += 1;
        (self.since, self.due, self.trouble) = (None, Some(now + pause), Some(trouble));
    }

    /// Retries a changed request at once.
    pub fn retry(&mut self, now: f64) {
        (self.since, self.due) = (None, Some(now));
    }

    /// Reports an overdue reply as a failure.
    pub fn check(&mut self, now: f64) {
        if self.trouble.is_none() && self.since.is_some_and(|since| now - since >= PATIENCE_MS) {
            self.trouble = Some(SaveError::Stuck);
        }
    }

    /// Returns the next time at which something is due if nothing else happens.
    pub fn wake(&self) -> Option<f64> {
        match self.since {
            None => self.due,
            Some(since) => self.trouble.is_none().then_some(since + PATIENCE_MS),
        }
    }
}
