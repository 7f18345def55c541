//! Data that is loaded once, when a component is first rendered.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Returns the result of `load`, which starts on the first render; `None` until it completes.
#[hook]
pub fn use_loaded<T, F>(load: impl FnOnce() -> F + 'static) -> Option<Rc<T>>
where
    T: 'static,
    F: Future<Output = T> + 'static,
{
    let loaded = use_state(|| None);
    use_effect_with((), {
        let loaded = loaded.setter();
        move |()| spawn_local(async move { loaded.set(Some(Rc::new(load().await))) })
    });
    (*loaded).clone()
}
