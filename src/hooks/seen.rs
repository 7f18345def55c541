//! First appearance of an element on the screen.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    type IntersectionObserver;

    #[wasm_bindgen(constructor, catch)]
    fn new(callback: &Function) -> Result<IntersectionObserver, JsValue>;

    #[wasm_bindgen(method)]
    fn observe(this: &IntersectionObserver, element: &Element);

    #[wasm_bindgen(method)]
    fn disconnect(this: &IntersectionObserver);
}

/// Calls `on_seen` when the element first appears on the screen; immediately if the browser cannot tell.
#[hook]
pub fn use_when_seen(node: &NodeRef, on_seen: Callback<()>) {
    use_effect_with(node.clone(), move |node| {
        let told = on_seen.clone();
        let callback = Closure::<dyn FnMut(Array, IntersectionObserver)>::new(
            move |entries: Array, observer: IntersectionObserver| {
                let is_seen = entries.iter().any(|entry| {
                    Reflect::get(&entry, &"isIntersecting".into()).is_ok_and(|value| value.is_truthy())
                });
                if is_seen {
                    observer.disconnect();
                    told.emit(());
                }
            },
        );
        let observer = IntersectionObserver::new(callback.as_ref().unchecked_ref()).ok();
        match (&observer, node.cast::<Element>()) {
            (Some(observer), Some(element)) => observer.observe(&element),
            _ => on_seen.emit(()),
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(callback);
        }
    });
}
