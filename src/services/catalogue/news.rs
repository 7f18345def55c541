//! Word that the list of engines has changed, for all who show it: on this page, and in the other tabs.

use crate::platform::news::News;
use crate::platform::observable::Subscription;

thread_local! {
    static NEWS: News = News::on("tabia-engines");
}

/// An engine came, went, or has another name, or all of them are others now: tells everybody.
pub fn changed() {
    NEWS.with(News::tell);
}

/// Calls `on_change` when the list has changed, until what is returned is dropped.
pub fn listen(on_change: impl Fn() + 'static) -> Subscription {
    NEWS.with(|news| news.listen(on_change))
}
