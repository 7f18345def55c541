//! Threads of a multi-threaded engine build: one worker each (`www/engine-thread.js`), sharing one memory.
//!
//! The engine requests them when a search first needs them, and they start while it searches. They live as long as the engine's worker and
//! wait between searches.

use std::rc::Rc;

use js_sys::{Object, Reflect, WebAssembly};
use serde::Deserialize;
use tabia_worker::abi::error_text;
use tabia_worker::engine::messages::Threads;
use tabia_worker::wire::codec::decode;
use tabia_worker::wire::thread_memory::thread_memory;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::memory::MEMORY_MB;
use crate::language::tr;
use crate::platform::document::meta;
use crate::platform::processor;

/// Script of a thread, if the page does not name it.
const SCRIPT: &str = "engine-thread.js";

/// Memory of an engine, and its threads other than the worker's own; ended when dropped.
pub struct HelperThreads {
    memory: WebAssembly::Memory,
    members: Vec<Member>,
}

impl HelperThreads {
    /// Creates a new memory, without threads.
    ///
    /// # Errors
    /// If the browser cannot allocate shared memory; the text is about the engine.
    pub fn new() -> Result<Self, String> {
        thread_memory(MEMORY_MB).map(Self::on)
    }

    /// Wraps an existing memory, without threads.
    pub fn on(memory: WebAssembly::Memory) -> Self {
        Self { memory, members: Vec::new() }
    }

    /// Returns the thread setup to send to the worker.
    pub fn threads(&self) -> Threads {
        Threads { memory: self.memory.clone(), limit: processor::cores() as u32 }
    }

    /// Starts one more thread, with a private block of the memory: address and length in bytes.
    pub fn start_thread(
        &mut self,
        module: &WebAssembly::Module,
        block: u32,
        bytes: u32,
        on_event: impl Fn(ThreadEvent) + 'static,
    ) {
        let on_event = Rc::new(on_event);
        match Member::start(module, &self.memory, (block, bytes), on_event.clone()) {
            Ok(member) => self.members.push(member),
            Err(error) => on_event(ThreadEvent::Missing(error_text(&error))),
        }
    }
}

/// Event of a thread, with the reason.
pub enum ThreadEvent {
    /// It could not be started; the search runs with fewer.
    Missing(String),
    /// It failed while running, and may have corrupted the shared memory.
    Failed(String),
}

/// Message of a thread about its end.
#[derive(Deserialize)]
struct Ended {
    has_run: bool,
    reason: String,
}

/// Worker of one thread.
struct Member {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Member {
    fn start(
        module: &WebAssembly::Module,
        memory: &WebAssembly::Memory,
        (block, bytes): (u32, u32),
        on_event: Rc<impl Fn(ThreadEvent) + 'static>,
    ) -> Result<Self, JsValue> {
        let url = meta("tabia-engine-thread").unwrap_or_else(|| SCRIPT.to_owned());
        let worker = Worker::new(&url)?;
        let on_message = {
            let on_event = on_event.clone();
            Closure::new(move |event: MessageEvent| {
                let ended = decode(event.data())
                    .unwrap_or_else(|error| Ended { has_run: true, reason: error.to_string() });
                let event = if ended.has_run { ThreadEvent::Failed } else { ThreadEvent::Missing };
                on_event(event(ended.reason));
            })
        };
        let on_error = Closure::new(move |event: ErrorEvent| {
            // A script that cannot be fetched fires a plain event without a message.
            let text = Reflect::get(&event, &"message".into()).ok().and_then(|text| text.as_string());
            let text = text.filter(|text| !text.is_empty());
            let text = text.unwrap_or_else(|| tr!("its script did not arrive").to_owned());
            on_event(ThreadEvent::Missing(text));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let member = Self { worker, _on_message: on_message, _on_error: on_error };
        let message = Object::new();
        Reflect::set(&message, &"module".into(), module)?;
        Reflect::set(&message, &"memory".into(), memory)?;
        Reflect::set(&message, &"block".into(), &block.into())?;
        Reflect::set(&message, &"bytes".into(), &bytes.into())?;
        member.worker.post_message(&message)?;
        Ok(member)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
