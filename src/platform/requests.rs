//! What one application asks of another, which may not be there yet.

use std::cell::RefCell;
use std::collections::VecDeque;

use super::observable::{Observable, Subscription};

/// Requests that wait to be taken, in their order.
pub struct Requests<T> {
    events: Observable<()>,
    waiting: RefCell<VecDeque<T>>,
}

impl<T> Default for Requests<T> {
    fn default() -> Self {
        Self { events: Observable::default(), waiting: RefCell::default() }
    }
}

impl<T> Requests<T> {
    /// Adds a request behind those that wait.
    pub fn add(&self, request: T) {
        self.waiting.borrow_mut().push_back(request);
        self.events.tell(());
    }

    /// Puts a request in place of any that wait.
    pub fn replace(&self, request: T) {
        self.waiting.replace(VecDeque::from([request]));
        self.events.tell(());
    }

    /// Takes the one that has waited longest.
    pub fn take(&self) -> Option<T> {
        self.waiting.borrow_mut().pop_front()
    }

    /// Calls `listener` when a request waits, until what is returned is dropped.
    pub fn listen(&self, listener: impl Fn() + 'static) -> Subscription {
        self.events.subscribe(move |()| listener())
    }
}
