//! Texts of games.

use super::epd::pgn_of_line;
use super::messages::{Failure, GameText, MAX_TEXT, TextKind};

/// Number of bytes at the start of a file that are checked for binary data.
const SAMPLE: usize = 4096;

/// Returns whether the start of a file has too many bytes that don't occur in text. UTF-16 is handled elsewhere.
pub(super) fn binary(bytes: &[u8]) -> bool {
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return false;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    // DOS files may end with 0x1A.
    let controls = sample.iter().filter(|&&byte| byte < 9 || (14..32).contains(&byte) && byte != 0x1a);
    controls.count() * 20 > sample.len()
}

/// Decodes the text of a game for the page.
pub(super) fn game_text(bytes: &[u8], kind: TextKind, kept: Option<String>) -> GameText {
    let decoded = tabia_pgn::decode(bytes.trim_ascii_end());
    let pgn = match kind {
        TextKind::Pgn => decoded.text.into_owned(),
        TextKind::Epd => pgn_of_line(&decoded.text),
    };
    GameText { pgn, kept }
}

/// Failure for a game too long for the board.
pub(super) fn too_long(game: u32, bytes: u32) -> Failure {
    Failure::Limit(format!(
        "game {} has {:.1} MB, but the board takes games of up to {} MB: export it to a separate file and split it",
        game + 1,
        f64::from(bytes) / 1e6,
        MAX_TEXT >> 20,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_any_encoding_is_no_binary() {
        assert!(!binary("1. e4 {Hübner}\r\n\x1a".as_bytes()) && !binary(b"Gl\xfccksberg\t1-0\n"));
        assert!(!binary(b"\xff\xfe1\0.\0") && !binary(b""));
        assert!(binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0"));
    }
}
