//! Files that lie on the page's server, or in its cache.

use std::pin::pin;

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{ArrayBuffer, Uint8Array};
use tabia_worker::abi::error_text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// How long a file may take, in milliseconds: what is fetched here has a few hundred kilobytes, and a server that neither answers nor
/// refuses is not waited for without end.
const LIMIT_MS: u32 = 90_000;

/// Why a file did not arrive.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// This is no page.
    #[error("there is no window")]
    NoWindow,
    /// The browser does not get it, and why.
    #[error("{0}")]
    Browser(String),
    /// It takes too long.
    #[error("it did not arrive within {} s", LIMIT_MS / 1000)]
    TooSlow,
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
    read(url, async |response| {
        let buffer: ArrayBuffer =
            JsFuture::from(response.array_buffer()?).await.and_then(JsCast::dyn_into)?;
        Ok(Uint8Array::new(&buffer).to_vec())
    })
    .await
}

/// What `take` makes of the file at `url`, relative to the page's base address. The time it takes is a part of the file's.
///
/// # Errors
/// [`FetchError`]: why the file did not arrive.
pub async fn read<T>(
    url: &str,
    take: impl AsyncFnOnce(Response) -> Result<T, FetchError>,
) -> Result<T, FetchError> {
    let taken = pin!(async { take(response(url).await?).await });
    match select(taken, TimeoutFuture::new(LIMIT_MS)).await {
        Either::Left((taken, _)) => taken,
        Either::Right(_) => Err(FetchError::TooSlow),
    }
}

async fn response(url: &str) -> Result<Response, FetchError> {
    let window = web_sys::window().ok_or(FetchError::NoWindow)?;
    let response: Response = JsFuture::from(window.fetch_with_str(url)).await.and_then(JsCast::dyn_into)?;
    if !response.ok() {
        return Err(FetchError::Status { status: response.status(), text: response.status_text() });
    }
    Ok(response)
}
