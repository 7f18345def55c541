//! Files of a game: their names and their contents.

use crate::state::game::GameState;
use js_sys::Array;
use tabia_pgn::Game;
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag};

/// What the files of a game are called, without an ending: the players, as far as they are known.
pub fn file_name(state: &GameState) -> String {
    file_name_of(state.game())
}

/// The same of a game that need not be on the board.
pub fn file_name_of(game: &Game) -> String {
    let tags = game.tags();
    let plain = |name: &str| -> String {
        let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(40).collect();
        name.trim_matches('-').to_owned()
    };
    let players: Vec<String> =
        ["White", "Black"].iter().filter_map(|color| tags.known(color)).map(plain).collect();
    let name = players.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join("-");
    if name.is_empty() { "tabia".to_owned() } else { name }
}

/// A file of one part.
///
/// # Errors
/// The browser refused.
pub fn blob_of(part: &JsValue, kind: &str) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_blob_sequence_and_options(&Array::of1(part), &options)
}
