//! Who is about to need much memory asks whoever holds some that is not needed now to give it back.

use std::rc::Rc;

use crate::platform::garbage;
use crate::platform::observable::{Observable, Subscription};

thread_local! {
    static CALLS: Rc<Observable<()>> = Rc::default();
}

/// Asks everyone who listens, and the browser for what they gave back.
pub fn ask() {
    CALLS.with(Rc::clone).tell(());
    garbage::look();
}

/// Calls `listener` whenever memory is asked for, until the subscription is dropped.
pub fn listen(listener: impl Fn() + 'static) -> Subscription {
    CALLS.with(|calls| calls.subscribe(move |()| listener()))
}
