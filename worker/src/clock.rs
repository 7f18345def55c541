//! The time inside a worker.

use js_sys::Date;
use wasm_bindgen::JsCast;
use web_sys::{DedicatedWorkerGlobalScope, Performance};

/// Returns the worker's clock, if it has one.
pub fn worker_clock() -> Option<Performance> {
    js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>().performance()
}

/// Milliseconds from an unspecified origin, by this clock or, without one, by the system date.
pub fn now_ms(clock: Option<&Performance>) -> f64 {
    clock.map_or_else(Date::now, Performance::now)
}
