//! The functions an engine build may call: `uci.print`, `uci.now`, `uci.signal` and the file functions.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use js_sys::{Object, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::Performance;

use crate::abi::{IMPORT_MODULE, MAX_LINE_BYTES, MEMORY_MODULE};
use crate::clock::{now_ms, worker_clock};
use crate::engine::signals::Signal;

use super::files::Files;
use super::threads::{ThreadImports, ThreadSource};

/// Length above which a text counts as long, in bytes. No UCI line comes near it.
const LONG_BYTES: u32 = 8192;

/// Maximum total size of long texts printed in response to one command, in bytes.
const MAX_LONG_BYTES: usize = 16 << 20;

/// Reason why an engine must be stopped. The text is about the engine; thrown as an exception, it ends the call into the engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineFault {
    /// The host has given up on the engine, and why.
    #[error("{0}")]
    GivenUp(String),
    /// A single print is too long.
    #[error("it printed {0} bytes at once; at most {max} are allowed", max = MAX_LINE_BYTES)]
    PrintTooLong(u32),
    /// The engine printed too many long texts in response to one command.
    #[error(
        "it printed more than {max} MiB in texts of more than {LONG_BYTES} bytes in answer to one command, which is the limit",
        max = MAX_LONG_BYTES >> 20
    )]
    TooMuch,
    /// The engine prints faster than its output is read.
    #[error("it printed more than {} MiB at once, which is the limit", .0 >> 20)]
    Overfull(usize),
    /// The engine printed something that is not text.
    #[error("it printed text that is not UTF-8: {0}")]
    NotUtf8(std::str::Utf8Error),
    /// The engine called a function that needs its memory before the memory is known.
    #[error("it called {0} while it was being instantiated")]
    TooEarly(&'static str),
    /// The engine passed an address outside its memory.
    #[error("it called {function}({pointer}, {length}), which is outside of its memory of {memory} bytes")]
    OutOfBounds {
        /// Function called.
        function: &'static str,
        /// Address passed.
        pointer: u32,
        /// Number of bytes.
        length: u32,
        /// Size of the memory, in bytes.
        memory: u32,
    },
}

/// Host side of an engine's imports. Times are from [`now_ms`].
///
/// After an error the instance must not be used again.
pub trait Console {
    /// Receives the text of one `print`: one or more lines.
    ///
    /// # Errors
    /// When the engine must be stopped.
    fn print(&self, text: &str, now_ms: f64) -> Result<(), EngineFault>;

    /// Called when the engine reads the clock.
    ///
    /// # Errors
    /// When the engine must be stopped.
    fn asked_time(&self, _now_ms: f64) -> Result<(), EngineFault> {
        Ok(())
    }

    /// Returns what the search should do.
    ///
    /// # Errors
    /// When the engine must be stopped.
    fn signal(&self, now_ms: f64) -> Result<Signal, EngineFault>;
}

/// Arguments: file number, offset in the file, then pointer and length of the buffer in the engine's memory.
type ReadsFile = dyn Fn(u32, f64, u32, u32) -> Result<i32, JsValue>;

/// The imports of one instance.
pub struct Imports {
    shared: Rc<Shared>,
    // The engine calls these for its whole lifetime.
    print: Closure<dyn Fn(u32, u32) -> Result<(), JsValue>>,
    now: Closure<dyn Fn() -> Result<f64, JsValue>>,
    signal: Closure<dyn Fn() -> Result<i32, JsValue>>,
    file_count: Closure<dyn Fn() -> i32>,
    file_name: Closure<dyn Fn(u32, u32, u32) -> Result<i32, JsValue>>,
    file_size: Closure<dyn Fn(u32) -> f64>,
    file_read: Closure<ReadsFile>,
    threads: Option<ThreadImports>,
}

struct Shared {
    console: Rc<dyn Console>,
    clock: Option<Performance>,
    files: Files,
    /// Known only after instantiation; printing before is an error.
    memory: OnceCell<WebAssembly::Memory>,
    /// Size of the long texts printed since the last command, in bytes.
    long_bytes: Cell<usize>,
}

impl std::fmt::Debug for Imports {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Imports").field("memory", &self.shared.memory).finish_non_exhaustive()
    }
}

/// Converts a fault to the exception that ends the engine's call; the engine must not be used again.
fn exception(fault: &EngineFault) -> JsValue {
    js_sys::Error::new(&fault.to_string()).into()
}

