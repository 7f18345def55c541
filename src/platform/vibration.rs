//! Vibration of phones.

use wasm_bindgen::JsValue;

/// Returns whether the device is used by touch and the browser can make it vibrate.
pub fn is_available() -> bool {
    let Some(window) = web_sys::window() else { return false };
    let query = window.match_media("(pointer: coarse)").ok().flatten();
    let navigator: JsValue = window.navigator().into();
    query.is_some_and(|query| query.matches())
        && js_sys::Reflect::has(&navigator, &JsValue::from_str("vibrate")).unwrap_or(false)
}

/// Vibrates once, for a time in milliseconds, where [available](is_available).
pub fn vibrate(ms: u32) {
    if let Some(window) = web_sys::window().filter(|_| is_available()) {
        // The browser refuses before the first touch.
        let _ = window.navigator().vibrate_with_duration(ms);
    }
}
