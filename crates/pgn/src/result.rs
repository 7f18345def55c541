//! Result of a game, as in PGN's `Result` tag and game terminators.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::characters::is_dash;

/// Result of a game. Serialized in the standard's spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum GameResult {
    /// White won (`1-0`).
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black won (`0-1`).
    #[serde(rename = "0-1")]
    BlackWins,
    /// A draw (`1/2-1/2`).
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Unknown: the game is in progress, was abandoned or is incomplete (`*`).
    #[serde(rename = "*")]
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads a result in any spelling found in files: the four of the standard, typographic dashes and halves, `1:0`, `1/2`, `draw`, with
    /// stray punctuation around them.
    ///
    /// ```
    /// use tabia_pgn::GameResult;
    ///
    /// assert_eq!(GameResult::parse("½–½"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::parse("e4"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            // Fast path for the usual spellings: no allocation.
            "1-0" => return Some(Self::WhiteWins),
            "0-1" => return Some(Self::BlackWins),
            "1/2-1/2" => return Some(Self::Draw),
            "*" => return Some(Self::Unknown),
            other if other.is_empty() || other.len() > 40 => return None,
            _ => {}
        }
        let text = text.trim_matches(is_stray).trim_end_matches('.');
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                ':' => plain.push('-'),
                c if is_dash(c) => plain.push('-'),
                '½' => plain.push_str("1/2"),
                '⁄' | '∕' => plain.push('/'),
                c if c.is_whitespace() => {}
                c => plain.push(c.to_ascii_lowercase()),
            }
        }
        match plain.as_str() {
            "1-0" | "1-o" | "1.0-0.0" => Some(Self::WhiteWins),
            "0-1" | "o-1" | "0.0-1.0" => Some(Self::BlackWins),
            "1/2-1/2" | "1/2" | "0.5-0.5" | ".5-.5" | "draw" | "remis" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// Reads a result that other words follow: `1-0 White resigns`, `1/2-1/2a`.
    pub(crate) fn before_words(text: &str) -> Option<Self> {
        let end = text.find(|c: char| c.is_alphabetic() || matches!(c, '(' | '[' | '{'))?;
        Self::parse(&text[..end])
    }

    /// The standard's spelling: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

/// Stray punctuation before or after a result.
fn is_stray(c: char) -> bool {
    c.is_whitespace() || (!c.is_alphanumeric() && !matches!(c, '*' | '½' | '.'))
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
