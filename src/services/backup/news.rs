//! Word that a backup was taken over, on this page or in another tab: what the page has read before is not what is kept any more.

use crate::platform::observable::{Observable, Subscription};
use crate::platform::tabs::Tabs;

/// The channel between the tabs.
const CHANNEL: &str = "tabia-import";

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

/// Something of a backup was taken over: tells everybody.
pub fn imported() {
    NEWS.with(|news| {
        news.tabs.say("imported");
        news.events.tell(());
    });
}

/// Calls `on_import` when something was taken over, until what is returned is dropped.
pub fn listen(on_import: impl Fn() + 'static) -> Subscription {
    NEWS.with(|news| news.events.subscribe(move |()| on_import()))
}
