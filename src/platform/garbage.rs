//! Garbage collection in the browser.

use js_sys::{Array, Function, Reflect, global};
use wasm_bindgen::JsCast;

/// Size in bytes of an allocation that makes V8 collect garbage; 128 MB is not enough (Chromium 148).
const LARGE_BYTES: f64 = 512e6;

/// Makes the browser collect garbage. Shared WebAssembly memory is freed only by a collection, and on a page that does little there may
/// be none for minutes, because V8 does not count such memory. There is no API for it, but the request for a large buffer triggers
/// one. The buffer is never written to, so it takes no memory, and is garbage at once; a browser without enough address space
/// refuses it.
pub fn look() {
    let constructor = Reflect::get(&global(), &"ArrayBuffer".into()).and_then(JsCast::dyn_into::<Function>);
    if let Ok(constructor) = constructor {
        let _refused = Reflect::construct(&constructor, &Array::of1(&LARGE_BYTES.into()));
    }
}
