//! The imports and exports of the engine ABI, version 1. Nothing here needs a change.

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

/// What the host wants of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    Go,
    Stop,
    PonderHit,
}

/// Prints a line, or several.
pub fn say(text: &str) {
    // SAFETY: pointer and length are those of `text`, which the host copies before it returns.
    unsafe { imports::print(text.as_ptr(), text.len()) }
}

/// The time in milliseconds.
pub fn now() -> f64 {
    imports::now()
}

/// To be asked every millisecond or two during `go`.
pub fn signal() -> Signal {
    match imports::signal() {
        1 => Signal::Stop,
        2 => Signal::PonderHit,
        _ => Signal::Go,
    }
}

#[derive(Default)]
struct Instance {
    command: Vec<u8>,
    engine: Engine,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

/// The version of the ABI.
#[unsafe(no_mangle)]
extern "C" fn abi() -> i32 {
    1
}

/// Room for the next command.
#[unsafe(no_mangle)]
extern "C" fn line_buffer(len: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.command.clear();
        instance.command.resize(len, 0);
        instance.command.as_mut_ptr()
    })
}

/// Handles the command in that room.
#[unsafe(no_mangle)]
extern "C" fn line(_len: usize) {
    INSTANCE.with_borrow_mut(|Instance { command, engine }| engine.line(&String::from_utf8_lossy(command)));
}

/// The reason of a panic is printed before the build traps; without this the user sees only "unreachable".
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        say(&format!("info string {}", info.to_string().replace('\n', " ")))
    }));
}
