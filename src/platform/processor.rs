//! The processor.

/// Its cores, as far as the browser tells; at least 1. Natively, where tests run, it is 1.
pub fn cores() -> usize {
    if !cfg!(target_arch = "wasm32") {
        return 1;
    }
    web_sys::window().map_or(1, |window| window.navigator().hardware_concurrency() as usize).max(1)
}
