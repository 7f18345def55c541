//! Memory-pressure signal: asks services to release caches before a large job.

use std::rc::Rc;

use crate::platform::garbage;
use crate::platform::observable::{Observable, Subscription};

thread_local! {
    static CALLS: Rc<Observable<()>> = Rc::default();
}

/// Notifies all listeners, then prompts the browser to collect the freed memory.
pub fn ask() {
    CALLS.with(Rc::clone).emit(());
    garbage::look();
}

/// Calls `listener` on every memory-pressure signal until the subscription is dropped.
pub fn listen(listener: impl Fn() + 'static) -> Subscription {
    CALLS.with(|calls| calls.subscribe(move |()| listener()))
}
