//! What is on the board, by counts.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tabia_chess::{Color, Position, Role};
use thiserror::Error;

/// The order in which chessmen are written, and their places in the number, the last lowest.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// Counts above this are kept as this.
const MOST: u32 = 15;

/// How many chessmen of each kind both sides have: 4 bits a count, White's in the upper 20 of 40. Kings are not counted.
///
/// ```
/// use tabia_chess::Position;
/// use tabia_library::Material;
///
/// assert_eq!(Material::of(&Position::default()).to_string(), "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP");
/// assert_eq!("KRPKR".parse::<Material>()?.swapped().to_string(), "KRKRP");
/// # Ok::<(), tabia_library::ParseMaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Material(u64);

impl Material {
    /// What stands on the board of a position.
    pub fn of(position: &Position) -> Self {
        let counts = Color::ALL.into_iter().flat_map(|color| ROLES.map(|role| position.pieces(color, role)));
        Self(counts.fold(0, |sum, pieces| sum << 4 | u64::from(pieces.count().min(MOST))))
    }

    pub(crate) const fn from_raw(raw: u64) -> Self {
        Self(raw)
    }

    pub(crate) const fn raw(self) -> u64 {
        self.0
    }

    /// How many chessmen of a kind a side has; 0 for kings.
    pub fn count(self, color: Color, role: Role) -> u8 {
        let place = ROLES.iter().rev().position(|&other| other == role);
        let side = if color == Color::White { 20 } else { 0 };
        place.map_or(0, |place| (self.0 >> (side + 4 * place) & 15) as u8)
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self((self.0 & 0xf_ffff) << 20 | self.0 >> 20)
    }

    /// How many chessmen of a kind both sides have together.
    fn both(self, role: Role) -> u8 {
        self.count(Color::White, role) + self.count(Color::Black, role)
    }

    /// The class of ending.
    pub fn ending(self) -> Ending {
        let [queens, rooks, bishops, knights, pawns] = ROLES.map(|role| self.both(role));
        match (queens, rooks, bishops, knights) {
            (0, 0, 0, 0) if pawns == 0 => Ending::BareKings,
            (0, 0, 0, 0) => Ending::Pawn,
            (0, 0, 0, _) => Ending::Knight,
            (0, 0, _, 0) => Ending::Bishop,
            (0, 0, ..) => Ending::MinorPieces,
            (0, _, 0, 0) => Ending::Rook,
            (0, 1..=2, 1..=2, 0) | (0, 1..=2, 0, 1..=2) | (0, 1..=2, 1, 1) => Ending::RookAndMinor,
            (_, 0, 0, 0) => Ending::Queen,
            _ => Ending::None,
        }
    }
}

/// Classes of endings by the pieces that are left, pawns or none beside them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Nothing but kings.
    BareKings,
    /// Kings and pawns.
    Pawn,
    /// Knights only.
    Knight,
    /// Bishops only.
    Bishop,
    /// Bishops and knights.
    MinorPieces,
    /// Rooks only.
    Rook,
    /// One or two rooks with one or two minor pieces, both sides together.
    RookAndMinor,
    /// Queens only.
    Queen,
    /// More than that.
    None,
}

impl FromStr for Ending {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "bare-kings" => Self::BareKings,
            "pawn" => Self::Pawn,
            "knight" => Self::Knight,
            "bishop" => Self::Bishop,
            "minor-pieces" | "minor" => Self::MinorPieces,
            "rook" => Self::Rook,
            "rook-and-minor" => Self::RookAndMinor,
            "queen" => Self::Queen,
            _ => return Err(ParseMaterialError(text.to_owned())),
        })
    }
}

/// Why a text is no material.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{0:?} is no material: write both sides' chessmen, as KRPKR, or a class of endings: pawn, knight, bishop, minor-pieces, rook, rook-and-minor, queen, bare-kings"
)]
pub struct ParseMaterialError(String);

/// Both sides' letters, each side's beginning with its king: `KRPKR`.
impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMaterialError(text.to_owned());
        let upper = text.trim().to_ascii_uppercase();
        let mut sides = upper.strip_prefix('K').ok_or_else(error)?.split('K');
        let mut material = 0;
        for _ in 0..2 {
            let letters = sides.next().ok_or_else(error)?;
            if letters.chars().any(|letter| !"QRBNP".contains(letter)) {
                return Err(error());
            }
            for letter in "QRBNP".chars() {
                let count = letters.chars().filter(|&other| other == letter).count() as u64;
                material = material << 4 | count.min(u64::from(MOST));
            }
        }
        if sides.next().is_some() { Err(error()) } else { Ok(Self(material)) }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str("K")?;
            for role in ROLES {
                (0..self.count(color, role)).try_for_each(|_| write!(f, "{}", role.upper_char()))?;
            }
        }
        Ok(())
    }
}

impl Serialize for Material {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Material {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// How many chessmen of each kind each side may have.
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

/// What material is looked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MaterialFilter {
    /// Exactly this.
    Exact(Material),
    /// Counts in ranges.
    Range(MaterialRange),
    /// A class of endings.
    Ending(Ending),
}

impl MaterialFilter {
    /// Whether this is the material; with `either_colour`, or with the sides exchanged.
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

/// A class of endings, or the chessmen of both sides.
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
    fn endings_have_classes() {
        for (text, ending) in [
            ("KK", Ending::BareKings),
            ("KPPKP", Ending::Pawn),
            ("KRPKRPP", Ending::Rook),
            ("KRRKR", Ending::Rook),
            ("KQPKQ", Ending::Queen),
            ("KBPKNP", Ending::MinorPieces),
            ("KBBK", Ending::Bishop),
            ("KNPK", Ending::Knight),
            ("KRBKRN", Ending::RookAndMinor),
            ("KQRKQR", Ending::None),
        ] {
            assert_eq!(material(text).ending(), ending, "{text}");
            assert_eq!(material(text).to_string(), text);
        }
        assert!("RPKR".parse::<Material>().is_err() && "KXK".parse::<Material>().is_err());
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
