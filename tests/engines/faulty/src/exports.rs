//! The imports and exports of docs/engine-abi.md.

use std::cell::RefCell;

use crate::engine::Engine;

mod imports {
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
    unsafe { imports::print(line.as_ptr(), line.len()) }
}

/// Breaks the ABI.
pub(crate) fn print_out_of_bounds() {
    // SAFETY: the host refuses this range without reading it; that it does is what is tested.
    unsafe { imports::print(std::ptr::without_provenance(0x7fff_0000), 20) }
}

/// The time in milliseconds.
pub(crate) fn now() -> f64 {
    imports::now()
}

/// Whether the host wants the search to stop.
pub(crate) fn is_stopped() -> bool {
    imports::signal() == 1
}

#[derive(Default)]
struct Instance {
    buffer: Vec<u8>,
    engine: Engine,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::new(Instance::default());
}

/// The version of the ABI.
#[unsafe(no_mangle)]
pub extern "C" fn abi() -> i32 {
    1
}

/// Room for a command.
#[unsafe(no_mangle)]
pub extern "C" fn line_buffer(len: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.buffer.resize(len, 0);
        instance.buffer.as_mut_ptr()
    })
}

/// Handles a command.
#[unsafe(no_mangle)]
pub extern "C" fn line(len: usize) {
    INSTANCE.with_borrow_mut(|instance| {
        let text = String::from_utf8_lossy(&instance.buffer[..len]).into_owned();
        instance.engine.line(&text);
    });
}
