//! gloo-worker's real registrar against our mirror of its messages, in Node: the page speaks to the worker
//! through [`tabia_worker::envelope`], so a change in gloo-worker must fail here and not in a browser.
//!
//! The registrar needs no more of a worker than `onmessage` and `postMessage` of the global object, which the
//! test puts in place.
#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;

use gloo_worker::{HandlerId, Registrable, Worker, WorkerScope};
use js_sys::{Function, Object, Promise, Reflect};
use tabia_worker::codec::{PreservingCodec, decode, encode};
use tabia_worker::envelope::{FromWorker, ToWorker};
use tabia_worker::messages::{FromHost, ToHost};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

thread_local! {
    static EVENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(event: &str) {
    EVENTS.with_borrow_mut(|events| events.push(event.to_owned()));
}

/// A worker that answers each batch of lines with the same lines.
struct Echo;

impl Worker for Echo {
    type Message = ();
    type Input = ToHost;
    type Output = FromHost;

    fn create(_scope: &WorkerScope<Self>) -> Self {
        Self
    }

    fn update(&mut self, _scope: &WorkerScope<Self>, (): ()) {}

    fn connected(&mut self, _scope: &WorkerScope<Self>, _id: HandlerId) {
        note("connected");
    }

    fn disconnected(&mut self, _scope: &WorkerScope<Self>, _id: HandlerId) {
        note("disconnected");
    }

    fn received(&mut self, scope: &WorkerScope<Self>, message: ToHost, id: HandlerId) {
        note("received");
        if let ToHost::Lines { batch, lines } = message {
            scope.respond(id, FromHost::Lines { batch, lines, dropped: 0, done: true });
        }
    }
}

fn set_global(name: &str, value: &JsValue) {
    Reflect::set(&js_sys::global(), &name.into(), value).expect("the global object can be extended");
}

/// Hands a message to the worker as the browser does.
fn deliver(message: &ToWorker<ToHost>) {
    let handler: Function = Reflect::get(&js_sys::global(), &"onmessage".into())
        .expect("a global")
        .dyn_into()
        .expect("a handler");
    let event = Object::new();
    Reflect::set(&event, &"data".into(), &encode(message).expect("it can be encoded"))
        .expect("a plain object");
    handler.call1(&JsValue::NULL, &event).expect("gloo-worker understands the message");
}

/// Lets gloo-worker's scheduler run.
async fn settle() {
    for _ in 0..5 {
        JsFuture::from(Promise::resolve(&JsValue::NULL)).await.expect("it resolves");
    }
}

#[wasm_bindgen_test]
async fn gloo_worker_speaks_as_the_envelope_says() {
    let posted: &'static RefCell<Vec<JsValue>> = Box::leak(Box::default());
    let post = Closure::<dyn Fn(JsValue)>::new(move |message| posted.borrow_mut().push(message));
    set_global("postMessage", post.as_ref());

    Echo::registrar().encoding::<PreservingCodec>().register();
    settle().await;
    let loaded = posted.borrow_mut().remove(0);
    assert!(matches!(decode::<FromWorker<FromHost>>(loaded), Ok(FromWorker::WorkerLoaded)));

    deliver(&ToWorker::Connected(0));
    let lines = vec!["uci".to_owned(), "isready".to_owned()];
    deliver(&ToWorker::ProcessInput(0, ToHost::Lines { batch: 7, lines: lines.clone() }));
    deliver(&ToWorker::Disconnected(0));
    settle().await;
    assert_eq!(EVENTS.take(), ["connected", "received", "disconnected"]);
    let answer = posted.borrow_mut().remove(0);
    let Ok(FromWorker::ProcessOutput(handler, output)) = decode::<FromWorker<FromHost>>(answer) else {
        panic!("an output was to be posted");
    };
    assert_eq!(handler, 0);
    assert_eq!(output, FromHost::Lines { batch: 7, lines, dropped: 0, done: true });
    assert!(posted.borrow().is_empty());
}
