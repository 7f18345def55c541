//! Material filter.

use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

use super::counts::{MOST, Material, ParseMaterialError, ROLES};
use super::ending::Ending;

/// Number of pieces of each kind that each side may have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MaterialRange {
    /// White's counts of queens, rooks, bishops, knights and pawns.
    pub white: [RangeInclusive<u8>; 5],
    /// Black's.
    pub black: [RangeInclusive<u8>; 5],
}

/// Anything.
impl Default for MaterialRange {
    fn default() -> Self {
        let any = || [(); 5].map(|()| 0..=MOST as u8);
        Self { white: any(), black: any() }
    }
}

/// A material filter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MaterialFilter {
    /// Exactly this.
    Exact(Material),
    /// Counts in ranges.
    Range(MaterialRange),
    /// An endgame class.
    Ending(Ending),
}

impl MaterialFilter {
    /// Returns whether the material matches, with `either_colour` also with the sides swapped.
    pub fn matches(&self, material: Material, either_colour: bool) -> bool {
        self.matches_so(material) || either_colour && self.matches_so(material.swapped())
    }

    fn matches_so(&self, material: Material) -> bool {
        match self {
            Self::Exact(wanted) => *wanted == material,
            Self::Ending(ending) => *ending == material.ending(),
            Self::Range(range) => [(Color::White, &range.white), (Color::Black, &range.black)]
                .into_iter()
                .flat_map(|(color, counts)| {
                    ROLES.into_iter().zip(counts).map(move |(role, count)| (color, role, count))
                })
                .all(|(color, role, counts)| counts.contains(&material.count(color, role))),
        }
    }
}

/// An endgame class, or the pieces of both sides.
impl FromStr for MaterialFilter {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::Ending).or_else(|_| text.parse().map(Self::Exact))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(text: &str) -> Material {
        text.parse().unwrap()
    }

    #[test]
    fn both_colours_are_found_on_demand() {
        let wanted: MaterialFilter = "KRPKR".parse().unwrap();
        assert!(wanted.matches(material("KRPKR"), false) && !wanted.matches(material("KRKRP"), false));
        assert!(wanted.matches(material("KRKRP"), true) && !wanted.matches(material("KRPKRP"), true));
        let mut range = MaterialRange::default();
        range.white[4] = 1..=2;
        range.black[4] = 0..=0;
        let wanted = MaterialFilter::Range(range);
        assert!(wanted.matches(material("KRPPKR"), false) && !wanted.matches(material("KRPPPKR"), true));
    }
}
