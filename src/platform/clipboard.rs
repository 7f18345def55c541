//! The clipboard.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

/// Puts `text` on the clipboard and says whether the browser allowed it.
pub fn copy_text(text: &str, done: Callback<bool>) {
    let Some(window) = web_sys::window() else { return };
    let promise = window.navigator().clipboard().write_text(text);
    spawn_local(async move {
        let result = JsFuture::from(promise).await;
        done.emit(result.is_ok());
    });
}
