//! Files that lie on the page's server, or in its cache.

use js_sys::{ArrayBuffer, Promise, Uint8Array};
use tabia_worker::abi::error_text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// Why a file did not arrive.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// This is no page.
    #[error("there is no window")]
    NoWindow,
    /// The browser does not get it, and why.
    #[error("{0}")]
    Browser(String),
    /// The server does not give it.
    #[error("the server answered {status} {text}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// What the server says of it.
        text: String,
    },
}

impl From<JsValue> for FetchError {
    fn from(error: JsValue) -> Self {
        Self::Browser(error_text(&error))
    }
}

/// The bytes of the file at `url`, relative to the page's base address.
///
/// # Errors
/// [`FetchError`]: why it did not arrive.
pub async fn bytes(url: &str) -> Result<Vec<u8>, FetchError> {
    let buffer: ArrayBuffer = content(url, Response::array_buffer).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

async fn content<T: JsCast>(
    url: &str,
    read: impl FnOnce(&Response) -> Result<Promise, JsValue>,
) -> Result<T, FetchError> {
    let window = web_sys::window().ok_or(FetchError::NoWindow)?;
    let response: Response = JsFuture::from(window.fetch_with_str(url)).await.and_then(JsCast::dyn_into)?;
    if !response.ok() {
        return Err(FetchError::Status { status: response.status(), text: response.status_text() });
    }
    Ok(JsFuture::from(read(&response)?).await.and_then(JsCast::dyn_into)?)
}
