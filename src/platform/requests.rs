//! Requests from one application to another, which may not be loaded yet.

use std::cell::RefCell;
use std::collections::VecDeque;

use super::observable::{Observable, Subscription};

/// Queue of requests.
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
    /// Appends a request.
    pub fn add(&self, request: T) {
        self.waiting.borrow_mut().push_back(request);
        self.events.emit(());
    }

    /// Replaces all queued requests with this one.
    pub fn replace(&self, request: T) {
        self.waiting.replace(VecDeque::from([request]));
        self.events.emit(());
    }

    /// Takes the oldest request.
    pub fn take(&self) -> Option<T> {
        self.waiting.borrow_mut().pop_front()
    }

    /// Calls `listener` when a request is added, until the subscription is dropped.
    pub fn listen(&self, listener: impl Fn() + 'static) -> Subscription {
        self.events.subscribe(move |()| listener())
    }
}
