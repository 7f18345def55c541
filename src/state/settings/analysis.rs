//! Search limits and displayed search figures.

use serde::{Deserialize, Serialize};

use crate::state::analysis_request::Limits;

/// Kind of search limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// No limit.
    #[default]
    None,
    /// Depth in plies.
    Depth,
    /// Number of nodes, in thousands.
    Nodes,
    /// Time in seconds.
    Time,
}

impl LimitKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::None, Self::Depth, Self::Nodes, Self::Time];

    /// Returns the valid values, in the unit of the limit.
    pub fn range(self) -> std::ops::RangeInclusive<u32> {
        match self {
            Self::None => 0..=0,
            Self::Depth => 1..=99,
            Self::Nodes => 1..=100_000_000,
            Self::Time => 1..=86_400,
        }
    }

    /// Returns the initial value.
    pub fn first_value(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Depth => 20,
            Self::Nodes => 1_000,
            Self::Time => 10,
        }
    }

    /// Converts to search limits.
    pub fn limits(self, value: u32) -> Limits {
        match self {
            Self::None => Limits::Infinite,
            Self::Depth => Limits::Depth(value),
            Self::Nodes => Limits::Nodes(u64::from(value) * 1000),
            Self::Time => Limits::MoveTime(value.saturating_mul(1000)),
        }
    }
}

/// Set of displayed [`Column`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Columns(u16);

/// A search figure.
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
    /// Win/draw/loss probabilities.
    Wdl = 64,
}

impl Column {
    /// All columns, in settings order.
    pub const ALL: [Self; 7] =
        [Self::Depth, Self::Time, Self::Nodes, Self::Nps, Self::Hashfull, Self::TbHits, Self::Wdl];
}

impl Default for Columns {
    /// All columns except WDL.
    fn default() -> Self {
        Self(63)
    }
}

impl Columns {
    /// Whether a column is displayed.
    pub fn has(self, column: Column) -> bool {
        self.0 & column as u16 != 0
    }

    /// Shows or hides a column.
    #[must_use]
    pub fn with(self, column: Column, is_shown: bool) -> Self {
        let bit = column as u16;
        Self(if is_shown { self.0 | bit } else { self.0 & !bit })
    }
}
