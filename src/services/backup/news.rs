//! Word that a backup was taken over, on this page or in another tab: what the page has read before is not what is kept any more.

use crate::platform::news::News;
use crate::platform::observable::Subscription;

thread_local! {
    static NEWS: News = News::on("tabia-import");
}

/// Something of a backup was taken over: tells everybody.
pub fn imported() {
    NEWS.with(News::tell);
}

/// Calls `on_import` when something was taken over, until what is returned is dropped.
pub fn listen(on_import: impl Fn() + 'static) -> Subscription {
    NEWS.with(|news| news.listen(on_import))
}
