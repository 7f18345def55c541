//! File names and contents for sharing.

use crate::state::game::GameState;
use js_sys::Array;
use tabia_pgn::Game;
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag};

/// Returns the file name without extension: the players, as far as known.
pub fn file_name(state: &GameState) -> String {
    file_name_of(state.game())
}

/// Returns the same for a game that need not be on the board.
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

/// Creates a file from one part.
///
/// # Errors
/// If the browser refuses.
pub fn blob_of(part: &JsValue, kind: &str) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_blob_sequence_and_options(&Array::of1(part), &options)
}
