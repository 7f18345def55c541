//! Filters of games for a book: a search of their headers, as in the recipes of book makers.
//!
//! All conditions must hold. [`Unknown`] decides about missing header fields, so that nothing
//! depends on luck. The filter ignores games that do not start from the standard position: the readers of this
//! crate always skip them.

mod date;
mod duplicates;
mod eco_range;
mod header;

pub use date::{DateRange, ParseDateError, PartialDate};
pub use duplicates::{Duplicates, GameHash};
pub use eco_range::{EcoRange, ParseEcoRangeError};
pub use header::GameHeader;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;
use tabia_pgn::GameResult;

use crate::eco::Eco;

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

/// Treatment of a game whose header lacks a field that a filter needs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unknown {
    /// It is left out.
    #[default]
    LeaveOut,
    /// It is taken.
    Keep,
}

/// A player to look for.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFilter {
    /// The name, or a part of it; case is ignored.
    pub name: String,
    /// The whole name must be equal; otherwise it must contain the text.
    #[serde(default)]
    pub exact: bool,
    /// The side that this player must have; either if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<BookSide>,
}

impl PlayerFilter {
    /// Returns whether this player's name matches.
    pub fn matches_name(&self, name: &str) -> bool {
        let (wanted, name) = (self.name.trim().to_lowercase(), name.trim().to_lowercase());
        if self.exact { name == wanted } else { name.contains(&wanted) }
    }

    /// Returns the sides that this player has in a game: White, Black.
    pub fn sides(&self, header: &GameHeader) -> [bool; 2] {
        let of = |side, name: &str| {
            self.side.is_none_or(|wanted| wanted == side) && !name.is_empty() && self.matches_name(name)
        };
        [of(BookSide::White, &header.white), of(BookSide::Black, &header.black)]
    }
}

/// A game filter. The default accepts all games.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameFilter {
    /// Minimum Elo of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_elo: Option<u16>,
    /// Minimum Elo of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_elo: Option<u16>,
    /// Treatment of a game without Elo where one is required.
    #[serde(skip_serializing_if = "is_default")]
    pub unknown_elo: Unknown,
    /// Accepted results; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<GameResult>,
    /// Players, one of whom must play; empty for any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerFilter>,
    /// Range of the game's date. A partial date is in the range if a day that it may mean is.
    #[serde(skip_serializing_if = "DateRange::is_open")]
    pub dates: DateRange,
    /// Treatment of a game without a date where a range is required.
    #[serde(skip_serializing_if = "is_default")]
    pub unknown_date: Unknown,
    /// Accepted ranges of openings; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub eco: Vec<EcoRange>,
    /// Treatment of a game without an ECO code where a range is required.
    #[serde(skip_serializing_if = "is_default")]
    pub unknown_eco: Unknown,
    /// Accepts only the first of several games with the same players and moves, see [`Duplicates`].
    #[serde(skip_serializing_if = "is_default")]
    pub no_duplicates: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reason why a game was filtered out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FilteredBy {
    /// An Elo is too low, or unknown.
    Elo,
    /// The result is not wanted.
    Result,
    /// None of the wanted players plays.
    Player,
    /// The date is outside the range, or unknown.
    Date,
    /// The opening is outside the ranges, or unknown.
    Eco,
    /// It is a duplicate of an earlier game.
    Duplicate,
}

impl GameFilter {
    /// Returns whether all games are accepted.
    pub fn takes_all(&self) -> bool {
        is_default(self)
    }

    /// Checks the header of a game; duplicates cannot be detected here.
    ///
    /// # Errors
    /// The first reason to reject it.
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
        let in_range = |code: Eco| self.eco.iter().any(|range| range.contains(code));
        unless(self.eco.is_empty() || header.eco.map_or(keep(self.unknown_eco), in_range), FilteredBy::Eco)
    }
}
