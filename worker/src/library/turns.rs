//! Long work split into short turns.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

/// Lets the worker handle pending messages before the caller continues: a message to itself arrives after those already queued.
pub(super) async fn next_turn() {
    let Ok(channel) = MessageChannel::new() else { return };
    let promise = Promise::new(&mut |resolve, _| {
        channel.port1().set_onmessage(Some(&resolve));
        if channel.port2().post_message(&JsValue::NULL).is_err() {
            // Null can always be sent; otherwise the wait would never end.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    // Never rejected.
    let _ = JsFuture::from(promise).await;
    channel.port1().close();
}
