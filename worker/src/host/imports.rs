//! The functions an engine build may call: `uci.print`, `uci.now` and `uci.signal`.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use js_sys::{Object, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, Performance};

use crate::abi::{IMPORT_MODULE, MAX_LINE_BYTES};
use crate::messages::{BatchId, FromHost};
use crate::outbox::{Outbox, Post};
use crate::signals::{Signal, Signals};
use crate::waiting::{SLEEP_MS, Waiting};

/// The imports, and what they share with the calls into the engine.
#[derive(Debug)]
pub struct Imports {
    shared: Rc<Shared>,
    // The engine calls these for as long as it lives.
    print: Closure<dyn Fn(u32, u32) -> Result<(), JsValue>>,
    now: Closure<dyn Fn() -> f64>,
    signal: Closure<dyn Fn() -> i32>,
}

struct Shared {
    batch: Cell<BatchId>,
    signals: Option<Signals>,
    waiting: Cell<Waiting>,
    outbox: RefCell<Outbox>,
    post: Rc<dyn Fn(FromHost)>,
    clock: Option<Performance>,
    /// Known only after instantiation; an engine that prints before is told so.
    memory: OnceCell<WebAssembly::Memory>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Shared").field("batch", &self.batch).finish_non_exhaustive()
    }
}

impl Imports {
    /// Imports for one instance, with its output going to `post`.
    pub fn new(signals: Option<Signals>, post: Rc<dyn Fn(FromHost)>) -> Self {
        let shared = Rc::new(Shared {
            batch: Cell::new(0),
            signals,
            waiting: Cell::default(),
            outbox: RefCell::new(Outbox::new()),
            post,
            clock: js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>().performance(),
            memory: OnceCell::new(),
        });
        let print = {
            let shared = shared.clone();
            // The exception ends the engine's call: it must not go on after breaking the ABI.
            Closure::new(move |pointer, length| {
                shared.print(pointer, length).map_err(|message| js_sys::Error::new(&message).into())
            })
        };
        let now = {
            let shared = shared.clone();
            Closure::new(move || shared.now_ms())
        };
        let signal = {
            let shared = shared.clone();
            Closure::new(move || shared.signal() as i32)
        };
        Self { shared, print, now, signal }
    }

    /// The object that `WebAssembly.Instance` takes.
    pub fn object(&self) -> Result<Object, JsValue> {
        let functions = Object::new();
        Reflect::set(&functions, &"print".into(), self.print.as_ref())?;
        Reflect::set(&functions, &"now".into(), self.now.as_ref())?;
        Reflect::set(&functions, &"signal".into(), self.signal.as_ref())?;
        let object = Object::new();
        Reflect::set(&object, &IMPORT_MODULE.into(), &functions)?;
        Ok(object)
    }

    /// Tells where `print` finds its lines.
    pub fn set_memory(&self, memory: WebAssembly::Memory) {
        let _ = self.shared.memory.set(memory);
    }

    /// From here on output belongs to `batch`.
    pub fn begin(&self, batch: BatchId) {
        self.shared.batch.set(batch);
        self.shared.outbox.borrow_mut().begin(self.shared.now_ms());
    }

    /// Posts what is held and says that the batch is done.
    pub fn finish(&self) {
        let post = self.shared.outbox.borrow_mut().flush(self.shared.now_ms());
        self.shared.send(post, true);
    }
}

impl Shared {
    fn print(&self, pointer: u32, length: u32) -> Result<(), String> {
        let text = self.read(pointer, length)?;
        for line in text.lines() {
            let post = self.outbox.borrow_mut().print(line.to_owned(), self.now_ms());
            self.send_if(post);
        }
        Ok(())
    }

    /// Copies a printed text out of the engine's memory.
    fn read(&self, pointer: u32, length: u32) -> Result<String, String> {
        let memory = self.memory.get().ok_or("it called print while it was being instantiated")?;
        if length as usize > MAX_LINE_BYTES {
            return Err(format!("it printed {length} bytes at once; at most {MAX_LINE_BYTES} are allowed"));
        }
        // The buffer is a new one whenever the memory has grown.
        let bytes = Uint8Array::new(&memory.buffer());
        let end = pointer.checked_add(length).filter(|end| *end <= bytes.length());
        let Some(end) = end else {
            return Err(format!(
                "it called print({pointer}, {length}), which is outside of its memory of {} bytes",
                bytes.length()
            ));
        };
        String::from_utf8(bytes.subarray(pointer, end).to_vec())
            .map_err(|error| format!("it printed text that is not UTF-8: {}", error.utf8_error()))
    }

    fn now_ms(&self) -> f64 {
        self.clock.as_ref().map_or_else(js_sys::Date::now, Performance::now)
    }

    fn signal(&self) -> Signal {
        let now_ms = self.now_ms();
        let post = self.outbox.borrow_mut().poll(now_ms);
        self.send_if(post);
        let Some(signals) = &self.signals else { return Signal::Go };
        let batch = self.batch.get();
        let mut waiting = self.waiting.get();
        if waiting.poll(now_ms) {
            signals.sleep(batch, SLEEP_MS);
        }
        self.waiting.set(waiting);
        signals.signal(batch)
    }

    fn send_if(&self, post: Option<Post>) {
        if let Some(post) = post {
            self.send(post, false);
        }
    }

    fn send(&self, post: Post, done: bool) {
        let Post { lines, dropped } = post;
        (self.post)(FromHost::Lines { batch: self.batch.get(), lines, dropped, done });
    }
}
