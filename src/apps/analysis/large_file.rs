//! Files that are too large to be read into the page.

use tabia_worker::library::messages::TextKind;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use crate::state::input::{InputKind, input_kind};

/// A larger file becomes a database of the library, in bytes: 2 MB.
pub const MAX_BYTES: f64 = 2e6;
/// A file with more games becomes one, however short.
pub const MAX_GAMES: usize = 2000;
/// So much of a file is read to see what it is, in bytes.
const SAMPLE: f64 = 4096.0;

/// The first bytes of a file; nothing when it cannot be read.
pub async fn first_bytes(file: &Blob) -> Option<Vec<u8>> {
    let sample = file.slice_with_f64_and_f64(0.0, SAMPLE.min(file.size())).ok()?;
    let buffer = JsFuture::from(sample.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// What kind of database the file becomes, by its first bytes; nothing if it is short enough for the page.
pub fn database_kind(file: &File, first: &[u8]) -> Option<TextKind> {
    (file.size() > MAX_BYTES).then(|| kind_of(first))
}

/// Whether a text has more games than the page lists, by the first tag of their headers.
pub fn has_many_games(text: &[u8]) -> bool {
    let event = b"[Event ";
    text.windows(event.len()).filter(|window| window == event).nth(MAX_GAMES).is_some()
}

/// What kind of text begins so.
pub fn kind_of(first: &[u8]) -> TextKind {
    let text = tabia_pgn::decode(first).text;
    // The last line may be cut.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    match input_kind(whole) {
        Ok(InputKind::Positions(_)) => TextKind::Epd,
        _ => TextKind::Pgn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_positions_are_told_from_games_by_their_first_lines() {
        let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
        assert_eq!(kind_of(line.repeat(60).as_bytes()), TextKind::Epd);
        assert_eq!(kind_of(b"[Event \"x\"]\n\n1. e4 *\n"), TextKind::Pgn);
        assert_eq!(kind_of(b""), TextKind::Pgn);
    }

    #[test]
    fn games_are_counted_by_their_headers() {
        let game = "[Event \"x\"]\n\n1. e4 *\n\n";
        assert!(!has_many_games(game.repeat(MAX_GAMES).as_bytes()));
        assert!(has_many_games(game.repeat(MAX_GAMES + 1).as_bytes()));
    }
}
