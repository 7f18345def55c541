//! Word that something kept has changed, for all who show it: on this page, and in the other tabs.

use std::rc::Rc;

use super::observable::{Observable, Subscription};
use super::tabs::Tabs;

/// What is said in the channel of a [`News`]; there is only one thing to say in each.
const WORD: &str = "changed";

/// One piece of news, which can be told again and again.
#[derive(Debug)]
pub struct News {
    events: Rc<Observable<()>>,
    tabs: Tabs,
}

impl News {
    /// The news of a channel between the tabs.
    pub fn on(channel: &str) -> Self {
        let events = Rc::new(Observable::default());
        let heard = Rc::clone(&events);
        Self { events, tabs: Tabs::join(channel, move |_| heard.tell(())) }
    }

    /// Tells everybody.
    pub fn tell(&self) {
        self.tabs.say(WORD);
        self.events.tell(());
    }

    /// Calls `listener` when it is told here or in another tab, until what is returned is dropped.
    pub fn listen(&self, listener: impl Fn() + 'static) -> Subscription {
        self.events.subscribe(move |()| listener())
    }
}
