//! Errors of IndexedDB as the store's.

use wasm_bindgen::{JsCast, JsValue};

use crate::storage::error::{StoreError, reason};

/// What the browser's error means. `action` is what was tried.
pub(super) fn fault(action: &str, error: &JsValue) -> StoreError {
    let name = error.dyn_ref::<web_sys::DomException>().map(web_sys::DomException::name);
    let is_quota = js_sys::Reflect::get(error, &"name".into())
        .is_ok_and(|name| name.as_string().as_deref() == Some("QuotaExceededError"));
    if is_quota {
        return StoreError::Full;
    }
    match name.as_deref() {
        // A blob whose file is gone or was changed.
        Some("NotReadableError" | "DataError") => StoreError::Unreadable { reason: reason(error) },
        _ => StoreError::Failed { action: action.to_owned(), reason: reason(error) },
    }
}
