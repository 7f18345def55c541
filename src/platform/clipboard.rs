//! The clipboard.

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;
use yew::Callback;

/// Copies `text` to the clipboard and reports whether the browser allowed it.
pub fn copy_text(text: &str, done: Callback<bool>) {
    let Some(window) = web_sys::window() else { return };
    let promise = window.navigator().clipboard().write_text(text);
    spawn_local(async move {
        let result = JsFuture::from(promise).await;
        done.emit(result.is_ok());
    });
}

/// Copies a PNG image to the clipboard and returns whether the browser allowed it.
pub async fn copy_picture(png: &Blob) -> bool {
    let Some(written) = write_picture(png) else { return false };
    JsFuture::from(written).await.is_ok()
}

fn write_picture(png: &Blob) -> Option<js_sys::Promise> {
    let types = Object::new();
    Reflect::set(&types, &JsValue::from_str(&png.type_()), png).ok()?;
    // Not every browser has it, and in web-sys it is unstable.
    let name = JsValue::from_str("ClipboardItem");
    let constructor = Reflect::get(&js_sys::global(), &name).ok()?.dyn_into::<Function>().ok()?;
    let item = Reflect::construct(&constructor, &Array::of1(&types)).ok()?;
    Some(web_sys::window()?.navigator().clipboard().write(&Array::of1(&item)))
}
