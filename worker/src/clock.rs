//! The time inside a worker.

use js_sys::Date;
use wasm_bindgen::JsCast;
use web_sys::{DedicatedWorkerGlobalScope, Performance};

/// The worker's clock, where it has one.
pub fn worker_clock() -> Option<Performance> {
    js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>().performance()
}

/// Milliseconds from an unspecified origin, by this clock or else by the date.
pub fn now_ms(clock: Option<&Performance>) -> f64 {
    clock.map_or_else(Date::now, Performance::now)
}
