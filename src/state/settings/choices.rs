//! What can be chosen among several: each choice is kept by its word, in lower case with hyphens.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The colours of the squares (`www/styles/tokens.css`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardTheme {
    /// Green and cream.
    #[default]
    Green,
    /// Brown and sand, as of wood.
    Brown,
    /// Two blues.
    Blue,
    /// Grey.
    Grey,
}

impl BoardTheme {
    /// All of them, in their order in the settings.
    pub const ALL: [Self; 4] = [Self::Green, Self::Brown, Self::Blue, Self::Grey];

    /// Its word: `data-board` of the root element.
    pub fn word(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Brown => "brown",
            Self::Blue => "blue",
            Self::Grey => "grey",
        }
    }
}

/// The drawings of the pieces (`www/pieces`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// By Colin M. L. Burnett.
    #[default]
    Cburnett,
    /// Plain shapes.
    Flat,
    /// The letters of the notation.
    Letters,
}

impl PieceSet {
    /// All of them, in their order in the settings.
    pub const ALL: [Self; 3] = [Self::Cburnett, Self::Flat, Self::Letters];

    /// Its word: `data-pieces` of the root element, and the name of its file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cburnett => "cburnett",
            Self::Flat => "flat",
            Self::Letters => "letters",
        }
    }
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// With the letters K, Q, R, B and N.
    #[default]
    Letters,
    /// With a small picture of the piece in place of its letter.
    Figurines,
}

/// How a piece is moved with mouse or finger; the keyboard works in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveInput {
    /// By drag or by two clicks.
    #[default]
    Both,
    /// By drag alone.
    Drag,
    /// By two clicks alone: first the piece, then its square.
    Click,
}

impl MoveInput {
    /// Whether a piece can be dragged.
    pub fn drags(self) -> bool {
        self != Self::Click
    }

    /// Whether a piece and then its square can be clicked.
    pub fn clicks(self) -> bool {
        self != Self::Drag
    }
}

/// Reads a choice; one that this version does not know, or that was damaged, is the default, and the other settings stay.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + DeserializeOwned,
{
    #[derive(Deserialize)]
    #[serde(untagged, bound(deserialize = "T: DeserializeOwned"))]
    enum Kept<T> {
        Known(T),
        Other(IgnoredAny),
    }
    Kept::deserialize(deserializer).map(|kept| match kept {
        Kept::Known(choice) => choice,
        Kept::Other(_) => T::default(),
    })
}
