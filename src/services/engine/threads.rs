//! The threads of an engine build that has threads: a worker each (`www/engine-thread.js`), on one memory.
//!
//! The engine asks for them when a search first wants them, and they come while it searches. They last as long as the engine's
//! worker and wait between searches.

use std::rc::Rc;

use js_sys::{Object, Reflect, WebAssembly};
use serde::Deserialize;
use tabia_worker::abi::error_text;
use tabia_worker::engine::messages::Threads;
use tabia_worker::wire::codec::decode;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::memory::MEMORY_MB;
use crate::platform::document::meta;
use crate::platform::processor;

/// A page of WebAssembly memory is 64 KiB.
const PAGES_PER_MB: u32 = 16;
/// What the memory has at first, in MiB: more than the build asks for, and less than its hash table needs anyway.
const INITIAL_MB: u32 = 16;
/// Where the browser has no room for a larger memory, this is tried last, in MiB.
const LEAST_MB: u32 = 128;
/// The script of a thread, where the page does not name it.
const SCRIPT: &str = "engine-thread.js";

/// The memory of an engine, and its threads besides that of its worker; ended when dropped.
pub(super) struct Crew {
    memory: WebAssembly::Memory,
    members: Vec<Member>,
}

impl Crew {
    /// Memory of its own, and no thread yet.
    ///
    /// # Errors
    /// When the browser makes no memory that can be shared; the text is about the engine.
    pub(super) fn new() -> Result<Self, String> {
        let mut limit_mb = MEMORY_MB;
        loop {
            // The browser may set the whole range of addresses aside, and some have few.
            match shared_memory(limit_mb) {
                Ok(memory) => return Ok(Self { memory, members: Vec::new() }),
                Err(_) if limit_mb > LEAST_MB => limit_mb /= 2,
                Err(error) => {
                    return Err(format!("the browser has no memory for its threads: {}", error_text(&error)));
                }
            }
        }
    }

    /// What its worker is told.
    pub(super) fn threads(&self) -> Threads {
        Threads { memory: self.memory.clone(), limit: processor::cores() as u32 }
    }

    /// Starts one thread more, with a block of the memory to itself: address and length in bytes.
    pub(super) fn start_thread(
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

/// What is heard of a thread, with the reason.
pub(super) enum ThreadEvent {
    /// It could not be started: the search goes on with fewer.
    Missing(String),
    /// It failed while it ran, and has perhaps broken what all threads share.
    Failed(String),
}

/// What a thread says of its end.
#[derive(Deserialize)]
struct Ended {
    has_run: bool,
    reason: String,
}

/// Memory that threads can share, with this limit.
fn shared_memory(limit_mb: u32) -> Result<WebAssembly::Memory, JsValue> {
    let object = Object::new();
    Reflect::set(&object, &"initial".into(), &(INITIAL_MB * PAGES_PER_MB).into())?;
    Reflect::set(&object, &"maximum".into(), &(limit_mb * PAGES_PER_MB).into())?;
    Reflect::set(&object, &"shared".into(), &true.into())?;
    WebAssembly::Memory::new(&object)
}

/// The worker of one thread.
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
            // A script that cannot be fetched gives a plain event without any text.
            let text = Reflect::get(&event, &"message".into()).ok().and_then(|text| text.as_string());
            let text = text.filter(|text| !text.is_empty());
            on_event(ThreadEvent::Missing(text.unwrap_or_else(|| "its script did not arrive".to_owned())));
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
