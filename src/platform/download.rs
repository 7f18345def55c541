//! Files that leave the page.

use tabia_worker::abi::error_text;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlAnchorElement, Url};

/// How long the address of a file stays valid, in milliseconds: the browser has taken it over long before.
const ADDRESS_MS: u32 = 60_000;

/// Why a file was not handed over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DownloadError {
    /// This code runs outside of a page.
    #[error("there is no page to download from")]
    NoPage,
    /// The browser refuses, and what it says.
    #[error("the browser did not save the file: {0}; check the free disk space")]
    Refused(String),
}

/// Hands a file to the browser, which saves it under a name. A blob is not read into memory for that.
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
        // An address that is unknown is as good as revoked.
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    Ok(())
}
