//! The imports and exports of the ABI.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};

use tabia_session::{Host, Session, Signal};

use crate::lines::LineBuffer;

/// The imports of version 2 are those of [`crate::tablebase`].
const ABI_VERSION: i32 = if cfg!(feature = "tablebase") { 2 } else { 1 };

mod imports {
    #[link(wasm_import_module = "uci")]
    unsafe extern "C" {
        /// Takes one line of output; the bytes are copied before it returns.
        pub(super) fn print(ptr: *const u8, len: usize);
        /// The time in milliseconds.
        pub(super) safe fn now() -> f64;
        /// 0 to continue, 1 to stop, 2 if the ponder move was played.
        pub(super) safe fn signal() -> i32;
    }
}

fn print(line: &str) {
    // SAFETY: pointer and length are those of a string that outlives the call, and the ABI promises that the
    // host only reads it, before it returns.
    unsafe { imports::print(line.as_ptr(), line.len()) }
}

struct WasmHost;

impl Host for WasmHost {
    fn print(&mut self, line: &str) {
        print(line);
    }

    fn now_ms(&mut self) -> f64 {
        imports::now()
    }

    fn signal(&mut self) -> Signal {
        match imports::signal() {
            1 => Signal::Stop,
            2 => Signal::PonderHit,
            _ => Signal::Go,
        }
    }

    #[cfg(feature = "threads")]
    fn threads(&self) -> Option<tabia_session::Threads> {
        Some(crate::threads::threads())
    }

    #[cfg(feature = "tablebase")]
    fn tablebase_source(&self) -> Option<&dyn tabia_session::TablebaseSource> {
        Some(&crate::tablebase::OfferedFiles)
    }
}

#[derive(Default)]
struct Instance {
    buffer: LineBuffer,
    session: Session,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::new(Instance::default());
}

/// Prints the reason before the trap that follows.
fn report_panic(info: &PanicHookInfo<'_>) {
    let text = format!("info string panic: {info}").replace(['\n', '\r'], " ");
    print(&text);
}

/// The version of the ABI.
#[unsafe(no_mangle)]
pub extern "C" fn abi() -> i32 {
    ABI_VERSION
}

/// A buffer for a line of `len` bytes, valid until the next call of [`line`]; 0 for a length of 0 or above
/// 65,536.
#[unsafe(no_mangle)]
pub extern "C" fn line_buffer(len: usize) -> *mut u8 {
    INSTANCE.with(|instance| match instance.try_borrow_mut() {
        Ok(mut instance) => instance.buffer.reserve(len).map_or(std::ptr::null_mut(), <[u8]>::as_mut_ptr),
        Err(_) => std::ptr::null_mut(),
    })
}

/// Handles the line of `len` bytes that the host wrote to the last buffer.
#[unsafe(no_mangle)]
pub extern "C" fn line(len: usize) {
    INSTANCE.with(|instance| {
        // A call from inside an import would find the instance borrowed.
        let Ok(mut instance) = instance.try_borrow_mut() else {
            print("info string line refused: the engine is busy");
            return;
        };
        panic::set_hook(Box::new(report_panic));
        match instance.buffer.take(len) {
            Ok(text) => {
                // `quit` needs no action: the host drops the instance.
                let _ = instance.session.line(&mut WasmHost, &text);
            }
            Err(refused) => print(&format!("info string {refused}")),
        }
    });
}
