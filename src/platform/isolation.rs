//! Whether memory can be shared with workers.

use super::document::attribute;

/// Whether the page is cross-origin isolated.
pub fn is_isolated() -> bool {
    js_sys::Reflect::get(&js_sys::global(), &"crossOriginIsolated".into())
        .is_ok_and(|value| value.is_truthy())
}

/// Why the page is not isolated (`www/isolation.js`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotIsolated {
    /// The address is plain http, and not that of this machine.
    Insecure,
    /// The window has no service workers.
    NoWorker,
    /// The service worker was refused, or did not arrive.
    Refused,
    /// It did not start in time, or did not help.
    Other,
}

/// Why the page is not isolated; `None` if it is.
pub fn why_not_isolated() -> Option<NotIsolated> {
    if is_isolated() {
        return None;
    }
    Some(match attribute(":root", "data-isolation").as_deref() {
        Some("insecure") => NotIsolated::Insecure,
        Some("no-worker") => NotIsolated::NoWorker,
        Some("refused" | "no-storage") => NotIsolated::Refused,
        _ => NotIsolated::Other,
    })
}
