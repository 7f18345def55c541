//! Change notifications for the engine list, on this page and in other tabs.

use crate::platform::news::News;
use crate::platform::observable::Subscription;

thread_local! {
    static NEWS: News = News::on("tabia-engines");
}

/// Notifies all listeners that an engine was added, removed or renamed, or that the whole list was replaced.
pub fn changed() {
    NEWS.with(News::emit);
}

/// Calls `on_change` on every change of the list until the subscription is dropped.
pub fn listen(on_change: impl Fn() + 'static) -> Subscription {
    NEWS.with(|news| news.listen(on_change))
}
