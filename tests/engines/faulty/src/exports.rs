//! The exports of docs/engine-abi.md.

use std::cell::RefCell;

use crate::engine::Engine;

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
