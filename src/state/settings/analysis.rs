//! How long the engine searches, and what is shown of it.

use serde::{Deserialize, Serialize};

use crate::state::analysis_request::Limits;

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// Nothing.
    #[default]
    None,
    /// A depth, in plies.
    Depth,
    /// A number of nodes, in thousands.
    Nodes,
    /// A time, in seconds.
    Time,
}

impl LimitKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Depth, Self::Nodes, Self::Time];

    /// The values that it can have, in its unit.
    pub fn range(self) -> std::ops::RangeInclusive<u32> {
        match self {
            Self::None => 0..=0,
            Self::Depth => 1..=99,
            Self::Nodes => 1..=100_000_000,
            Self::Time => 1..=86_400,
        }
    }

    /// The value that it begins with.
    pub fn first_value(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Depth => 20,
            Self::Nodes => 1_000,
            Self::Time => 10,
        }
    }

    /// The limit of a search.
    pub fn limits(self, value: u32) -> Limits {
        match self {
            Self::None => Limits::Infinite,
            Self::Depth => Limits::Depth(value),
            Self::Nodes => Limits::Nodes(u64::from(value) * 1000),
            Self::Time => Limits::MoveTime(value.saturating_mul(1000)),
        }
    }
}

/// Which figures of a search are shown: a set of [`Column`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Columns(u16);

/// A figure of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Column {
    /// Depth and selective depth.
    Depth = 1,
    /// Time searched.
    Time = 2,
    /// Nodes searched.
    Nodes = 4,
    /// Nodes per second.
    Nps = 8,
    /// Use of the hash table.
    Hashfull = 16,
    /// Tablebase hits.
    TbHits = 32,
    /// The expected results: wins, draws, losses.
    Wdl = 64,
}

impl Column {
    /// All of them, in the order of the choice.
    pub const ALL: [Self; 7] =
        [Self::Depth, Self::Time, Self::Nodes, Self::Nps, Self::Hashfull, Self::TbHits, Self::Wdl];
}

impl Default for Columns {
    /// All but the expected results.
    fn default() -> Self {
        Self(63)
    }
}

impl Columns {
    /// Whether a figure is shown.
    pub fn has(self, column: Column) -> bool {
        self.0 & column as u16 != 0
    }

    /// The same with one figure shown, or not.
    #[must_use]
    pub fn with(self, column: Column, is_shown: bool) -> Self {
        let bit = column as u16;
        Self(if is_shown { self.0 | bit } else { self.0 & !bit })
    }
}
