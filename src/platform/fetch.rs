//! Files that lie on the page's server, or in its cache.

use js_sys::{ArrayBuffer, Promise, Uint8Array};
use tabia_worker::abi::error_text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response};

/// The bytes of the file at `url`, relative to the page's base address.
///
/// # Errors
/// Why it did not arrive: what the browser says, or the HTTP status.
pub async fn bytes(url: &str) -> Result<Vec<u8>, String> {
    let buffer: ArrayBuffer = content(url, Response::array_buffer).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// The file at `url`, relative to the page's base address; the browser holds its bytes.
///
/// # Errors
/// Why it did not arrive: what the browser says, or the HTTP status.
pub async fn blob(url: &str) -> Result<Blob, String> {
    content(url, Response::blob).await
}

async fn content<T: JsCast>(
    url: &str,
    read: impl FnOnce(&Response) -> Result<Promise, JsValue>,
) -> Result<T, String> {
    let window = web_sys::window().ok_or("there is no window")?;
    let response: Response = JsFuture::from(window.fetch_with_str(url))
        .await
        .and_then(JsCast::dyn_into)
        .map_err(|error| error_text(&error))?;
    if !response.ok() {
        return Err(format!("the server answered {} {}", response.status(), response.status_text()));
    }
    let reading = read(&response).map_err(|error| error_text(&error))?;
    JsFuture::from(reading).await.and_then(JsCast::dyn_into).map_err(|error| error_text(&error))
}
