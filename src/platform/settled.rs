//! When the page has started: the first analysis is there, or none is to come. What a first visit did not ask for is fetched after that
//! (the default book, and the files for use without a network: `www/start.js`).

use std::cell::{Cell, RefCell};
use web_sys::CustomEvent;

thread_local! {
    static IS_SETTLED: Cell<bool> = const { Cell::new(false) };
    static WAITING: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

/// Says that the page has started; later calls do nothing. The window hears it as `tabia-settled`.
pub fn tell() {
    if IS_SETTLED.replace(true) {
        return;
    }
    if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new("tabia-settled")) {
        // Whether somebody prevents it does not matter.
        let _ = window.dispatch_event(&event);
    }
    for then in WAITING.take() {
        then();
    }
}

/// Runs `then` when the page has started: at once, if it has.
pub fn when_settled(then: impl FnOnce() + 'static) {
    if IS_SETTLED.get() {
        then();
    } else {
        WAITING.with_borrow_mut(|waiting| waiting.push(Box::new(then)));
    }
}
