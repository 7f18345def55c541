//! Whether memory can be shared with workers. It is tried, not inferred: a browser may call a page isolated and lack the class.

use std::cell::OnceCell;

use js_sys::{Atomics, Int32Array};
use tabia_worker::wire::SharedMemory;
use web_sys::MessageChannel;

use super::document::attribute;

thread_local! {
    static SHARES: OnceCell<bool> = const { OnceCell::new() };
}

/// Whether memory can be made that workers share with the page, written atomically, and posted to them.
pub fn shares_memory() -> bool {
    SHARES.with(|shares| *shares.get_or_init(|| try_sharing().is_some()))
}

fn try_sharing() -> Option<()> {
    let memory = SharedMemory::allocate(4)?;
    let words = Int32Array::new(&memory.0);
    Atomics::store(&words, 0, 1).ok()?;
    Atomics::notify(&words, 0).ok()?;
    if Atomics::load(&words, 0).ok()? != 1 {
        return None;
    }
    // A page that is not isolated may have the class, and not be allowed to post what it makes.
    let channel = MessageChannel::new().ok()?;
    let posted = channel.port1().post_message(&memory.0);
    channel.port1().close();
    posted.ok()
}

/// Whether the browser calls the page cross-origin isolated.
fn is_isolated() -> bool {
    js_sys::Reflect::get(&js_sys::global(), &"crossOriginIsolated".into())
        .is_ok_and(|value| value.is_truthy())
}

/// Why no memory is shared (`www/isolation.js`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotShared {
    /// The address is plain http, and not that of this machine.
    Insecure,
    /// The window has no service workers.
    NoWorker,
    /// The service worker was refused, or did not arrive.
    Refused,
    /// The page is isolated, and the browser has no shared memory all the same.
    NoMemory,
    /// The service worker did not start in time, or did not help.
    Other,
}

/// Why the page shares no memory with its workers; `None` if it does.
pub fn why_not_shared() -> Option<NotShared> {
    if shares_memory() {
        return None;
    }
    if is_isolated() {
        return Some(NotShared::NoMemory);
    }
    Some(match attribute(":root", "data-isolation").as_deref() {
        Some("insecure") => NotShared::Insecure,
        Some("no-worker") => NotShared::NoWorker,
        Some("refused" | "no-storage") => NotShared::Refused,
        _ => NotShared::Other,
    })
}
