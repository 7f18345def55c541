//! The engine worker and the book probe worker: `engine-worker.js` and `probe-worker.js` start the same file.

use wasm_bindgen::JsValue;

/// Variable set by `probe-worker.js` before it starts the file.
const PROBES: &str = "tabiaProbesBooks";

fn main() {
    let probes = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str(PROBES));
    if probes.is_ok_and(|probes| probes.is_truthy()) {
        tabia_worker::probe::host::start();
    } else {
        tabia_worker::engine::host::start();
    }
}
