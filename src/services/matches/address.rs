//! Addresses of the Lab that carry something to be set up.

use crate::state::route::Route;
use serde::{Deserialize, Serialize};
use tabia_arena::{EngineBook, MatchHeader, MatchSettings, Share};

/// What a link to the Lab carries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// Settings for the form.
    Settings(MatchSettings),
    /// Two books to play each other, from the book page: the form's first two engines get them.
    Books([EngineBook; 2]),
    /// A part of a match to be played here: which, and of how many.
    Part {
        /// The match.
        header: MatchHeader,
        /// Which of its units.
        #[serde(flatten)]
        share: Share,
    },
}

/// Why what an address carries cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// It ends in the middle of a character.
    #[error("it is cut off")]
    CutOff,
    /// It is not what a link of the Lab carries.
    #[error(transparent)]
    Unreadable(#[from] serde_json::Error),
}

/// What stands behind the page's address to carry something.
pub fn hash(link: &Link) -> String {
    let json = serde_json::to_string(link).unwrap_or_default();
    format!("{}?link={}", Route::Lab(None), String::from(js_sys::encode_uri_component(&json)))
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
    let json = js_sys::decode_uri_component(&text).map(String::from);
    Some(json.map_err(|_| AddressError::CutOff).and_then(|json| Ok(serde_json::from_str(&json)?)))
}
