//! Events with subscribers.
//!
//! - All listeners receive events in the same order. Events emitted during a delivery are delivered afterwards, so a listener may
//!   call the service that it listens to.
//! - After unsubscribing, a listener receives nothing more, not even the event being delivered; a new one receives later events only.
//! - Events are not throttled. A component that should not be rendered for every event takes care of that itself: see
//!   [`use_observable`](crate::hooks::use_observable).

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::rc::{Rc, Weak};

type Listener<E> = Rc<dyn Fn(&E)>;

/// Source of events of type `E`, with its listeners.
pub struct Observable<E>(Rc<ObservableInner<E>>);

struct ObservableInner<E> {
    listeners: RefCell<Vec<(u64, Listener<E>)>>,
    next: Cell<u64>,
    /// Events not yet delivered.
    events: RefCell<VecDeque<E>>,
    is_delivering: Cell<bool>,
}

/// Subscription that ends when dropped.
#[must_use = "the subscription ends when this is dropped"]
pub struct Subscription {
    list: Weak<dyn List>,
    id: u64,
}

trait List {
    fn remove(&self, id: u64);
}

impl<E> List for ObservableInner<E> {
    fn remove(&self, id: u64) {
        self.listeners.borrow_mut().retain(|(other, _)| *other != id);
    }
}

impl<E> Default for Observable<E> {
    fn default() -> Self {
        Self(Rc::new(ObservableInner {
            listeners: RefCell::default(),
            next: Cell::default(),
            events: RefCell::default(),
            is_delivering: Cell::default(),
        }))
    }
}

impl<E: 'static> Observable<E> {
    /// Calls `listener` with every event until the subscription is dropped.
    pub fn subscribe(&self, listener: impl Fn(&E) + 'static) -> Subscription {
        let id = self.0.next.get();
        self.0.next.set(id + 1);
        self.0.listeners.borrow_mut().push((id, Rc::new(listener)));
        let list: Weak<ObservableInner<E>> = Rc::downgrade(&self.0);
        Subscription { list, id }
    }

    /// Delivers an event to all listeners.
    pub fn emit(&self, event: E) {
        let ObservableInner { events, is_delivering, .. } = &*self.0;
        events.borrow_mut().push_back(event);
        if is_delivering.replace(true) {
            return;
        }
        loop {
            let Some(event) = events.borrow_mut().pop_front() else { break };
            self.deliver(&event);
        }
        is_delivering.set(false);
    }

    fn deliver(&self, event: &E) {
        let present: Vec<u64> = self.0.listeners.borrow().iter().map(|(id, _)| *id).collect();
        for id in present {
            let listener = self.0.listeners.borrow().iter().find(|(other, _)| *other == id).cloned();
            if let Some((_, listener)) = listener {
                listener(event);
            }
        }
    }
}

impl<E> fmt::Debug for Observable<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Observable").field("listeners", &self.0.listeners.borrow().len()).finish()
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(list) = self.list.upgrade() {
            list.remove(self.id);
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Subscription").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A service handle with events.
pub trait Observe: Clone + PartialEq + 'static {
    /// Event type.
    type Event: 'static;

    /// Returns the events.
    fn events(&self) -> &Observable<Self::Event>;

    /// Calls `listener` with every event until the subscription is dropped. A listener may call the service: resulting events are
    /// delivered afterwards.
    fn subscribe(&self, listener: impl Fn(&Self::Event) + 'static) -> Subscription {
        self.events().subscribe(listener)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hear_the_same_order_until_they_leave() {
        let events = Rc::new(Observable::<u32>::default());
        let heard = Rc::new(RefCell::new(Vec::new()));
        let first = events.subscribe({
            let (events, heard) = (Rc::clone(&events), Rc::clone(&heard));
            move |event| {
                heard.borrow_mut().push(("first", *event));
                // Emits during delivery.
                if *event == 1 {
                    events.emit(2);
                }
            }
        });
        let second = events.subscribe({
            let heard = Rc::clone(&heard);
            move |event| heard.borrow_mut().push(("second", *event))
        });
        events.emit(1);
        assert_eq!(heard.take(), [("first", 1), ("second", 1), ("first", 2), ("second", 2)]);
        drop(first);
        events.emit(3);
        assert_eq!(heard.take(), [("second", 3)]);
        drop(second);
        events.emit(4);
        assert!(heard.take().is_empty());
    }

    #[test]
    fn who_is_unsubscribed_by_another_listener_hears_nothing_more() {
        let events = Observable::<u32>::default();
        let heard = Rc::new(Cell::new(0));
        let other = Rc::new(RefCell::new(None));
        let _first = events.subscribe({
            let other = Rc::clone(&other);
            move |_| drop(other.take())
        });
        let second = events.subscribe({
            let heard = Rc::clone(&heard);
            move |event| heard.set(*event)
        });
        other.replace(Some(second));
        events.emit(1);
        assert_eq!(heard.get(), 0);
    }
}
