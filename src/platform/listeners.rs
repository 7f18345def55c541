//! Those who listen to events, and how they are told.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::rc::{Rc, Weak};

type Listener<E> = Rc<dyn Fn(&E)>;

/// A list of listeners to events of the type `E`.
pub struct Listeners<E>(Rc<Inner<E>>);

struct Inner<E> {
    listeners: RefCell<Vec<(u64, Listener<E>)>>,
    next: Cell<u64>,
    /// What is still to be told.
    events: RefCell<VecDeque<E>>,
    is_delivering: Cell<bool>,
}

/// Ends a subscription when dropped.
#[must_use = "the subscription ends when this is dropped"]
pub struct Subscription {
    list: Weak<dyn List>,
    id: u64,
}

trait List {
    fn remove(&self, id: u64);
}

impl<E> List for Inner<E> {
    fn remove(&self, id: u64) {
        self.listeners.borrow_mut().retain(|(other, _)| *other != id);
    }
}

impl<E> Default for Listeners<E> {
    fn default() -> Self {
        Self(Rc::new(Inner {
            listeners: RefCell::default(),
            next: Cell::default(),
            events: RefCell::default(),
            is_delivering: Cell::default(),
        }))
    }
}

impl<E: 'static> Listeners<E> {
    /// Calls `listener` with every event, until the subscription is dropped.
    pub fn subscribe(&self, listener: impl Fn(&E) + 'static) -> Subscription {
        let id = self.0.next.get();
        self.0.next.set(id + 1);
        self.0.listeners.borrow_mut().push((id, Rc::new(listener)));
        let list: Weak<Inner<E>> = Rc::downgrade(&self.0);
        Subscription { list, id }
    }

    /// Tells every listener. What a listener tells in turn is told after this event, so that all hear the same order.
    pub fn tell(&self, event: E) {
        let Inner { listeners, events, is_delivering, .. } = &*self.0;
        events.borrow_mut().push_back(event);
        if is_delivering.replace(true) {
            return;
        }
        loop {
            let Some(event) = events.borrow_mut().pop_front() else { break };
            let present: Vec<_> = listeners.borrow().iter().map(|(_, listener)| listener.clone()).collect();
            for listener in present {
                listener(&event);
            }
        }
        is_delivering.set(false);
    }
}

impl<E> fmt::Debug for Listeners<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Listeners").field("count", &self.0.listeners.borrow().len()).finish()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hear_the_same_order_until_they_leave() {
        let listeners = Rc::new(Listeners::<u32>::default());
        let heard = Rc::new(RefCell::new(Vec::new()));
        let first = listeners.subscribe({
            let (listeners, heard) = (Rc::clone(&listeners), Rc::clone(&heard));
            move |event| {
                heard.borrow_mut().push(("first", *event));
                // Tells while it is being told.
                if *event == 1 {
                    listeners.tell(2);
                }
            }
        });
        let second = listeners.subscribe({
            let heard = Rc::clone(&heard);
            move |event| heard.borrow_mut().push(("second", *event))
        });
        listeners.tell(1);
        assert_eq!(heard.take(), [("first", 1), ("second", 1), ("first", 2), ("second", 2)]);
        drop(first);
        listeners.tell(3);
        assert_eq!(heard.take(), [("second", 3)]);
        drop(second);
        listeners.tell(4);
        assert!(heard.take().is_empty());
    }
}
