//! Files that leave the page.

use crate::apps::lab::strings;
use crate::storage::Content;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

/// Hands a file to the browser, made of pieces that it may keep on its disk: the page never holds all of it.
///
/// # Errors
/// A sentence when the browser refuses.
pub fn download(name: &str, kind: &str, pieces: &[Content]) -> Result<(), String> {
    let refused = |_: JsValue| strings::FILE_NOT_CREATED.to_owned();
    let parts = js_sys::Array::new();
    for piece in pieces {
        let blob = piece.blob().map_err(|error| error.to_string())?;
        parts.push(&blob);
    }
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_blob_sequence_and_options(&parts, &options).map_err(refused)?;
    let url = Url::create_object_url_with_blob(&blob).map_err(refused)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or(strings::THERE_IS_NO_PAGE)?;
    let link = document.create_element("a").map_err(refused)?;
    link.set_attribute("href", &url).map_err(refused)?;
    link.set_attribute("download", name).map_err(refused)?;
    if let Some(link) = link.dyn_ref::<HtmlElement>() {
        link.click();
    }
    // The browser has taken the file over by then.
    gloo_timers::callback::Timeout::new(60_000, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    Ok(())
}

/// A file's name from what a person called a thing.
pub fn file_name(name: &str, ending: &str) -> String {
    let mut text: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' })
        .take(60)
        .collect();
    while text.contains("--") {
        text = text.replace("--", "-");
    }
    let text = text.trim_matches(['-', '.']);
    format!("{}.{ending}", if text.is_empty() { "match" } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_can_be_written_anywhere() {
        assert_eq!(file_name("Tabia – base/2", "pgn"), "Tabia-base-2.pgn");
        assert_eq!(file_name("../..", "csv"), "match.csv");
    }
}
