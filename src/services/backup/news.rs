//! Notification that a backup was restored, on this page or in another tab: what the page has read before is outdated.

use crate::platform::news::News;
use crate::platform::observable::Subscription;

thread_local! {
    static NEWS: News = News::on("tabia-import");
}

/// Notifies all listeners that something was restored from a backup.
pub fn imported() {
    NEWS.with(News::emit);
}

/// Calls `on_import` after each restore, until the subscription is dropped.
pub fn listen(on_import: impl Fn() + 'static) -> Subscription {
    NEWS.with(|news| news.listen(on_import))
}
