//! A running engine build, with checked calls of its exports.

mod files;
mod imports;
mod threads;

use std::rc::Rc;

use js_sys::{Function, Object, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};

use crate::abi::{ABI_VERSION, AbiError, MAX_LINE_BYTES, check_module, check_own_module, error_text};

pub use self::files::Files;
use self::imports::Imports;
pub use self::imports::{Console, EngineFault};
pub use self::threads::ThreadSource;

/// Number of characters of a command quoted in an error.
const QUOTED_CHARS: usize = 80;

/// Reason why an engine build does not run, or no longer does; worded for the user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InstanceError {
    /// The build violates the ABI.
    #[error(transparent)]
    Abi(#[from] AbiError),
    /// The browser could not instantiate it, and why.
    #[error("the engine could not be instantiated: {0}")]
    NotInstantiated(String),
    /// A call into the engine did not return.
    #[error("the engine failed in {call}: {reason}")]
    Failed {
        /// The function, or the command in quotes.
        call: String,
        /// The exception.
        reason: String,
    },
    /// A command is too long for the engine.
    #[error("the command {command} has {bytes} bytes; at most {} are allowed", MAX_LINE_BYTES)]
    TooLong {
        /// Start of the command, in quotes.
        command: String,
        /// Length of the command in bytes.
        bytes: usize,
    },
    /// The engine provided no room for a command.
    #[error(
        "line_buffer({bytes}) of the engine returned {start}, where there is no room in its memory of {memory} bytes"
    )]
    NoRoom {
        /// Number of bytes requested.
        bytes: usize,
        /// The value returned.
        start: u32,
        /// Size of its memory in bytes.
        memory: u32,
    },
}

impl InstanceError {
    fn failed(call: String, error: &JsValue) -> Self {
        Self::Failed { call, reason: error_text(error) }
    }
}

/// An instantiated engine build.
#[derive(Debug)]
pub struct Instance {
    memory: WebAssembly::Memory,
    line_buffer: Function,
    line: Function,
    /// The engine calls these for its whole lifetime.
    imports: Imports,
}

impl Instance {
    /// Instantiates `module` and checks the ABI as far as possible without sending a command. Calls of its imports go to `console`.
    ///
    /// # Errors
    /// [`InstanceError`] if the build violates the ABI or fails.
    pub fn new(module: &WebAssembly::Module, console: Rc<dyn Console>) -> Result<Self, InstanceError> {
        Self::with(module, console, Files::default(), None)
    }

    /// Like [`Instance::new`], with files that the engine may read (tablebases) and the threads that a build of the app may use.
    ///
    /// # Errors
    /// [`InstanceError`] if the build violates the ABI or fails.
    pub fn with(
        module: &WebAssembly::Module,
        console: Rc<dyn Console>,
        files: Files,
        threads: Option<ThreadSource>,
    ) -> Result<Self, InstanceError> {
        if threads.is_some() {
            check_own_module(module)?;
        } else {
            check_module(module)?;
        }
        let imports = Imports::new(console, files, threads);
        let instance = imports
            .object()
            .and_then(|object| WebAssembly::Instance::new(module, &object))
            .map_err(|error| InstanceError::NotInstantiated(error_text(&error)))?;
        let exports = instance.exports();
        let memory: WebAssembly::Memory = get(&exports, "memory")
            .and_then(|value| value.dyn_into().ok())
            .ok_or(AbiError::MissingExport { name: "memory", kind: "memory" })?;
        imports.set_memory(memory.clone());
        let abi = function(&exports, "abi", 0)?;
        let line_buffer = function(&exports, "line_buffer", 1)?;
        let line = function(&exports, "line", 1)?;
        // The C and C++ toolchain convention for modules without `main`: run the constructors first.
        if let Some(initialize) =
            get(&exports, "_initialize").and_then(|value| value.dyn_into::<Function>().ok())
        {
            initialize
                .call0(&JsValue::UNDEFINED)
                .map_err(|error| InstanceError::failed("_initialize".to_owned(), &error))?;
        }
        let version = abi
            .call0(&JsValue::UNDEFINED)
            .map_err(|error| InstanceError::failed("abi()".to_owned(), &error))?;
        let is_known = (1..=ABI_VERSION).any(|known| version.as_f64() == Some(f64::from(known)));
        if !is_known {
            let found = version.as_f64().map_or_else(|| format!("{version:?}"), |number| number.to_string());
            return Err(AbiError::Version(found).into());
        }
        Ok(Self { memory, line_buffer, line, imports })
    }

    /// Sends one command to the engine and returns once the engine has handled it: for `go`, after the search.
    ///
    /// # Errors
    /// [`InstanceError`]; the instance must not be used again.
    pub fn line(&self, command: &str) -> Result<(), InstanceError> {
        let bytes = command.as_bytes();
        if bytes.len() > MAX_LINE_BYTES {
            return Err(InstanceError::TooLong { command: quoted(command), bytes: bytes.len() });
        }
        let trapped = |error: JsValue| InstanceError::failed(quoted(command), &error);
        let length = JsValue::from_f64(bytes.len() as f64);
        let pointer = self.line_buffer.call1(&JsValue::UNDEFINED, &length).map_err(trapped)?;
        // JavaScript sees a pointer as an i32; addresses above 2 GiB are negative.
        let start = pointer.as_f64().map_or(0, |number| number as i64 as u32);
        let memory = Uint8Array::new(&self.memory.buffer());
        let end = start.checked_add(bytes.len() as u32).filter(|end| *end <= memory.length());
        match end {
            Some(end) if start != 0 => memory.subarray(start, end).copy_from(bytes),
            _ => {
                return Err(InstanceError::NoRoom { bytes: bytes.len(), start, memory: memory.length() });
            }
        }
        self.imports.begin_command();
        self.line.call1(&JsValue::UNDEFINED, &length).map_err(trapped)?;
        Ok(())
    }
}

fn get(exports: &Object, name: &str) -> Option<JsValue> {
    Reflect::get(exports, &JsValue::from_str(name)).ok()
}

fn function(exports: &Object, name: &'static str, expected: u32) -> Result<Function, AbiError> {
    let function: Function = get(exports, name)
        .and_then(|value| value.dyn_into().ok())
        .ok_or(AbiError::MissingExport { name, kind: "function" })?;
    let found = function.length();
    if found == expected { Ok(function) } else { Err(AbiError::Arity { name, expected, found }) }
}

fn quoted(command: &str) -> String {
    match command.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("\"{}…\"", &command[..end]),
        None => format!("\"{command}\""),
    }
}
