//! How the page ended while a match was being played: a match that ends its tab must not be taken up again at every
//! visit.
//!
//! Local storage counts the ends in a row that the page did not hear of: a crash, a killed browser, a loss of power.

use gloo_events::EventListener;

const KEY: &str = "tabia.lab.ends";
/// After so many such ends the user is asked.
const LIMIT: u32 = 2;

/// Counts the ends for as long as it lives; one that the page hears of is a good one.
pub struct Ends {
    _listener: Option<EventListener>,
}

impl Ends {
    /// Listens for the end of the page.
    pub fn watch() -> Self {
        let listener = web_sys::window().map(|window| EventListener::new(&window, "pagehide", |_| set(0)));
        Self { _listener: listener }
    }
}

/// A match is being played, or no more.
pub(super) fn playing(is_playing: bool) {
    set(if is_playing { count().max(1) } else { 0 });
}

/// Whether a match that was being played when the page ended may be taken up by itself. One end more is expected until
/// the page says that it was a good one.
pub fn may_go_on() -> bool {
    let ends = count();
    set(if ends >= LIMIT { 0 } else { ends + 1 });
    ends < LIMIT
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn count() -> u32 {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Where nothing can be kept, no match is kept either.
fn set(count: u32) {
    let _ = storage().map(|storage| match count {
        0 => storage.remove_item(KEY),
        count => storage.set_item(KEY, &count.to_string()),
    });
}
