//! Tests gloo-worker's real registrar, with our service behind it, against our mirror of its messages, in Node: the page talks to
//! the workers through [`tabia_worker::wire`], so a change in gloo-worker must fail here and not in a browser.
//!
//! All the registrar needs of a worker is `onmessage` and `postMessage` of the global object, which the test provides.
#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;

use js_sys::{Function, Object, Promise, Reflect};
use tabia_worker::engine::messages::{FromEngine, ToEngine};
use tabia_worker::wire::codec::{decode, encode};
use tabia_worker::wire::gloo::{BRIDGE, FromWorker, ToWorker};
use tabia_worker::wire::serve::{Page, Service, serve};
use tabia_worker::wire::{Envelope, OtherProtocol, PROTOCOL, RequestId};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

thread_local! {
    static RECEIVED: RefCell<Vec<RequestId>> = const { RefCell::new(Vec::new()) };
}

/// Worker that echoes each batch of lines.
struct Echo(Page<FromEngine>);

impl Service for Echo {
    type In = ToEngine;
    type Out = FromEngine;

    fn new(page: Page<FromEngine>) -> Self {
        // No request yet: this goes nowhere.
        page.post(1, FromEngine::Loaded);
        Self(page)
    }

    fn receive(&mut self, id: RequestId, message: ToEngine) {
        RECEIVED.with_borrow_mut(|received| received.push(id));
        if let ToEngine::Lines(lines) = message {
            self.0.post(id, FromEngine::Lines { lines, dropped: 0, done: true });
        }
    }
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    Reflect::set(object, &name.into(), value).expect("it can be extended");
}

/// Delivers a message to the worker as the browser does.
fn deliver(message: &JsValue) {
    let handler: Function = Reflect::get(&js_sys::global(), &"onmessage".into())
        .expect("a global")
        .dyn_into()
        .expect("a handler");
    let event = Object::new();
    set(&event, "data", message);
    handler.call1(&JsValue::NULL, &event).expect("gloo-worker understands the message");
}

fn wrapped<T: serde::Serialize>(message: &ToWorker<T>) -> JsValue {
    encode(message).expect("it can be encoded")
}

/// Lets gloo-worker's scheduler run.
async fn settle() {
    for _ in 0..5 {
        JsFuture::from(Promise::resolve(&JsValue::NULL)).await.expect("it resolves");
    }
}

fn answer_of(message: JsValue) -> Envelope<FromEngine> {
    match decode::<FromWorker<Envelope<FromEngine>>>(message) {
        Ok(FromWorker::ProcessOutput(BRIDGE, envelope)) => envelope,
        other => panic!("an output was to be posted, not {other:?}"),
    }
}

#[wasm_bindgen_test]
async fn workers_answer_envelopes_through_gloo_worker() {
    let posted: &'static RefCell<Vec<JsValue>> = Box::leak(Box::default());
    let post = Closure::<dyn Fn(JsValue)>::new(move |message| posted.borrow_mut().push(message));
    set(&js_sys::global(), "postMessage", post.as_ref());

    serve::<Echo>();
    settle().await;
    let loaded = posted.borrow_mut().remove(0);
    assert!(matches!(decode::<FromWorker<Envelope<FromEngine>>>(loaded), Ok(FromWorker::WorkerLoaded)));

    deliver(&wrapped::<Envelope<ToEngine>>(&ToWorker::Connected(BRIDGE)));
    let lines = vec!["uci".to_owned(), "isready".to_owned()];
    let request = Envelope::new(3, 7, ToEngine::Lines(lines.clone()));
    deliver(&wrapped(&ToWorker::ProcessInput(BRIDGE, request)));
    settle().await;
    let answer = answer_of(posted.borrow_mut().remove(0));
    assert_eq!(answer, Envelope::new(3, 7, FromEngine::Lines { lines, dropped: 0, done: true }));

    // A page from a different build: the service never sees its message, and the page receives this side's version.
    let other = wrapped(&ToWorker::ProcessInput(BRIDGE, Envelope::new(4, 8, "what is this?".to_owned())));
    let input = Reflect::get(&other, &"ProcessInput".into()).expect("a message");
    let envelope = Reflect::get_u32(&input, 1).expect("an envelope");
    set(&envelope, "protocol", &(PROTOCOL + 1).into());
    deliver(&other);
    settle().await;
    assert_eq!(RECEIVED.take(), [7]);
    let refusal = posted.borrow_mut().remove(0);
    let output = Reflect::get(&refusal, &"ProcessOutput".into()).expect("an output");
    let envelope = Reflect::get_u32(&output, 1).expect("an envelope");
    let field = |name: &str| Reflect::get(&envelope, &name.into()).expect("a field");
    assert_eq!(field("protocol").as_f64(), Some(f64::from(PROTOCOL)));
    assert!(field("body").is_undefined(), "it says nothing but its version");
    assert!(posted.borrow().is_empty());
}

#[wasm_bindgen_test]
fn a_body_of_another_protocol_is_not_read() {
    let message = encode(&Envelope::new(1, 2, FromEngine::Loaded)).expect("it can be encoded");
    assert_eq!(
        decode::<Envelope<FromEngine>>(message.clone()).ok(),
        Some(Envelope::new(1, 2, FromEngine::Loaded))
    );
    assert!(decode::<Envelope<ToEngine>>(message.clone()).is_err(), "this protocol, and no such message");
    set(&message, "protocol", &99.into());
    let read = decode::<Envelope<ToEngine>>(message).expect("the envelope itself can be read");
    assert_eq!((read.generation, read.id, read.body.err()), (1, 2, Some(OtherProtocol(99))));
}
