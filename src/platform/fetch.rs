//! Files from the page's server or its cache.

use std::pin::pin;

use crate::language::tr;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{ArrayBuffer, Uint8Array};
use tabia_worker::abi::error_text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// Timeout for a file, in milliseconds. These files have a few hundred kilobytes; the timeout covers servers that neither respond nor
/// refuse.
const LIMIT_MS: u32 = 90_000;

/// Why a file could not be fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The code runs outside a page.
    #[error("{}", tr!("there is no window"))]
    NoWindow,
    /// The browser failed, with its message.
    #[error("{0}")]
    Browser(String),
    /// Timed out.
    #[error("{}", tr!("it did not arrive within {seconds} s", seconds = LIMIT_MS / 1000))]
    TooSlow,
    /// The server returned an error status.
    #[error("{}", tr!("the server answered {status} {text}", status, text))]
    Status {
        /// The HTTP status.
        status: u16,
        /// Status text.
        text: String,
    },
}

impl From<JsValue> for FetchError {
    fn from(error: JsValue) -> Self {
        Self::Browser(error_text(&error))
    }
}

/// Fetches the bytes of the file at `url`, relative to the page's base address.
///
/// # Errors
/// When the file could not be fetched.
pub async fn bytes(url: &str) -> Result<Vec<u8>, FetchError> {
    read(url, async |response| {
        let buffer: ArrayBuffer =
            JsFuture::from(response.array_buffer()?).await.and_then(JsCast::dyn_into)?;
        Ok(Uint8Array::new(&buffer).to_vec())
    })
    .await
}

/// Fetches the file at `url`, relative to the page's base address, and returns what `take` makes of it. The timeout includes `take`.
///
/// # Errors
/// When the file could not be fetched.
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
