//! The browser's local storage: short texts, shared by all tabs of the page and kept between visits.

use web_sys::Storage;

/// Returns the storage; `None` if the browser has none or denies access.
pub fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}
