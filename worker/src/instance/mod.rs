//! An engine build that runs: its exports, called with care.

mod files;
mod imports;

use std::rc::Rc;

use js_sys::{Function, Object, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};

use crate::abi::{ABI_VERSION, AbiError, MAX_LINE_BYTES, check_module, error_text};

pub use self::files::Files;
pub use self::imports::Console;
use self::imports::Imports;

/// How much of a command is repeated in a message about it, in characters.
const QUOTED_CHARS: usize = 80;

/// An instantiated engine build.
#[derive(Debug)]
pub struct Instance {
    memory: WebAssembly::Memory,
    line_buffer: Function,
    line: Function,
    /// The engine calls these for as long as it lives.
    _imports: Imports,
}

impl Instance {
    /// Instantiates `module` and checks that it keeps to the ABI as far as can be seen without a command. Its calls of
    /// its imports come to `console`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn new(module: &WebAssembly::Module, console: Rc<dyn Console>) -> Result<Self, String> {
        Self::with_files(module, console, Files::default())
    }

    /// As [`Instance::new`], with files that the engine may read: its tablebases.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn with_files(
        module: &WebAssembly::Module,
        console: Rc<dyn Console>,
        files: Files,
    ) -> Result<Self, String> {
        let imports = Imports::new(console, files);
        check_module(module).map_err(|error| error.to_string())?;
        let instance = imports
            .object()
            .and_then(|object| WebAssembly::Instance::new(module, &object))
            .map_err(|error| format!("the engine could not be instantiated: {}", error_text(&error)))?;
        let exports = instance.exports();
        let memory: WebAssembly::Memory = get(&exports, "memory")
            .and_then(|value| value.dyn_into().ok())
            .ok_or_else(|| AbiError::MissingExport { name: "memory", kind: "memory" }.to_string())?;
        imports.set_memory(memory.clone());
        let abi = function(&exports, "abi", 0)?;
        let line_buffer = function(&exports, "line_buffer", 1)?;
        let line = function(&exports, "line", 1)?;
        // The convention of C and C++ tool chains for modules without `main`: run the constructors first.
        if let Some(initialize) =
            get(&exports, "_initialize").and_then(|value| value.dyn_into::<Function>().ok())
        {
            initialize
                .call0(&JsValue::UNDEFINED)
                .map_err(|error| format!("the engine failed in _initialize: {}", error_text(&error)))?;
        }
        let version = abi
            .call0(&JsValue::UNDEFINED)
            .map_err(|error| format!("the engine failed in abi(): {}", error_text(&error)))?;
        let is_known = (1..=ABI_VERSION).any(|known| version.as_f64() == Some(f64::from(known)));
        if !is_known {
            let found = version.as_f64().map_or_else(|| format!("{version:?}"), |number| number.to_string());
            return Err(AbiError::Version(found).to_string());
        }
        Ok(Self { memory, line_buffer, line, _imports: imports })
    }

    /// Gives one command to the engine and returns when it has handled it: for `go`, after the search.
    ///
    /// # Errors
    /// A sentence for the user; the instance must not be used again.
    pub fn line(&self, command: &str) -> Result<(), String> {
        let bytes = command.as_bytes();
        if bytes.len() > MAX_LINE_BYTES {
            return Err(format!(
                "the command {} has {} bytes; at most {MAX_LINE_BYTES} are allowed",
                quoted(command),
                bytes.len()
            ));
        }
        let trapped =
            |error: JsValue| format!("the engine failed in {}: {}", quoted(command), error_text(&error));
        let length = JsValue::from_f64(bytes.len() as f64);
        let pointer = self.line_buffer.call1(&JsValue::UNDEFINED, &length).map_err(trapped)?;
        // A pointer is an i32 to JavaScript; addresses above 2 GiB come out negative.
        let start = pointer.as_f64().map_or(0, |number| number as i64 as u32);
        let memory = Uint8Array::new(&self.memory.buffer());
        let end = start.checked_add(bytes.len() as u32).filter(|end| *end <= memory.length());
        match end {
            Some(end) if start != 0 => memory.subarray(start, end).copy_from(bytes),
            _ => {
                return Err(format!(
                    "line_buffer({}) of the engine returned {start}, where there is no room in its memory of {} bytes",
                    bytes.len(),
                    memory.length()
                ));
            }
        }
        self.line.call1(&JsValue::UNDEFINED, &length).map_err(trapped)?;
        Ok(())
    }
}

fn get(exports: &Object, name: &str) -> Option<JsValue> {
    Reflect::get(exports, &JsValue::from_str(name)).ok()
}

fn function(exports: &Object, name: &'static str, expected: u32) -> Result<Function, String> {
    let function: Function = get(exports, name)
        .and_then(|value| value.dyn_into().ok())
        .ok_or_else(|| AbiError::MissingExport { name, kind: "function" }.to_string())?;
    let found = function.length();
    if found == expected { Ok(function) } else { Err(AbiError::Arity { name, expected, found }.to_string()) }
}

fn quoted(command: &str) -> String {
    match command.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("\"{}…\"", &command[..end]),
        None => format!("\"{command}\""),
    }
}
