//! A resettable timer.

use std::cell::RefCell;

use gloo_timers::callback::Timeout;

use super::clock::now_ms;

/// Longest delay in milliseconds: an hour. Much longer timers overflow in browsers.
const LONGEST_MS: f64 = 3_600_000.0;

/// A resettable timer; cancelled when dropped.
#[derive(Default)]
pub struct Alarm(RefCell<Option<Timeout>>);

impl Alarm {
    /// Schedules `ring` for this time of [`now_ms`], or an hour from now if that is earlier, replacing any previous schedule. `None`
    /// cancels only.
    pub fn set(&self, at_ms: Option<f64>, ring: impl FnOnce() + 'static) {
        let timer = at_ms.map(|at_ms| {
            let delay_ms = (at_ms - now_ms()).clamp(0.0, LONGEST_MS).ceil() as u32;
            Timeout::new(delay_ms, ring)
        });
        // Safe even when called from the previous timer's own callback: it has fired.
        let before = self.0.replace(timer);
        drop(before);
    }

    /// Cancels the timer.
    pub fn stop(&self) {
        self.0.take();
    }
}
