//! Claims that one tab has at a time: the browser's `navigator.locks`. web-sys has them among its unstable parts only.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Something that this tab has and no other; given back when dropped, and by the browser when the tab goes.
#[derive(Debug)]
pub struct Claim {
    give_back: Option<Function>,
}

impl Claim {
    /// Whether no other tab can have claimed the same: false where the browser has no locks.
    pub fn is_exclusive(&self) -> bool {
        self.give_back.is_some()
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(give_back) = &self.give_back {
            // Settling a promise does not fail.
            let _ = give_back.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Claims `name`; `None` when another tab, or another part of this page, has it.
///
/// # Errors
/// What the browser throws.
pub async fn claim(name: &str) -> Result<Option<Claim>, JsValue> {
    let Some(locks) = locks() else { return Ok(Some(Claim { give_back: None })) };
    let (tell, told) = oneshot::channel();
    let tell = Rc::new(RefCell::new(Some(tell)));
    let answer = move |granted: Result<Option<Claim>, JsValue>| {
        if let Some(tell) = tell.borrow_mut().take() {
            // Nobody waits any more: the claim is dropped and given back.
            let _ = tell.send(granted);
        }
    };
    let on_answer = {
        let answer = answer.clone();
        // The lock is held until the promise that this returns is settled.
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
    told.await.unwrap_or(Ok(None))
}

/// Whether somebody has claimed `name`: this tab or another. `false` where the browser does not say.
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

/// How often, and with which pauses in milliseconds, something is claimed that the page before a reload may still have.
const CLAIMS: (u32, u32) = (20, 100);

/// Claims `name`; tries again for a moment if another has it: the page before a reload may have it still.
///
/// # Errors
/// What the browser throws.
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
