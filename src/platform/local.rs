//! The browser's local storage: short texts that all tabs of the page share and the next visit finds.

use web_sys::Storage;

/// The storage; `None` where the browser has or allows none.
pub fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}
