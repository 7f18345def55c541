//! Word that the list of engines has changed, for all who show it: on this page, and in the other tabs.

use crate::platform::observable::{Observable, Subscription};
use crate::platform::tabs::Tabs;

/// The channel between the tabs.
const CHANNEL: &str = "tabia-engines";

struct News {
    events: Observable<()>,
    tabs: Tabs,
}

thread_local! {
    static NEWS: News = {
        let tabs = Tabs::join(CHANNEL, |_| NEWS.with(|news| news.events.tell(())));
        News { events: Observable::default(), tabs }
    };
}

/// An engine came, went, or has another name, or all of them are others now: tells everybody.
pub fn changed() {
    NEWS.with(|news| {
        news.tabs.say("changed");
        news.events.tell(());
    });
}

/// Calls `on_change` when the list has changed, until what is returned is dropped.
pub fn listen(on_change: impl Fn() + 'static) -> Subscription {
    NEWS.with(|news| news.events.subscribe(move |()| on_change()))
}
