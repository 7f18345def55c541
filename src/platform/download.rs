//! File downloads.

use crate::language::tr;
use tabia_worker::abi::error_text;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlAnchorElement, Url};

/// Lifetime of a file's address in milliseconds; the browser is done with it long before.
const ADDRESS_MS: u32 = 60_000;

/// Why a download failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DownloadError {
    /// The code runs outside a page.
    #[error("{}", tr!("there is no page to download from"))]
    NoPage,
    /// The browser refused, with its message.
    #[error("{}", tr!("the browser did not save the file: {reason}; check the free disk space", reason = _0))]
    Refused(String),
}

/// Downloads a file under a name. A blob is not read into memory.
///
/// # Errors
/// When the browser refuses.
pub fn download(name: &str, file: &Blob) -> Result<(), DownloadError> {
    let refused = |error: JsValue| DownloadError::Refused(error_text(&error));
    let document = web_sys::window().and_then(|window| window.document()).ok_or(DownloadError::NoPage)?;
    let url = Url::create_object_url_with_blob(file).map_err(refused)?;
    let link: HtmlAnchorElement = document.create_element("a").map_err(refused)?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    gloo_timers::callback::Timeout::new(ADDRESS_MS, move || {
        // Failing to revoke an unknown address is harmless.
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    Ok(())
}
