//! Random names and seeds. None of them need be secret.

use js_sys::{Function, Math, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// A name that nothing else has: a UUID of version 4 by the browser's `crypto.randomUUID`; where the page's address is not secure, so
/// that there is none, as many random hexadecimal digits.
pub fn unique_id() -> String {
    random_uuid().unwrap_or_else(|| format!("{:013x}-{:013x}", seed(), seed()))
}

fn random_uuid() -> Option<String> {
    let crypto = Reflect::get(&js_sys::global(), &JsValue::from_str("crypto")).ok()?;
    let random_uuid: Function =
        Reflect::get(&crypto, &JsValue::from_str("randomUUID")).ok()?.dyn_into().ok()?;
    random_uuid.call0(&crypto).ok()?.as_string()
}

/// A number below 2^52 to begin a generator with.
pub fn seed() -> u64 {
    (Math::random() * (1_u64 << 52) as f64) as u64
}