impl Imports {
    /// Creates the imports of one instance, which call `console`, read `files` and may use `threads`.
    pub fn new(console: Rc<dyn Console>, files: Files, threads: Option<ThreadSource>) -> Self {
        let (memory, long_bytes) = (OnceCell::new(), Cell::new(0));
        let shared = Rc::new(Shared { console, clock: worker_clock(), files, memory, long_bytes });
        let print = {
            let shared = shared.clone();
            Closure::new(move |pointer, length| {
                shared.print(pointer, length).map_err(|fault| exception(&fault))
            })
        };
        let now = {
            let shared = shared.clone();
            Closure::new(move || {
                let now_ms = shared.now_ms();
                shared.console.asked_time(now_ms).map_err(|fault| exception(&fault))?;
                Ok(now_ms)
            })
        };
        let signal = {
            let shared = shared.clone();
            Closure::new(move || {
                let signal = shared.console.signal(shared.now_ms());
                signal.map(|signal| signal as i32).map_err(|fault| exception(&fault))
            })
        };
        let file_count = {
            let files = shared.files.clone();
            Closure::new(move || files.count() as i32)
        };
        let file_name = {
            let shared = shared.clone();
            Closure::new(move |file, pointer, length| {
                shared.file_name(file, pointer, length).map_err(|fault| exception(&fault))
            })
        };
        let file_size = {
            let files = shared.files.clone();
            Closure::new(move |file| files.size(file).unwrap_or(-1.0))
        };
        let file_read = {
            let shared = shared.clone();
            Closure::new(move |file, offset, pointer, length| {
                shared.file_read(file, offset, pointer, length).map_err(|fault| exception(&fault))
            })
        };
        let threads = threads.map(ThreadImports::new);
        Self { shared, print, now, signal, file_count, file_name, file_size, file_read, threads }
    }

    /// Returns the import object for `WebAssembly.Instance`.
    pub fn object(&self) -> Result<Object, JsValue> {
        let functions = Object::new();
        Reflect::set(&functions, &"print".into(), self.print.as_ref())?;
        Reflect::set(&functions, &"now".into(), self.now.as_ref())?;
        Reflect::set(&functions, &"signal".into(), self.signal.as_ref())?;
        Reflect::set(&functions, &"file_count".into(), self.file_count.as_ref())?;
        Reflect::set(&functions, &"file_name".into(), self.file_name.as_ref())?;
        Reflect::set(&functions, &"file_size".into(), self.file_size.as_ref())?;
        Reflect::set(&functions, &"file_read".into(), self.file_read.as_ref())?;
        let object = Object::new();
        Reflect::set(&object, &IMPORT_MODULE.into(), &functions)?;
        if let Some(threads) = &self.threads {
            let memory = threads.add_to(&functions)?;
            Reflect::set(&object, &MEMORY_MODULE.into(), &memory)?;
        }
        Ok(object)
    }

    /// Starts a new command.
    pub fn begin_command(&self) {
        self.shared.long_bytes.set(0);
    }

    /// Sets the memory that `print` reads from.
    pub fn set_memory(&self, memory: WebAssembly::Memory) {
        let _ = self.shared.memory.set(memory);
    }
}

impl Shared {
    fn print(&self, pointer: u32, length: u32) -> Result<(), EngineFault> {
        let text = self.read(pointer, length)?;
        if length > LONG_BYTES {
            self.long_bytes.set(self.long_bytes.get() + text.len());
            if self.long_bytes.get() > MAX_LONG_BYTES {
                return Err(EngineFault::TooMuch);
            }
        }
        self.console.print(&text, self.now_ms())
    }

    /// Copies a printed text out of the engine's memory.
    fn read(&self, pointer: u32, length: u32) -> Result<String, EngineFault> {
        if length as usize > MAX_LINE_BYTES {
            return Err(EngineFault::PrintTooLong(length));
        }
        String::from_utf8(self.room("print", pointer, length)?.to_vec())
            .map_err(|error| EngineFault::NotUtf8(error.utf8_error()))
    }

    /// Returns the `length` bytes of engine memory at `pointer`, as passed to `function`.
    fn room(&self, function: &'static str, pointer: u32, length: u32) -> Result<Uint8Array, EngineFault> {
        let memory = self.memory.get().ok_or(EngineFault::TooEarly(function))?;
        // The buffer is replaced whenever the memory grows.
        let bytes = Uint8Array::new(&memory.buffer());
        match pointer.checked_add(length).filter(|end| *end <= bytes.length()) {
            Some(end) => Ok(bytes.subarray(pointer, end)),
            None => Err(EngineFault::OutOfBounds { function, pointer, length, memory: bytes.length() }),
        }
    }

    fn file_name(&self, file: u32, pointer: u32, length: u32) -> Result<i32, EngineFault> {
        let Some(name) = self.files.name(file).map(str::as_bytes) else { return Ok(-1) };
        let written = name.get(..length as usize).unwrap_or(name);
        self.room("file_name", pointer, written.len() as u32)?.copy_from(written);
        Ok(name.len() as i32)
    }

    fn file_read(&self, file: u32, offset: f64, pointer: u32, length: u32) -> Result<i32, EngineFault> {
        let room = self.room("file_read", pointer, length)?;
        // Invalid offsets (negative or NaN) would count from the end.
        if offset.is_nan() || offset < 0.0 {
            return Ok(-1);
        }
        let Some(bytes) = self.files.read(file, offset, length) else { return Ok(-1) };
        room.set(&bytes, 0);
        Ok(bytes.length() as i32)
    }

    fn now_ms(&self) -> f64 {
        now_ms(self.clock.as_ref())
    }
}
