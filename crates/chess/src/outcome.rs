//! The end of a game on the board.

use crate::{Bitboard, Color, Position, Role};

/// An end of the game that follows from the position alone, without clocks, claims and repetitions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side can ever give mate.
    InsufficientMaterial,
}

impl Outcome {
    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            Self::Stalemate | Self::InsufficientMaterial => None,
        }
    }
}

impl Position {
    /// The outcome of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_moves() {
            Some(if self.is_check() {
                Outcome::Checkmate { winner: !self.turn() }
            } else {
                Outcome::Stalemate
            })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else {
            None
        }
    }

    /// Whether the side to move is in check and has no move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_moves()
    }

    /// Whether the side to move is not in check and has no move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_moves()
    }

    /// Whether neither side can mate by any sequence of moves, as far as material alone decides: king against
    /// king, with at most one knight, or with bishops that all move on one colour.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Whether `color` can never mate, as far as material alone decides.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = self.by_color(color);
        let pawns = self.by_role(Role::Pawn);
        let knights = self.by_role(Role::Knight);
        let bishops = self.by_role(Role::Bishop);
        if ((pawns | self.by_role(Role::Rook) | self.by_role(Role::Queen)) & own).any() {
            return false;
        }
        if (knights & own).any() {
            // Two knights can mate if the defender helps. A single knight needs a piece of the defender that
            // blocks a square of its own king; queens alone never leave such a mate.
            let helpers = self.by_color(!color) & !self.by_role(Role::King) & !self.by_role(Role::Queen);
            return own.count() <= 2 && helpers.is_empty();
        }
        if (bishops & own).any() {
            let one_color = (bishops & Bitboard::LIGHT_SQUARES).is_empty()
                || (bishops & Bitboard::DARK_SQUARES).is_empty();
            return one_color && pawns.is_empty() && knights.is_empty();
        }
        true
    }
}
