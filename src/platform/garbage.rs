//! When the browser looks for memory that nobody uses any more.

use js_sys::{Array, Function, Reflect, global};
use wasm_bindgen::JsCast;

/// A request of so many bytes lets V8 look for garbage; one of 128 MB does not (Chromium 148).
const LARGE_BYTES: f64 = 512e6;

/// Lets the browser look for garbage now. A shared memory of WebAssembly stays until it does, and a page that does little may not be
/// looked at for minutes, because V8 does not count such memories. There is no function for it: that a large buffer is asked for is
/// what makes V8 look. The buffer is never written to, so it takes no memory, and is garbage at once; a browser without so many
/// addresses refuses it.
pub fn look() {
    let constructor = Reflect::get(&global(), &"ArrayBuffer".into()).and_then(JsCast::dyn_into::<Function>);
    if let Ok(constructor) = constructor {
        let _refused = Reflect::construct(&constructor, &Array::of1(&LARGE_BYTES.into()));
    }
}
