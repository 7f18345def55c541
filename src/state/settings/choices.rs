//! Choices among several options, each stored as a lower-case word with hyphens.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

/// Light or dark theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Follow the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Board colours (`www/styles/tokens.css`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardTheme {
    /// Green and cream.
    #[default]
    Green,
    /// Brown and sand, like wood.
    Brown,
    /// Two shades of blue.
    Blue,
    /// Grey.
    Grey,
}

impl BoardTheme {
    /// All themes, in settings order.
    pub const ALL: [Self; 4] = [Self::Green, Self::Brown, Self::Blue, Self::Grey];

    /// Returns its keyword: `data-board` of the root element.
    pub fn word(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Brown => "brown",
            Self::Blue => "blue",
            Self::Grey => "grey",
        }
    }
}

/// Piece sets (`www/pieces`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// By Colin M. L. Burnett.
    #[default]
    Cburnett,
    /// Plain shapes.
    Flat,
    /// Piece letters.
    Letters,
}

impl PieceSet {
    /// All sets, in settings order.
    pub const ALL: [Self; 3] = [Self::Cburnett, Self::Flat, Self::Letters];

    /// Returns its keyword: `data-pieces` of the root element, and its file name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cburnett => "cburnett",
            Self::Flat => "flat",
            Self::Letters => "letters",
        }
    }
}

/// Notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// The letters K, Q, R, B and N.
    #[default]
    Letters,
    /// Figurines instead of letters.
    Figurines,
}

/// How pieces are moved with mouse or touch; the keyboard always works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveInput {
    /// By dragging or by two clicks.
    #[default]
    Both,
    /// By dragging only.
    Drag,
    /// By two clicks only: first the piece, then its target square.
    Click,
}

impl MoveInput {
    /// Whether pieces can be dragged.
    pub fn drags(self) -> bool {
        self != Self::Click
    }

    /// Whether pieces can be moved by clicking the piece, then the target square.
    pub fn clicks(self) -> bool {
        self != Self::Drag
    }
}

/// Deserialises a choice. Unknown or damaged values give the default, so that the other settings stay.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + DeserializeOwned,
{
    #[derive(Deserialize)]
    #[serde(untagged, bound(deserialize = "T: DeserializeOwned"))]
    enum Lenient<T> {
        Known(T),
        Other(IgnoredAny),
    }
    Lenient::deserialize(deserializer).map(|kept| match kept {
        Lenient::Known(choice) => choice,
        Lenient::Other(_) => T::default(),
    })
}
