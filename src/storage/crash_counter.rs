//! Crash detection for work that a later visit resumes automatically (a match, a run of a test suite, reports): work that crashes the
//! page must not be resumed on every visit.
//!
//! For each task, local storage counts how many times in a row the page ended without notice: a crash, a killed browser, a power
//! loss. Only the page that does the work counts, that is, the one holding its [`Claim`](super::Claim): other tabs come and go.

use crate::platform::local::storage;
use gloo_events::EventListener;

/// Prefix of the counters in local storage, followed by the name of the task.
const PREFIX: &str = "tabia.ends.";
/// Number of crashes after which the user is asked.
const LIMIT: u32 = 2;

/// Work in progress on this page. While it exists, an end of the page without a `pagehide` event counts as a crash; a regular end, or
/// the end of the work, resets the counter.
#[derive(Debug)]
pub struct CrashCounter {
    key: String,
    _listener: Option<EventListener>,
}

impl CrashCounter {
    /// Starts or continues a task at the user's request. `work` names it: a kind and a distinguishing part.
    pub fn begin(work: &str) -> Self {
        Self::counting(format!("{PREFIX}{work}"), 1)
    }

    /// Resumes a task that was running when the page ended. `None` if it was resumed repeatedly and crashed the page each time: then the
    /// user is asked, and the counter starts from zero. Requires the claim on the work.
    pub fn take_up(work: &str) -> Option<Self> {
        let key = format!("{PREFIX}{work}");
        let ends = count(&key);
        if ends >= LIMIT {
            set(&key, 0);
            return None;
        }
        Some(Self::counting(key, ends + 1))
    }

    fn counting(key: String, ends: u32) -> Self {
        set(&key, ends);
        let ending = key.clone();
        let listener =
            web_sys::window().map(|window| EventListener::new(&window, "pagehide", move |_| set(&ending, 0)));
        Self { key, _listener: listener }
    }
}

impl Drop for CrashCounter {
    fn drop(&mut self) {
        set(&self.key, 0);
    }
}

fn count(key: &str) -> u32 {
    let text = storage().and_then(|storage| storage.get_item(key).ok().flatten());
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Stores a counter. Without local storage, no work is resumed automatically either.
fn set(key: &str, count: u32) {
    let _ = storage().map(|storage| match count {
        0 => storage.remove_item(key),
        count => storage.set_item(key, &count.to_string()),
    });
}
