//! Waiting for an event from a JavaScript callback.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use js_sys::Function;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

/// Wake-up for one task, triggered from callbacks.
#[derive(Debug, Default)]
pub(super) struct Notify {
    is_notified: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

impl Notify {
    /// Wakes the waiting task, or else the next one to wait.
    pub(super) fn notify_one(&self) {
        self.is_notified.set(true);
        if let Some(waker) = self.waker.borrow_mut().take() {
            waker.wake();
        }
    }

    /// Waits for a notification.
    pub(super) async fn notified(&self) {
        poll_fn(|context| {
            if self.is_notified.replace(false) {
                return Poll::Ready(());
            }
            *self.waker.borrow_mut() = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

/// Lets the worker receive its messages. A message that it sends to itself arrives after those already queued; a timer would be
/// delayed by 4 ms.
pub(super) struct EventLoop {
    notify: Rc<Notify>,
    port: MessagePort,
    _other: MessagePort,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl EventLoop {
    /// Fails only if there are no message channels.
    pub(super) fn new() -> Result<Self, JsValue> {
        let channel = MessageChannel::new()?;
        let (port, other) = (channel.port1(), channel.port2());
        let notify = Rc::new(Notify::default());
        let on_message = {
            let notify = notify.clone();
            Closure::<dyn FnMut(MessageEvent)>::new(move |_| notify.notify_one())
        };
        other.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Ok(Self { notify, port, _other: other, _on_message: on_message })
    }

    /// Waits for one turn of the event loop.
    pub(super) async fn yield_now(&self) {
        if self.port.post_message(&JsValue::UNDEFINED).is_ok() {
            self.notify.notified().await;
        }
    }
}

/// Calls back after a delay unless dropped before.
pub(super) struct Timer {
    id: Option<i32>,
    _callback: Closure<dyn FnMut()>,
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

impl Timer {
    /// Calls `callback` after `delay_ms`.
    pub(super) fn new(delay_ms: f64, callback: impl FnMut() + 'static) -> Self {
        let callback = Closure::<dyn FnMut()>::new(callback);
        let function: &Function = callback.as_ref().unchecked_ref();
        // A longer delay would fire immediately.
        let delay_ms = delay_ms.ceil().clamp(0.0, f64::from(i32::MAX)) as i32;
        let id = scope().set_timeout_with_callback_and_timeout_and_arguments_0(function, delay_ms).ok();
        Self { id, _callback: callback }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            scope().clear_timeout_with_handle(id);
        }
    }
}
