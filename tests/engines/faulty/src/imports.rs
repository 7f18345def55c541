//! The imports of docs/engine-abi.md.

mod uci {
    #[link(wasm_import_module = "uci")]
    unsafe extern "C" {
        pub(super) fn print(ptr: *const u8, len: usize);
        pub(super) safe fn now() -> f64;
        pub(super) safe fn signal() -> i32;
    }
}

/// Prints a line.
pub(crate) fn print(line: &str) {
    // SAFETY: pointer and length are those of a string that outlives the call.
    unsafe { uci::print(line.as_ptr(), line.len()) }
}

/// Breaks the ABI.
pub(crate) fn print_out_of_bounds() {
    // SAFETY: the host refuses this range without reading it; that it does is what is tested.
    unsafe { uci::print(std::ptr::without_provenance(0x7fff_0000), 20) }
}

/// The time in milliseconds.
pub(crate) fn now() -> f64 {
    uci::now()
}

/// Whether the host wants the search to stop.
pub(crate) fn is_stopped() -> bool {
    uci::signal() == 1
}
