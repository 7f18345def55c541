//! Which games go into a book: a search of their headers, as in the recipes of book makers.
//!
//! Everything that is asked for must hold. What a header does not say is settled by [`Unknown`], so that nothing
//! depends on luck. Games that do not start from the normal position are no concern of the filter: the readers of this
//! crate leave them out always.

mod date;
mod duplicates;
mod eco;

pub use date::{DateRange, ParseDateError, PartialDate};
pub use duplicates::{Duplicates, GameHash};
pub use eco::{EcoRange, ParseEcoError};

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

/// A side, as recipes write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BookSide {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<BookSide> for Color {
    fn from(side: BookSide) -> Self {
        match side {
            BookSide::White => Self::White,
            BookSide::Black => Self::Black,
        }
    }
}

impl From<Color> for BookSide {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// What happens to a game whose header does not say what a filter asks for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unknown {
    /// It is left out.
    #[default]
    LeaveOut,
    /// It is taken.
    Keep,
}

/// How a game ended, by its `Result` tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// `1-0`.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// `0-1`.
    #[serde(rename = "0-1")]
    BlackWins,
    /// `1/2-1/2`; `1/2` and `½-½` mean the same.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Anything else, or no tag.
    #[default]
    #[serde(rename = "*")]
    Unknown,
}

impl GameResult {
    /// Reads a tag's value; whatever is no result is [`GameResult::Unknown`].
    pub fn from_tag(value: &[u8]) -> Self {
        match value.trim_ascii() {
            b"1-0" => Self::WhiteWins,
            b"0-1" => Self::BlackWins,
            b"1/2-1/2" | b"1/2" => Self::Draw,
            value if value == "½-½".as_bytes() => Self::Draw,
            _ => Self::Unknown,
        }
    }

    /// As the tag writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

/// A player to look for.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFilter {
    /// The name, or a part of it; upper and lower case are alike.
    pub name: String,
    /// The whole name must be equal; otherwise it must contain the text.
    #[serde(default)]
    pub exact: bool,
    /// The side that this player must have; either if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<BookSide>,
}

impl PlayerFilter {
    /// Whether a name is meant.
    pub fn matches_name(&self, name: &str) -> bool {
        let (wanted, name) = (self.name.trim().to_lowercase(), name.trim().to_lowercase());
        if self.exact { name == wanted } else { name.contains(&wanted) }
    }

    /// The sides that this player has in a game: White, Black.
    pub fn sides(&self, header: &GameHeader) -> [bool; 2] {
        let of = |side, name: &str| {
            self.side.is_none_or(|wanted| wanted == side) && !name.is_empty() && self.matches_name(name)
        };
        [of(BookSide::White, &header.white), of(BookSide::Black, &header.black)]
    }
}

/// What a filter looks at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameHeader {
    /// White's name; empty if not known.
    pub white: String,
    /// Black's name; empty if not known.
    pub black: String,
    /// White's and Black's Elo; nothing if missing, no number, or 0.
    pub elo: [Option<u16>; 2],
    /// The result.
    pub result: GameResult,
    /// The date, or what of it is known.
    pub date: Option<PartialDate>,
    /// The code of the opening: a letter and two digits.
    pub eco: Option<[u8; 3]>,
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

    /// Takes a tag pair; other tags than those looked at change nothing.
    ///
    /// `UTCDate` stands in for a missing `Date`.
    pub fn tag(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"White" => set_name(&mut self.white, value),
            b"Black" => set_name(&mut self.black, value),
            b"WhiteElo" => self.elo[0] = elo(value),
            b"BlackElo" => self.elo[1] = elo(value),
            b"Result" => self.result = GameResult::from_tag(value),
            b"Date" => self.date = date(value).or(self.date),
            b"UTCDate" if self.date.is_none() => self.date = date(value),
            b"ECO" => self.eco = eco::code(value),
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

/// Which games are taken. The default takes all.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameFilter {
    /// The least Elo of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_elo: Option<u16>,
    /// The least Elo of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_elo: Option<u16>,
    /// What to do with a game that gives no Elo where one is asked for.
    #[serde(skip_serializing_if = "is_default")]
    pub unknown_elo: Unknown,
    /// The results wanted; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<GameResult>,
    /// One of these must play; empty for anybody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerFilter>,
    /// When the game was played. A partial date is in the range if a day that it may mean is.
    #[serde(skip_serializing_if = "DateRange::is_open")]
    pub dates: DateRange,
    /// What to do with a game without a date where a range is asked for.
    #[serde(skip_serializing_if = "is_default")]
    pub unknown_date: Unknown,
    /// Ranges of openings, one of which must hold the game's; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub eco: Vec<EcoRange>,
    /// What to do with a game without an ECO code where a range is asked for.
    #[serde(skip_serializing_if = "is_default")]
    pub unknown_eco: Unknown,
    /// Takes only the first of the games with the same players and the same moves, see [`Duplicates`].
    #[serde(skip_serializing_if = "is_default")]
    pub no_duplicates: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Why a game was not taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FilteredBy {
    /// An Elo is too low, or unknown.
    Elo,
    /// The result is not wanted.
    Result,
    /// Nobody wanted plays.
    Player,
    /// The date is outside the range, or unknown.
    Date,
    /// The opening is outside the ranges, or unknown.
    Eco,
    /// The same game was there before.
    Duplicate,
}

impl GameFilter {
    /// Whether all games are taken.
    pub fn takes_all(&self) -> bool {
        is_default(self)
    }

    /// Whether the header of a game is what is wanted; duplicates cannot be seen here.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check(&self, header: &GameHeader) -> Result<(), FilteredBy> {
        let unless = |good: bool, reason| if good { Ok(()) } else { Err(reason) };
        let keep = |unknown: Unknown| unknown == Unknown::Keep;
        for (floor, elo) in [self.white_elo, self.black_elo].into_iter().zip(header.elo) {
            let good = floor.is_none_or(|floor| elo.map_or(keep(self.unknown_elo), |elo| elo >= floor));
            unless(good, FilteredBy::Elo)?;
        }
        unless(self.results.is_empty() || self.results.contains(&header.result), FilteredBy::Result)?;
        let plays = |player: &PlayerFilter| player.sides(header).contains(&true);
        unless(self.players.is_empty() || self.players.iter().any(plays), FilteredBy::Player)?;
        let in_time = self.dates.is_open()
            || header.date.map_or(keep(self.unknown_date), |date| self.dates.may_contain(date));
        unless(in_time, FilteredBy::Date)?;
        let in_range = |code: [u8; 3]| self.eco.iter().any(|range| range.contains(code));
        unless(self.eco.is_empty() || header.eco.map_or(keep(self.unknown_eco), in_range), FilteredBy::Eco)
    }
}
