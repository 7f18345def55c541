//! When the page has finished starting: the first analysis is there, or there won't be one. Files that a first visit didn't request are
//! fetched only then (the default book, and the files for offline use: `www/start.js`).

use std::cell::{Cell, RefCell};
use web_sys::CustomEvent;

thread_local! {
    static IS_SETTLED: Cell<bool> = const { Cell::new(false) };
    static WAITING: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

/// Signals that the page has started, also as a `tabia-settled` event on the window; later calls do nothing.
pub fn announce() {
    if IS_SETTLED.replace(true) {
        return;
    }
    if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new("tabia-settled")) {
        // Listeners may cancel the event; it doesn't matter.
        let _ = window.dispatch_event(&event);
    }
    for then in WAITING.take() {
        then();
    }
}

/// Runs `then` once the page has started, or immediately if it has.
pub fn when_settled(then: impl FnOnce() + 'static) {
    if IS_SETTLED.get() {
        then();
    } else {
        WAITING.with_borrow_mut(|waiting| waiting.push(Box::new(then)));
    }
}
