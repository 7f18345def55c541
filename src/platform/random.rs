//! Random names and seeds. They need not be secret.

use js_sys::{Function, Math, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Returns a unique name: a version 4 UUID from the browser's `crypto.randomUUID`, or the same number of random hexadecimal digits where
/// that function is missing because the page's address is not secure.
pub fn unique_id() -> String {
    random_uuid().unwrap_or_else(|| format!("{:013x}-{:013x}", seed(), seed()))
}

fn random_uuid() -> Option<String> {
    let crypto = Reflect::get(&js_sys::global(), &JsValue::from_str("crypto")).ok()?;
    let random_uuid: Function =
        Reflect::get(&crypto, &JsValue::from_str("randomUUID")).ok()?.dyn_into().ok()?;
    random_uuid.call0(&crypto).ok()?.as_string()
}

/// Returns a seed below 2^52 for a generator.
pub fn seed() -> u64 {
    (Math::random() * (1_u64 << 52) as f64) as u64
}
