//! IndexedDB requests and transactions as futures.

use std::cell::RefCell;
use std::rc::Rc;

use crate::language::tr;
use futures::channel::oneshot;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget, IdbRequest, IdbTransaction};

type RequestListener = Closure<dyn FnMut(Event)>;

/// Listeners on an event target that report the first event; removed when dropped.
struct Listening {
    target: EventTarget,
    on: Vec<(&'static str, RequestListener)>,
}

impl Listening {
    fn new(target: &EventTarget, names: &[&'static str]) -> (Self, oneshot::Receiver<&'static str>) {
        let (sender, receiver) = oneshot::channel();
        let sender = Rc::new(RefCell::new(Some(sender)));
        let on = names
            .iter()
            .map(|&name| {
                let sender = sender.clone();
                let listener = Closure::new(move |_: Event| {
                    if let Some(sender) = sender.borrow_mut().take() {
                        // The receiver may be gone; then the event doesn't matter.
                        let _ = sender.send(name);
                    }
                });
                (name, listener)
            })
            .collect();
        let listening = Self { target: target.clone(), on };
        for (name, listener) in &listening.on {
            // Adding a listener never fails.
            let _ = target.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
        }
        (listening, receiver)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        for (name, listener) in &self.on {
            let _ = self.target.remove_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
        }
    }
}

/// Waits for a request and returns its result.
pub(super) async fn finished(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let (_listening, receiver) = Listening::new(request, &["success", "error"]);
    match receiver.await {
        Ok("success") => request.result(),
        _ => Err(request
            .error()
            .ok()
            .flatten()
            .map_or(JsValue::from_str(tr!("the request was dropped")), JsValue::from)),
    }
}

/// Waits until a transaction is complete, and returns its error if it is aborted.
pub(super) async fn kept(transaction: &IdbTransaction) -> Result<(), JsValue> {
    let (_listening, receiver) = Listening::new(transaction, &["complete", "abort"]);
    match receiver.await {
        Ok("complete") => Ok(()),
        _ => Err(transaction
            .error()
            .map_or(JsValue::from_str(tr!("the transaction was aborted")), JsValue::from)),
    }
}
