//! The processor.

/// Returns the number of cores reported by the browser, at least 1; natively, where tests run, 1.
pub fn cores() -> usize {
    if !cfg!(target_arch = "wasm32") {
        return 1;
    }
    web_sys::window().map_or(1, |window| window.navigator().hardware_concurrency() as usize).max(1)
}
