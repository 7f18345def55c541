//! Claims that one tab holds at a time, based on `navigator.locks`. web-sys has it only among its unstable APIs.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// An exclusive claim of this tab; released when dropped, and by the browser when the tab closes.
#[derive(Debug)]
pub struct Claim {
    give_back: Option<Function>,
}

impl Claim {
    /// Returns whether other tabs are locked out: `false` if the browser has no locks.
    pub fn is_exclusive(&self) -> bool {
        self.give_back.is_some()
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(give_back) = &self.give_back {
            // Settling a promise never fails.
            let _ = give_back.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Claims `name`; `None` when another tab or another part of this page holds it.
///
/// # Errors
/// Whatever the browser throws.
pub async fn claim(name: &str) -> Result<Option<Claim>, JsValue> {
    let Some(locks) = locks() else { return Ok(Some(Claim { give_back: None })) };
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let answer = move |granted: Result<Option<Claim>, JsValue>| {
        if let Some(sender) = sender.borrow_mut().take() {
            // If nobody is waiting any more, the claim is dropped and thus released.
            let _ = sender.send(granted);
        }
    };
    let on_answer = {
        let answer = answer.clone();
        // The lock is held until the returned promise is settled.
        Closure::once_into_js(move |lock: JsValue| -> JsValue {
            if lock.is_null() {
                answer(Ok(None));
                return JsValue::UNDEFINED;
            }
            let mut give_back = None;
            let held = Promise::new(&mut |resolve, _| give_back = Some(resolve));
            answer(Ok(Some(Claim { give_back })));
            held.into()
        })
    };
    let on_refusal = Closure::once_into_js(move |error: JsValue| answer(Err(error)));
    let options = Object::new();
    Reflect::set(&options, &"ifAvailable".into(), &JsValue::TRUE)?;
    let request: Function = Reflect::get(&locks, &"request".into())?.dyn_into()?;
    let asked = request.call3(&locks, &name.into(), &options, &on_answer)?;
    let then: Function = Reflect::get(&asked, &"then".into())?.dyn_into()?;
    then.call2(&asked, &JsValue::UNDEFINED, &on_refusal)?;
    receiver.await.unwrap_or(Ok(None))
}

/// Returns whether any tab, including this one, holds `name`. `false` if the browser cannot tell.
pub async fn is_claimed(name: &str) -> bool {
    async fn held(name: &str) -> Result<bool, JsValue> {
        let Some(locks) = locks() else { return Ok(false) };
        let query: Function = Reflect::get(&locks, &"query".into())?.dyn_into()?;
        let answer: Promise = query.call0(&locks)?.dyn_into()?;
        let held = Reflect::get(&JsFuture::from(answer).await?, &"held".into())?;
        let is_it = |lock: JsValue| Reflect::get(&lock, &"name".into()).is_ok_and(|found| found == name);
        Ok(Array::from(&held).iter().any(is_it))
    }
    held(name).await.unwrap_or(false)
}

/// Number of attempts, and the pause between them in milliseconds, to claim what the page before a reload may still hold.
const CLAIMS: (u32, u32) = (20, 100);

/// Claims `name`; retries for a moment if it is taken, as the page before a reload may still hold it.
///
/// # Errors
/// Whatever the browser throws.
pub async fn claim_soon(name: &str) -> Result<Option<Claim>, JsValue> {
    for place in 0..CLAIMS.0 {
        if place > 0 {
            TimeoutFuture::new(CLAIMS.1).await;
        }
        if let Some(claim) = claim(name).await? {
            return Ok(Some(claim));
        }
    }
    Ok(None)
}

fn locks() -> Option<JsValue> {
    if !cfg!(target_arch = "wasm32") {
        return None;
    }
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    Reflect::get(&navigator, &"locks".into()).ok().filter(JsValue::is_object)
}
