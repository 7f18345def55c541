//! The parts of an evaluation, as they are shown.

use super::packed::Packed;
use crate::value::Value;

/// The terms of the evaluation, as [`super::explain`] lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The pieces themselves.
    Material,
    /// Piece-square tables.
    PieceSquares,
    /// Doubled, isolated, backward and connected pawns.
    PawnStructure,
    /// Passed pawns and candidates.
    PassedPawns,
    /// Squares that the pieces can go to.
    Mobility,
    /// Bishop pair, outposts, open files and similar bonuses.
    Pieces,
    /// Shelter and danger of the king.
    KingSafety,
    /// Attacks on pieces.
    Threats,
    /// Space behind one's own pawns.
    Space,
}

impl Term {
    /// All terms, in the order of the table.
    pub const ALL: [Self; 9] = [
        Self::Material,
        Self::PieceSquares,
        Self::PawnStructure,
        Self::PassedPawns,
        Self::Mobility,
        Self::Pieces,
        Self::KingSafety,
        Self::Threats,
        Self::Space,
    ];

    /// The name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::PieceSquares => "Piece squares",
            Self::PawnStructure => "Pawn structure",
            Self::PassedPawns => "Passed pawns",
            Self::Mobility => "Mobility",
            Self::Pieces => "Pieces",
            Self::KingSafety => "King safety",
            Self::Threats => "Threats",
            Self::Space => "Space",
        }
    }
}

/// An evaluation with its terms.
#[derive(Clone, Debug)]
pub struct Breakdown {
    /// The terms by [`Term`] and side (White, Black).
    pub terms: [[Packed; 2]; Term::ALL.len()],
    /// The correction for winning chances in the endgame, from White's side.
    pub complexity: Value,
    /// Share of the endgame score that counts, in 64ths.
    pub scale: i32,
    /// The phase: 24 with all pieces, 0 with none.
    pub phase: i32,
    /// The bonus for the side to move.
    pub tempo: Value,
    /// Whether a rule for this ending replaced the sum.
    pub is_known_ending: bool,
    /// The result in centipawns, from White's side.
    pub total: Value,
}
