//! Status of a game at a node: over or not, and why.

use std::fmt;

use tabia_chess::{Color, Outcome, Position};

use crate::language::tr;

/// Reason why a game is over or may be declared a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The game continues.
    Ongoing,
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side can give mate.
    InsufficientMaterial,
    /// The position has occurred for the fifth time: a draw without a claim (FIDE Laws 9.6.1).
    FivefoldRepetition,
    /// 75 moves by each side without capture and pawn move: a draw without a claim (FIDE Laws 9.6.2).
    SeventyFiveMoves,
    /// The position has occurred for the third time: a draw may be claimed (FIDE Laws 9.2).
    ThreefoldRepetition,
    /// 50 moves by each side without capture and pawn move: a draw may be claimed (FIDE Laws 9.3).
    FiftyMoves,
}

impl Status {
    /// Returns the status at the last of `positions`; the others precede it, in order of occurrence.
    pub fn of(positions: &[Position]) -> Self {
        let Some((position, earlier)) = positions.split_last() else { return Self::Ongoing };
        // Checkmate and stalemate end the game before any draw claim.
        match position.outcome() {
            Some(Outcome::Checkmate { winner }) => return Self::Checkmate { winner },
            Some(Outcome::Stalemate) => return Self::Stalemate,
            Some(Outcome::InsufficientMaterial) => return Self::InsufficientMaterial,
            None => {}
        }
        // Captures and pawn moves are irreversible, so only later positions can repeat.
        let reversible = position.halfmove_clock() as usize;
        let key = position.repetition_key();
        let occurrences = 1 + earlier
            .iter()
            .rev()
            .take(reversible)
            .filter(|other| other.repetition_key() == key && other.same_position(position))
            .count();
        match (occurrences, position.halfmove_clock()) {
            (5.., _) => Self::FivefoldRepetition,
            (_, 150..) => Self::SeventyFiveMoves,
            (3.., _) => Self::ThreefoldRepetition,
            (_, 100..) => Self::FiftyMoves,
            _ => Self::Ongoing,
        }
    }

    /// Whether the game is over without a claim.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Ongoing | Self::ThreefoldRepetition | Self::FiftyMoves)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ongoing => tr!("The game continues"),
            Self::Checkmate { winner: Color::White } => tr!("Checkmate: White wins"),
            Self::Checkmate { winner: Color::Black } => tr!("Checkmate: Black wins"),
            Self::Stalemate => tr!("Stalemate: draw"),
            Self::InsufficientMaterial => tr!("Insufficient material: draw"),
            Self::FivefoldRepetition => tr!("Fivefold repetition: draw"),
            Self::SeventyFiveMoves => tr!("75 moves without a capture or pawn move: draw"),
            Self::ThreefoldRepetition => tr!("Threefold repetition: a draw may be claimed"),
            Self::FiftyMoves => tr!("50 moves without a capture or pawn move: a draw may be claimed"),
        })
    }
}
