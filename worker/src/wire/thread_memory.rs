//! Memory shared by all threads of an engine build.

use js_sys::{Object, Reflect, WebAssembly};
use wasm_bindgen::JsValue;

use crate::abi::error_text;

/// WebAssembly pages per MiB; a page is 64 KiB.
const PAGES_PER_MB: u32 = 16;
/// Initial size of the memory, in MiB: more than the build requires, and less than its hash table needs anyway.
const INITIAL_MB: u32 = 16;
/// Smallest limit to try if the browser cannot reserve more, in MiB.
const LEAST_MB: u32 = 128;

/// Allocates memory for a multi-threaded build. It can grow to `limit_mb` MiB, or less if the browser lacks address space.
///
/// # Errors
/// When the browser cannot create shared memory; the text is about the engine.
pub fn thread_memory(limit_mb: u32) -> Result<WebAssembly::Memory, String> {
    let mut limit_mb = limit_mb.max(INITIAL_MB);
    loop {
        // The browser may reserve the whole address range, and some have little address space.
        match shared_memory(limit_mb) {
            Ok(memory) => return Ok(memory),
            Err(_) if limit_mb > LEAST_MB => limit_mb /= 2,
            Err(error) => {
                return Err(format!("the browser has no memory for its threads: {}", error_text(&error)));
            }
        }
    }
}

/// Allocates shared memory with this limit.
fn shared_memory(limit_mb: u32) -> Result<WebAssembly::Memory, JsValue> {
    let object = Object::new();
    Reflect::set(&object, &"initial".into(), &(INITIAL_MB * PAGES_PER_MB).into())?;
    Reflect::set(&object, &"maximum".into(), &(limit_mb * PAGES_PER_MB).into())?;
    Reflect::set(&object, &"shared".into(), &true.into())?;
    WebAssembly::Memory::new(&object)
}
