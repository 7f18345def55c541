//! Whether memory can be shared with workers.

/// Whether the page is cross-origin isolated.
pub fn is_isolated() -> bool {
    js_sys::Reflect::get(&js_sys::global(), &"crossOriginIsolated".into())
        .is_ok_and(|value| value.is_truthy())
}
