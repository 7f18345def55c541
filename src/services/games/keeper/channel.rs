//! Requests of one kind to the store: when the next is due, and how the last one went.

use super::messages::Trouble;

/// After so many milliseconds without an answer the storage counts as stuck.
pub const PATIENCE_MS: f64 = 5000.0;
/// The pause after the first refusal; it doubles with each that follows.
const FIRST_PAUSE_MS: f64 = 1000.0;
/// The longest pause, in milliseconds.
pub(super) const LONGEST_PAUSE_MS: f64 = 30_000.0;

/// Requests of one kind. Times are in milliseconds.
#[derive(Debug, Default)]
pub(super) struct Channel {
    /// When the next request is to be sent.
    due: Option<f64>,
    /// Since when a reply is awaited.
    since: Option<f64>,
    /// Refusals since the last success.
    refusals: u32,
    trouble: Option<Trouble>,
}

impl Channel {
    /// Why the last request failed, if it did.
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// Whether nothing holds up the next request.
    pub fn is_free(&self) -> bool {
        self.since.is_none() && self.refusals == 0
    }

    /// Whether the next request is to be sent now.
    pub fn is_due(&self, now: f64) -> bool {
        self.since.is_none() && self.due.is_some_and(|due| due <= now)
    }

    /// Has the next request sent at this time at the latest, or none. After a refusal the pause holds, whatever else changes.
    pub fn plan(&mut self, at: Option<f64>) {
        match at {
            None => self.due = None,
            Some(at) if self.refusals == 0 || self.due.is_none() => {
                self.due = Some(self.due.map_or(at, |planned| planned.min(at)));
            }
            Some(_) => {}
        }
    }

    /// A request is sent.
    pub fn send(&mut self, now: f64) {
        (self.due, self.since) = (None, Some(now));
    }

    /// The reply is there.
    pub fn receive(&mut self) {
        self.since = None;
    }

    /// The request succeeded.
    pub fn succeed(&mut self) {
        (self.since, self.trouble) = (None, None);
        // The pause is over; what is due without one keeps its time.
        if self.refusals > 0 {
            (self.refusals, self.due) = (0, None);
        }
    }

    /// The request failed: it is repeated after a pause.
    pub fn fail(&mut self, trouble: Trouble, now: f64) {
        let pause = (FIRST_PAUSE_MS * 2f64.powi(self.refusals.min(10) as i32)).min(LONGEST_PAUSE_MS);
        self.refusals += 1;
        (self.since, self.due, self.trouble) = (None, Some(now + pause), Some(trouble));
    }

    /// The request is repeated at once, changed.
    pub fn retry(&mut self, now: f64) {
        (self.since, self.due) = (None, Some(now));
    }

    /// Takes a reply that is overdue for a fault.
    pub fn check(&mut self, now: f64) {
        if self.trouble.is_none() && self.since.is_some_and(|since| now - since >= PATIENCE_MS) {
            self.trouble = Some(Trouble::Stuck);
        }
    }

    /// When something has to be done if nothing else happens.
    pub fn wake(&self) -> Option<f64> {
        match self.since {
            None => self.due,
            Some(since) => self.trouble.is_none().then_some(since + PATIENCE_MS),
        }
    }
}
