//! Endgame classes.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Role};

use super::counts::{Material, ParseMaterialError, ROLES};

impl Material {
    /// Number of pieces of a kind that both sides have together.
    fn both(self, role: Role) -> u8 {
        self.count(Color::White, role) + self.count(Color::Black, role)
    }

    /// Returns the endgame class.
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

/// Endgame classes by the pieces left, with or without pawns.
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
}
