//! Whether memory can be shared with workers. This is tested by trying: a browser may report isolation and still lack the class.

use std::cell::OnceCell;

use js_sys::{Array, Atomics, Function, Int32Array, Object, Reflect, SharedArrayBuffer};
use tabia_worker::wire::SharedMemory;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageChannel;

use super::document::attribute;

thread_local! {
    static SHARES: OnceCell<bool> = const { OnceCell::new() };
}

/// Returns whether memory can be created, written atomically, and shared with workers by posting it.
pub fn shares_memory() -> bool {
    SHARES.with(|shares| *shares.get_or_init(|| try_sharing().is_some()))
}

/// Returns whether an engine can have threads: requires shared WebAssembly memory in addition to other shared memory.
pub fn shares_engine_memory() -> bool {
    shares_memory() && try_engine_memory().is_some()
}

/// Creates and posts the smallest WebAssembly memory. The class is looked up by name, as in [`SharedMemory::allocate`].
fn try_engine_memory() -> Option<()> {
    let limits = Object::new();
    for (name, value) in [("initial", JsValue::from(1)), ("maximum", 1.into()), ("shared", true.into())] {
        Reflect::set(&limits, &name.into(), &value).ok()?;
    }
    let web_assembly = Reflect::get(&js_sys::global(), &"WebAssembly".into()).ok()?;
    let class: Function = Reflect::get(&web_assembly, &"Memory".into()).ok()?.dyn_into().ok()?;
    let memory = Reflect::construct(&class, &Array::of1(&limits)).ok()?;
    let buffer: SharedArrayBuffer = Reflect::get(&memory, &"buffer".into()).ok()?.dyn_into().ok()?;
    can_be_shared(&Int32Array::new(&buffer))?;
    can_be_posted(&memory)
}

fn try_sharing() -> Option<()> {
    let memory = SharedMemory::allocate(4)?;
    can_be_shared(&Int32Array::new(&memory.0))?;
    can_be_posted(&memory.0)
}

fn can_be_shared(words: &Int32Array) -> Option<()> {
    Atomics::store(words, 0, 1).ok()?;
    Atomics::notify(words, 0).ok()?;
    (Atomics::load(words, 0).ok()? == 1).then_some(())
}

/// Tests posting: a page that is not isolated may have the class but not be allowed to post its instances.
fn can_be_posted(memory: &JsValue) -> Option<()> {
    let channel = MessageChannel::new().ok()?;
    let posted = channel.port1().post_message(memory);
    channel.port1().close();
    posted.ok()
}

/// Returns whether the page is cross-origin isolated according to the browser.
fn is_isolated() -> bool {
    js_sys::Reflect::get(&js_sys::global(), &"crossOriginIsolated".into())
        .is_ok_and(|value| value.is_truthy())
}

/// Why memory cannot be shared (`www/isolation.js`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotShared {
    /// The page is on plain http and not on localhost.
    Insecure,
    /// The window doesn't support service workers.
    NoWorker,
    /// The service worker was refused or could not be fetched.
    Refused,
    /// The page is isolated, but the browser has no shared memory.
    NoMemory,
    /// The service worker did not start in time, or did not help.
    Other,
}

/// Returns why the page cannot share memory with its workers; `None` if it can.
pub fn why_not_shared() -> Option<NotShared> {
    if shares_memory() {
        return None;
    }
    if is_isolated() {
        return Some(NotShared::NoMemory);
    }
    Some(match attribute(":root", "data-isolation").as_deref() {
        Some("insecure") => NotShared::Insecure,
        Some("no-worker") => NotShared::NoWorker,
        Some("refused" | "no-storage") => NotShared::Refused,
        _ => NotShared::Other,
    })
}
