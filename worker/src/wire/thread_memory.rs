//! Memory for an engine build with threads, which all of them share.

use js_sys::{Object, Reflect, WebAssembly};
use wasm_bindgen::JsValue;

use crate::abi::error_text;

/// A page of WebAssembly memory is 64 KiB.
const PAGES_PER_MB: u32 = 16;
/// Initial size of the memory, in MiB: more than the build asks for, and less than its hash table needs anyway.
const INITIAL_MB: u32 = 16;
/// Last size tried where the browser has no room for a larger memory, in MiB.
const LEAST_MB: u32 = 128;

/// Memory for a build with threads, which grows to `limit_mb` MiB, or to less where the browser has not that many addresses.
///
/// # Errors
/// When the browser makes no memory that can be shared; the text is about the engine.
pub fn thread_memory(limit_mb: u32) -> Result<WebAssembly::Memory, String> {
    let mut limit_mb = limit_mb.max(INITIAL_MB);
    loop {
        // The browser may set the whole range of addresses aside, and some have few.
        match shared_memory(limit_mb) {
            Ok(memory) => return Ok(memory),
            Err(_) if limit_mb > LEAST_MB => limit_mb /= 2,
            Err(error) => {
                return Err(format!("the browser has no memory for its threads: {}", error_text(&error)));
            }
        }
    }
}

/// Memory that threads can share, with this limit.
fn shared_memory(limit_mb: u32) -> Result<WebAssembly::Memory, JsValue> {
    let object = Object::new();
    Reflect::set(&object, &"initial".into(), &(INITIAL_MB * PAGES_PER_MB).into())?;
    Reflect::set(&object, &"maximum".into(), &(limit_mb * PAGES_PER_MB).into())?;
    Reflect::set(&object, &"shared".into(), &true.into())?;
    WebAssembly::Memory::new(&object)
}
