//! Texts and files that are too large to be read into the page: they become databases of the library.

use js_sys::{Array, Function, JsString, Reflect};
use tabia_worker::library::messages::{MAX_TEXT, TextKind};
use wasm_bindgen::JsCast;
use web_sys::{Blob, DataTransfer, File};

use crate::platform::turns::next_turn;
use crate::services::library::kind::{SAMPLE, kind_of};
use crate::state::input::limits::{MAX_BYTES, MAX_GAME_BYTES, MAX_GAMES};

// The library hands out no game that the board refuses for its length.
const _: () = assert!(MAX_TEXT as usize == MAX_GAME_BYTES);

/// How many games a text has, by the first tag of their headers; of a list of positions, how many lines.
pub fn count_games(text: &[u8], kind: TextKind) -> usize {
    let mark: &[u8] = match kind {
        TextKind::Pgn => b"[Event ",
        TextKind::Epd => b"\n",
    };
    text.windows(mark.len()).filter(|window| *window == mark).count()
}

/// What goes to the library of a text that is too large for the page; nothing if the page takes it.
pub fn of_text(text: &str, name: &str) -> Option<(File, TextKind)> {
    let kind = kind_of(&text.as_bytes()[..text.len().min(SAMPLE)]);
    let is_large = text.len() > MAX_BYTES || count_games(text.as_bytes(), kind) > MAX_GAMES;
    if !is_large {
        return None;
    }
    let file = File::new_with_str_sequence(&Array::of1(&text.into()), name).ok()?;
    Some((file, kind))
}

/// What is pasted.
pub enum Pasted {
    /// The page takes it.
    Text(String),
    /// It is too large for that, and was not copied into the page's memory: [`file_of`] makes a file of it.
    Large(JsString, TextKind),
}

/// Code units of a text that are encoded at a time.
const PART: u32 = 1 << 20;

/// A file of a long text. It is encoded in parts, so that the page goes on meanwhile; `None` if the browser makes none.
pub async fn file_of(text: &JsString, name: &str) -> Option<File> {
    let (parts, mut at) = (Array::new(), 0);
    while at < text.length() {
        let mut end = text.length().min(at + PART);
        // Not between the two units of one character.
        if end < text.length() && (0xd800..0xdc00).contains(&(text.char_code_at(end - 1) as u32)) {
            end += 1;
        }
        parts.push(Blob::new_with_str_sequence(&Array::of1(&text.slice(at, end))).ok()?.as_ref());
        at = end;
        next_turn().await;
    }
    File::new_with_blob_sequence(&parts, name).ok()
}

/// The text that is pasted.
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

/// Files whose text is opened together: as much as the page takes.
#[derive(Debug, Default)]
pub struct Together {
    /// Their texts, one behind the other.
    pub text: Vec<u8>,
    /// Their names.
    pub names: Vec<String>,
    games: usize,
}

impl Together {
    /// Whether a file of so many bytes has room beside the others.
    pub fn has_room(&self, bytes: f64) -> bool {
        self.text.len() as f64 + bytes <= MAX_BYTES as f64
    }

    /// Takes the text of a file, unless there would be too many games.
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

    /// Whether there is nothing yet.
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
