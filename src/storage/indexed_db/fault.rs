//! Conversion of IndexedDB errors.

use wasm_bindgen::{JsCast, JsValue};

use crate::storage::error::{StoreError, reason};

/// Converts a browser error. `action` is the operation that failed.
pub(super) fn fault(action: &str, error: &JsValue) -> StoreError {
    let name = error.dyn_ref::<web_sys::DomException>().map(web_sys::DomException::name);
    let is_quota = js_sys::Reflect::get(error, &"name".into())
        .is_ok_and(|name| name.as_string().as_deref() == Some("QuotaExceededError"));
    if is_quota {
        return StoreError::Full;
    }
    match name.as_deref() {
        // The file behind a blob is gone or has changed.
        Some("NotReadableError" | "DataError") => StoreError::Unreadable { reason: reason(error) },
        _ => StoreError::Failed { action: action.to_owned(), reason: reason(error) },
    }
}
