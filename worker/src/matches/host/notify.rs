//! Waiting for something that a callback of JavaScript announces.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use js_sys::Function;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

/// A wake-up for one task; notified from callbacks.
#[derive(Debug, Default)]
pub(super) struct Notify {
    is_notified: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

impl Notify {
    /// Wakes the task that waits, or else the next one that comes to wait.
    pub(super) fn notify_one(&self) {
        self.is_notified.set(true);
        if let Some(waker) = self.waker.borrow_mut().take() {
            waker.wake();
        }
    }

    /// Waits until it is notified.
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

/// Lets the worker receive its messages. A message to oneself takes its turn behind those that are there
/// already; a timer would be held back for 4 ms.
pub(super) struct EventLoop {
    notify: Rc<Notify>,
    port: MessagePort,
    _other: MessagePort,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl EventLoop {
    /// Fails only where there are no message channels.
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

/// Calls back after some time, unless dropped before.
pub(super) struct Timer {
    id: Option<i32>,
    _callback: Closure<dyn FnMut()>,
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

impl Timer {
    /// `callback` is called after `delay_ms`.
    pub(super) fn new(delay_ms: f64, callback: impl FnMut() + 'static) -> Self {
        let callback = Closure::<dyn FnMut()>::new(callback);
        let function: &Function = callback.as_ref().unchecked_ref();
        // Longer than this would be at once.
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
