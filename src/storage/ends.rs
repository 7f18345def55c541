//! How the page ended while it did some work that a later visit takes up by itself (a match, a run of a test suite, reports): work
//! that ends its page must not be taken up again at every visit.
//!
//! Local storage counts for each work how often in a row the page ended without hearing of it: a crash, a killed browser, a loss of
//! power. Only the page that does the work counts, which is the one that has its [`Claim`](super::Claim): other tabs come and go.

use crate::platform::local::storage;
use gloo_events::EventListener;

/// What the counts are called in local storage, before the name of the work.
const PREFIX: &str = "tabia.ends.";
/// After so many such ends the user is asked.
const LIMIT: u32 = 2;

/// This page does a work. As long as this lives, an end of the page that it does not hear of counts; one that it hears of, and the end
/// of the work, are good ends.
#[derive(Debug)]
pub struct AtWork {
    key: String,
    _listener: Option<EventListener>,
}

impl AtWork {
    /// Begins a work, or goes on with it, because the user wishes it. `work` names it: a kind, and what tells it from others.
    pub fn begin(work: &str) -> Self {
        Self::counting(format!("{PREFIX}{work}"), 1)
    }

    /// Takes up a work that was going on when the page ended. `None` if it was taken up again and again and has ended the page each time:
    /// then the user is asked, and what they begin is counted anew. Only for who has the claim on the work.
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

impl Drop for AtWork {
    fn drop(&mut self) {
        set(&self.key, 0);
    }
}

fn count(key: &str) -> u32 {
    let text = storage().and_then(|storage| storage.get_item(key).ok().flatten());
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Where nothing can be kept, no work is taken up by itself either.
fn set(key: &str, count: u32) {
    let _ = storage().map(|storage| match count {
        0 => storage.remove_item(key),
        count => storage.set_item(key, &count.to_string()),
    });
}
