//! Piece counts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tabia_chess::{Color, Position, Role};
use thiserror::Error;

/// The order in which pieces are written, and of their fields in the number, the last lowest.
pub(super) const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// Higher counts are stored as this.
pub(super) const MOST: u32 = 15;

/// Piece counts of both sides by role: 4 bits per count, White's in the upper 20 of 40. Kings are not counted.
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
    /// The material of a position.
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

    /// Number of a side's pieces of a kind; 0 for kings.
    pub fn count(self, color: Color, role: Role) -> u8 {
        let place = ROLES.iter().rev().position(|&other| other == role);
        let side = if color == Color::White { 20 } else { 0 };
        place.map_or(0, |place| (self.0 >> (side + 4 * place) & 15) as u8)
    }

    /// Returns the number of a side's pieces, including its king.
    pub(crate) fn men(self, color: Color) -> u32 {
        1 + ROLES.iter().map(|&role| u32::from(self.count(color, role))).sum::<u32>()
    }

    /// The pawns of a side.
    pub(crate) fn pawns(self, color: Color) -> u8 {
        self.count(color, Role::Pawn)
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self((self.0 & 0xf_ffff) << 20 | self.0 >> 20)
    }
}

/// Reason why a text is not valid material.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "invalid material {0:?}: write the pieces of both sides, as KRPKR, or a class of endings: pawn, knight, bishop, minor-pieces, rook, rook-and-minor, queen, bare-kings"
)]
pub struct ParseMaterialError(pub(super) String);

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
