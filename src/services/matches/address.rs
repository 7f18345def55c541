//! Addresses of the Lab that carry something to be set up.

use super::carried;
pub use super::carried::{AddressError, Link};
use crate::state::route::Route;

/// The longest text of an address, in UTF-8 bytes: 256 KiB.
const MAX_BYTES: usize = 256 << 10;

/// What stands behind the page's address to carry something.
pub fn hash(link: &Link) -> String {
    format!("{}?link={}", Route::Lab(None), String::from(js_sys::encode_uri_component(&carried::text(link))))
}

/// The address that carries something.
pub fn address(link: &Link) -> String {
    let hash = hash(link);
    let location = web_sys::window().map(|window| window.location());
    let page = location.and_then(|location| location.href().ok()).unwrap_or_default();
    format!("{}{hash}", page.split('#').next().unwrap_or_default())
}

/// What the address carries; `None` if nothing.
///
/// # Errors
/// When it cannot be read.
pub fn carried() -> Option<Result<Link, AddressError>> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let text = hash.split_once("?link=")?.1.to_owned();
    if text.len() > MAX_BYTES {
        return Some(Err(AddressError::TooLong));
    }
    let json = js_sys::decode_uri_component(&text).map(String::from);
    Some(json.map_err(|_| AddressError::CutOff).and_then(|json| carried::read(&json)))
}
