//! Ids of games that are opened from a text.

use tabia_pgn::Game;

use crate::storage::games::{Origin, short_id};

/// Number of ids of a text. A game that was edited keeps its id, and the same text opened again gets the next one.
const COUNT: u8 = 3;

/// The ids of a game opened from a text, an iterator: the same game from the same source has the same ids, so that pasting it twice does
/// not make it two games.
#[derive(Debug, Clone)]
pub(super) struct TextIds {
    seed: String,
    left: u8,
}

impl TextIds {
    /// Returns the ids of a game as it was opened.
    pub fn new(origin: &Origin, game: &Game) -> Self {
        // An origin always serializes to JSON.
        let origin = serde_json::to_string(origin).unwrap_or_default();
        Self { seed: format!("{origin}\n{}", tabia_pgn::write(game)), left: COUNT }
    }
}

impl Iterator for TextIds {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.left = self.left.checked_sub(1)?;
        self.seed = short_id(&self.seed);
        Some(self.seed.clone())
    }
}
