//! Environment of a multi-threaded build: the memory its threads share, and a function that starts one.

use js_sys::{Object, Reflect, WebAssembly};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

/// Environment of a multi-threaded build.
pub struct ThreadSource {
    /// Memory shared by all its threads.
    pub memory: WebAssembly::Memory,
    /// Maximum number of threads of a search, at least 1.
    pub limit: u32,
    /// Starts a thread, now or soon, with its stack and thread-local variables in a block of the memory: address and length in bytes.
    pub start: Box<dyn Fn(u32, u32)>,
}

impl std::fmt::Debug for ThreadSource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ThreadSource").field("limit", &self.limit).finish_non_exhaustive()
    }
}

/// Imports of a multi-threaded build, in addition to those of every build.
pub(super) struct ThreadImports {
    memory: WebAssembly::Memory,
    limit: Closure<dyn Fn() -> i32>,
    start: Closure<dyn Fn(u32, u32) -> i32>,
}

impl ThreadImports {
    pub(super) fn new(source: ThreadSource) -> Self {
        let ThreadSource { memory, limit, start } = source;
        let limit = Closure::new(move || limit as i32);
        let start = Closure::new(move |block, bytes| {
            start(block, bytes);
            1
        });
        Self { memory, limit, start }
    }

    /// Adds the functions and returns the object with the memory.
    pub(super) fn add_to(&self, functions: &Object) -> Result<Object, JsValue> {
        Reflect::set(functions, &"thread_limit".into(), self.limit.as_ref())?;
        Reflect::set(functions, &"start_thread".into(), self.start.as_ref())?;
        let object = Object::new();
        Reflect::set(&object, &"memory".into(), &self.memory)?;
        Ok(object)
    }
}
