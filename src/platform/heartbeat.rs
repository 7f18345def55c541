//! A heartbeat from an otherwise idle worker, which detects when the whole browser was suspended.
//!
//! Browsers throttle the timers of hidden pages, and a busy page is late; neither affects a worker's timers. If two beats are far apart
//! by the worker's own clock, nothing in this browser ran: it was suspended, or the computer slept.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, BlobPropertyBag, MessageEvent, Url, Worker};

/// Worker script: posts its time in milliseconds four times a second.
const SCRIPT: &str = "setInterval(() => postMessage(performance.now()), 250);";

/// A running heartbeat; stops when dropped.
#[derive(Debug)]
pub struct Heartbeat {
    worker: Worker,
    url: String,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Heartbeat {
    /// Calls `on_beat` with the time of each beat, in milliseconds from an unspecified origin. `None` if the browser cannot start a worker.
    pub fn start(on_beat: impl Fn(f64) + 'static) -> Option<Self> {
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let script = Blob::new_with_str_sequence_and_options(&Array::of1(&SCRIPT.into()), &kind).ok()?;
        let url = Url::create_object_url_with_blob(&script).ok()?;
        let Ok(worker) = Worker::new(&url) else {
            // A leaked address is harmless.
            let _ = Url::revoke_object_url(&url);
            return None;
        };
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(at_ms) = event.data().as_f64() {
                on_beat(at_ms);
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Some(Self { worker, url, _on_message: on_message })
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.terminate();
        // A leaked address is harmless.
        let _ = Url::revoke_object_url(&self.url);
    }
}
