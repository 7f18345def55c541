//! Notifications that stored data has changed, for this page and the other tabs.

use std::rc::Rc;

use super::observable::{Observable, Subscription};
use super::tabs::Tabs;

/// The only message in the channel of a [`News`].
const WORD: &str = "changed";

/// A repeatable notification.
#[derive(Debug)]
pub struct News {
    events: Rc<Observable<()>>,
    tabs: Tabs,
}

impl News {
    /// Returns the notification for a channel between tabs.
    pub fn on(channel: &str) -> Self {
        let events = Rc::new(Observable::default());
        let heard = Rc::clone(&events);
        Self { events, tabs: Tabs::join(channel, move |_| heard.emit(())) }
    }

    /// Notifies all listeners.
    pub fn emit(&self) {
        self.tabs.say(WORD);
        self.events.emit(());
    }

    /// Calls `listener` on notifications from this page or another tab, until the subscription is dropped.
    pub fn listen(&self, listener: impl Fn() + 'static) -> Subscription {
        self.events.subscribe(move |()| listener())
    }
}
