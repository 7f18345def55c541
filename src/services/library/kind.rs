//! Kind of a library file: games or positions.

use js_sys::Uint8Array;
use tabia_worker::library::messages::TextKind;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::state::input::is_list_of_positions;

/// Number of bytes read to determine the kind.
pub const SAMPLE: usize = 4096;

/// Returns the first bytes of a file; `None` when it cannot be read.
pub async fn first_bytes(file: &Blob) -> Option<Vec<u8>> {
    let sample = file.slice_with_f64_and_f64(0.0, file.size().min(SAMPLE as f64)).ok()?;
    let buffer = JsFuture::from(sample.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Returns the kind of a text by its beginning, whatever its file is called.
pub fn kind_of(first: &[u8]) -> TextKind {
    let text = tabia_pgn::decode(first).text;
    // The last line may be cut off.
    let end = if first.len() < SAMPLE { text.len() } else { text.rfind('\n').unwrap_or(text.len()) };
    if is_list_of_positions(&text[..end]) { TextKind::Epd } else { TextKind::Pgn }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
    const GAME: &str = "[Event \"x\"]\n\n1. e4 *\n\n";

    #[test]
    fn lists_of_positions_are_told_from_games_by_their_first_lines() {
        for first in
            ["", "# a suite of 2026\n\n", "\u{feff}", "Positions from my games\n", "% made by hand\n#\n"]
        {
            assert_eq!(
                kind_of(format!("{first}{}", POSITION.repeat(3)).as_bytes()),
                TextKind::Epd,
                "{first}"
            );
            assert_eq!(
                kind_of(&format!("{first}{}", POSITION.repeat(90)).as_bytes()[..SAMPLE]),
                TextKind::Epd
            );
        }
        assert_eq!(kind_of(POSITION.trim_end().as_bytes()), TextKind::Epd, "a single line");
        let start = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]";
        for text in [GAME, "", "1. e4 e5 1/2-1/2\n", &format!("[Event \"x\"]\n{start}\n\n1. Kd2 *\n")] {
            assert_eq!(kind_of(text.as_bytes()), TextKind::Pgn, "{text}");
        }
    }
}
