//! Texts and files too large for the page; they become library databases.

use js_sys::{Array, Function, JsString, Reflect};
use tabia_worker::library::messages::{MAX_TEXT, TextKind};
use wasm_bindgen::JsCast;
use web_sys::{Blob, DataTransfer, File};

use crate::platform::turns::next_turn;
use crate::services::library::kind::{SAMPLE, kind_of};
use crate::state::input::limits::{MAX_BYTES, MAX_GAME_BYTES, MAX_GAMES};

// The library must not return a game that is too long for the board.
const _: () = assert!(MAX_TEXT as usize == MAX_GAME_BYTES);

/// Counts the games of a text by the first tag of their headers, or the lines of a list of positions.
pub fn count_games(text: &[u8], kind: TextKind) -> usize {
    let mark: &[u8] = match kind {
        TextKind::Pgn => b"[Event ",
        TextKind::Epd => b"\n",
    };
    text.windows(mark.len()).filter(|window| *window == mark).count()
}

/// Returns a file for the library if a text is too large for the page; `None` if the page can open it.
pub fn of_text(text: &str, name: &str) -> Option<(File, TextKind)> {
    let kind = kind_of(&text.as_bytes()[..text.len().min(SAMPLE)]);
    let is_large = text.len() > MAX_BYTES || count_games(text.as_bytes(), kind) > MAX_GAMES;
    if !is_large {
        return None;
    }
    let file = File::new_with_str_sequence(&Array::of1(&text.into()), name).ok()?;
    Some((file, kind))
}

/// Pasted text.
pub enum Pasted {
    /// Small enough for the page.
    Text(String),
    /// Too large, and not copied into the page's memory; [`file_of`] turns it into a file.
    Large(JsString, TextKind),
}

/// Number of code units encoded at a time.
const PART: u32 = 1 << 20;

/// Converts a long text to a file. Encodes it in parts so that the page stays responsive; `None` if the browser refuses.
pub async fn file_of(text: &JsString, name: &str) -> Option<File> {
    let (parts, mut at) = (Array::new(), 0);
    while at < text.length() {
        let mut end = text.length().min(at + PART);
        // Don't split a surrogate pair.
        if end < text.length() && (0xd800..0xdc00).contains(&(text.char_code_at(end - 1) as u32)) {
            end += 1;
        }
        parts.push(Blob::new_with_str_sequence(&Array::of1(&text.slice(at, end))).ok()?.as_ref());
        at = end;
        next_turn().await;
    }
    File::new_with_blob_sequence(&parts, name).ok()
}

/// Returns the pasted text.
pub fn pasted(data: &DataTransfer) -> Pasted {
    let get = Reflect::get(data, &"getData".into()).ok().and_then(|get| get.dyn_into::<Function>().ok());
    let text = get.and_then(|get| get.call1(data, &"text/plain".into()).ok());
    let Some(text) = text.and_then(|text| text.dyn_into::<JsString>().ok()) else {
        return Pasted::Text(String::new());
    };
    if text.length() as usize > MAX_BYTES {
        let first = String::from(text.slice(0, SAMPLE as u32));
        return Pasted::Large(text, kind_of(first.as_bytes()));
    }
    Pasted::Text(text.into())
}

/// Files whose text is opened together, up to the page's limit.
#[derive(Debug, Default)]
pub struct Together {
    /// Texts, concatenated.
    pub text: Vec<u8>,
    /// File names.
    pub names: Vec<String>,
    games: usize,
}

impl Together {
    /// Returns whether a file of this size in bytes still fits.
    pub fn has_room(&self, bytes: f64) -> bool {
        self.text.len() as f64 + bytes <= MAX_BYTES as f64
    }

    /// Adds the text of a file; returns false if there would be too many games.
    pub fn take(&mut self, name: &str, bytes: &[u8], kind: TextKind) -> bool {
        let games = self.games + count_games(bytes, kind);
        if games > MAX_GAMES {
            return false;
        }
        self.games = games;
        if !self.text.is_empty() {
            self.text.extend_from_slice(b"\n\n");
        }
        self.text.extend_from_slice(bytes);
        self.names.push(name.to_owned());
        true
    }

    /// Returns whether no file was added yet.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
    const GAME: &str = "[Event \"x\"]\n\n1. e4 *\n\n";

    #[test]
    fn games_are_counted_by_their_headers_and_positions_by_their_lines() {
        assert_eq!(count_games(GAME.repeat(7).as_bytes(), TextKind::Pgn), 7);
        assert_eq!(count_games(POSITION.repeat(8).as_bytes(), TextKind::Epd), 8);
    }

    #[test]
    fn files_are_opened_together_as_far_as_the_page_takes_them() {
        let mut together = Together::default();
        let half = GAME.repeat(MAX_GAMES / 2);
        assert!(together.is_empty() && together.has_room(MAX_BYTES as f64));
        assert!(together.take("a", half.as_bytes(), TextKind::Pgn));
        assert!(!together.has_room(MAX_BYTES as f64));
        assert!(together.take("b", half.as_bytes(), TextKind::Pgn));
        assert!(!together.take("c", GAME.as_bytes(), TextKind::Pgn), "too many games");
        assert_eq!((together.names.join(", "), together.text.len()), ("a, b".to_owned(), 2 * half.len() + 2));
    }
}
