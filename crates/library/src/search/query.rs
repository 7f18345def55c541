//! Queries over headers.

use serde::{Deserialize, Serialize};
use tabia_book_tools::filter::EcoRange;
use tabia_pgn::GameResult;

use crate::{Flag, GameDate, MaterialFilter};

/// Range of numbers, both bounds included; a missing bound means unbounded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bounds {
    /// The minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u16>,
    /// The maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u16>,
}

impl Bounds {
    /// Returns whether there are no bounds.
    pub const fn is_open(&self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    /// Returns whether a number is in the range.
    pub fn contain(&self, number: u16) -> bool {
        self.min.is_none_or(|min| number >= min) && self.max.is_none_or(|max| number <= max)
    }
}

/// Players whose Elo must be within the bounds. Unrated players don't match.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloOf {
    /// Both players'.
    #[default]
    Both,
    /// At least one player's.
    Either,
    /// The average of both.
    Average,
}

/// A query: a game must match all of it. The default matches any game.
///
/// Texts are matched word by word, without case and accents; each word of the query must begin a word in the
/// header, in any order.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Query {
    /// A player of either colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// The players' Elo.
    #[serde(skip_serializing_if = "Bounds::is_open")]
    pub elo: Bounds,
    /// Whose Elo is meant.
    pub elo_of: EloOf,
    /// Accepted results; empty for any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<GameResult>,
    /// The first date; unknown parts of a game's date match anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<GameDate>,
    /// The last date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<GameDate>,
    /// Accepted ranges of ECO codes; empty for any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub eco: Vec<EcoRange>,
    /// The opening's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Half-moves of the main line.
    #[serde(skip_serializing_if = "Bounds::is_open")]
    pub plies: Bounds,
    /// Material on the board at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<MaterialFilter>,
    /// Whether the material may have the colours swapped.
    pub material_of_either_colour: bool,
    /// Whether the material may have been on the board at any time. [`Library::find`](crate::Library::find) then ignores the
    /// material: a [`MaterialScan`](crate::MaterialScan) searches for it.
    pub material_anywhere: bool,
    /// Flags that the game must have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Flag>,
    /// Flags that the game must not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Flag>,
    /// A position of the game, by its [`tabia_chess::Position::repetition_key`].
    #[serde(skip)]
    pub position: Option<u64>,
}
