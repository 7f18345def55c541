//! The tags of a game that a filter may need.

use tabia_pgn::GameResult;

use super::date::PartialDate;
use crate::eco::Eco;

/// Header fields for the filter.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameHeader {
    /// White's name; empty if not known.
    pub white: String,
    /// Black's name; empty if not known.
    pub black: String,
    /// White's and Black's Elo; `None` if missing, not a number, or 0.
    pub elo: [Option<u16>; 2],
    /// The result.
    pub result: GameResult,
    /// The date, as far as known.
    pub date: Option<PartialDate>,
    /// The code of the opening.
    pub eco: Option<Eco>,
}

impl GameHeader {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.white.clear();
        self.black.clear();
        *self = Self {
            white: std::mem::take(&mut self.white),
            black: std::mem::take(&mut self.black),
            ..Self::default()
        };
    }

    /// Processes a tag pair; irrelevant tags are ignored.
    ///
    /// `UTCDate` replaces a missing `Date`.
    pub fn tag(&mut self, name: &[u8], value: &[u8]) {
        // Tag names in files come in any case.
        match name.to_ascii_lowercase().as_slice() {
            b"white" => set_name(&mut self.white, value),
            b"black" => set_name(&mut self.black, value),
            b"whiteelo" => self.elo[0] = elo(value),
            b"blackelo" => self.elo[1] = elo(value),
            b"result" => self.result = result(value),
            b"date" => self.date = date(value).or(self.date),
            b"utcdate" if self.date.is_none() => self.date = date(value),
            b"eco" => self.eco = Eco::of_tag(value),
            _ => {}
        }
    }
}

fn set_name(name: &mut String, value: &[u8]) {
    name.clear();
    let text = String::from_utf8_lossy(value);
    let text = text.trim();
    if !matches!(text, "?" | "-") {
        name.push_str(text);
    }
}

fn elo(value: &[u8]) -> Option<u16> {
    str::from_utf8(value).ok()?.trim().parse().ok().filter(|&elo| elo > 0)
}

fn date(value: &[u8]) -> Option<PartialDate> {
    str::from_utf8(value).ok()?.parse().ok()
}

/// Parses the result in the few spellings that count for a book; anything else is unknown, as in Polyglot.
fn result(value: &[u8]) -> GameResult {
    match value.trim_ascii() {
        b"1-0" => GameResult::WhiteWins,
        b"0-1" => GameResult::BlackWins,
        b"1/2-1/2" | b"1/2" => GameResult::Draw,
        value if value == "½-½".as_bytes() => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}
