//! A timer that is set again and again.

use std::cell::RefCell;

use gloo_timers::callback::Timeout;

use super::clock::now_ms;

/// The longest time that is waited, in milliseconds: an hour. Much longer timers overflow in browsers.
const LONGEST_MS: f64 = 3_600_000.0;

/// A timer that is set again and again; it ends when dropped.
#[derive(Default)]
pub struct Alarm(RefCell<Option<Timeout>>);

impl Alarm {
    /// Has `ring` called once at this time of [`now_ms`], or after an hour if that is earlier, and forgets what was set before. `None`: it
    /// is not called.
    pub fn set(&self, at_ms: Option<f64>, ring: impl FnOnce() + 'static) {
        let timer = at_ms.map(|at_ms| {
            let delay_ms = (at_ms - now_ms()).clamp(0.0, LONGEST_MS).ceil() as u32;
            Timeout::new(delay_ms, ring)
        });
        // Dropping the one before from inside itself is allowed: it has fired.
        let before = self.0.replace(timer);
        drop(before);
    }

    /// Forgets what was set.
    pub fn stop(&self) {
        self.0.take();
    }
}
