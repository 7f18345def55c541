//! Files that the page hands to the user.

use tabia_worker::abi::error_text;
use wasm_bindgen::JsCast;
use web_sys::{Blob, HtmlAnchorElement, Url};

/// Downloads a file under a name.
///
/// # Errors
/// When the browser refuses.
pub fn download(name: &str, file: &Blob) -> Result<(), String> {
    let fault = |error| format!("{name} could not be downloaded: {}", error_text(&error));
    let document = web_sys::window().and_then(|window| window.document()).ok_or("there is no document")?;
    let url = Url::create_object_url_with_blob(file).map_err(fault)?;
    let link: HtmlAnchorElement = document.create_element("a").map_err(fault)?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser has taken the file when the click returns; its address lives a little longer to be safe.
    gloo_timers::callback::Timeout::new(60_000, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    Ok(())
}

/// A file's name without its extension.
pub fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A size in the largest unit that makes sense.
pub fn size_text(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 1000.0 => format!("{bytes:.0} bytes"),
        bytes if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        bytes if bytes < 1e8 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.0} MB", bytes / 1e6),
    }
}
