//! Lab addresses (URL hashes) that carry a setup.

use super::carried;
pub use super::carried::{AddressError, Link};
use crate::state::route::Route;

/// Maximum length of an address, in UTF-8 bytes: 256 KiB.
const MAX_BYTES: usize = 256 << 10;

/// Returns the hash part of an address that carries `link`.
pub fn hash(link: &Link) -> String {
    format!("{}?link={}", Route::Lab(None), String::from(js_sys::encode_uri_component(&carried::text(link))))
}

/// Returns the full address that carries `link`.
pub fn address(link: &Link) -> String {
    let hash = hash(link);
    let location = web_sys::window().map(|window| window.location());
    let page = location.and_then(|location| location.href().ok()).unwrap_or_default();
    format!("{}{hash}", page.split('#').next().unwrap_or_default())
}

/// Returns what the current address carries; `None` if nothing.
///
/// # Errors
/// If it cannot be parsed.
pub fn carried() -> Option<Result<Link, AddressError>> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let text = hash.split_once("?link=")?.1.to_owned();
    if text.len() > MAX_BYTES {
        return Some(Err(AddressError::TooLong));
    }
    let json = js_sys::decode_uri_component(&text).map(String::from);
    Some(json.map_err(|_| AddressError::CutOff).and_then(|json| carried::read(&json)))
}
