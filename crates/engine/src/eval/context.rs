//! Facts about a position that the terms share.

use tabia_chess::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

use super::sink::ScoreSink;

/// Facts about a position that the terms share.
pub(super) struct Context<'a, T: ScoreSink> {
    pub(super) pos: &'a Position,
    /// Squares attacked by side and role.
    pub(super) attacks: [[Bitboard; 6]; 2],
    pub(super) attacked: [Bitboard; 2],
    pub(super) attacked_twice: [Bitboard; 2],
    /// Squares that count for mobility.
    pub(super) mobility_area: [Bitboard; 2],
    pub(super) king_ring: [Bitboard; 2],
    /// The number, weight and attacks of this side's pieces that attack the enemy king's ring.
    pub(super) king_attackers: [i32; 2],
    pub(super) king_attacker_weight: [T::Plain; 2],
    pub(super) king_attacks: [i32; 2],
}

impl<'a, T: ScoreSink> Context<'a, T> {
    pub(super) fn new(pos: &'a Position) -> Self {
        let mut context = Self {
            pos,
            attacks: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            attacked_twice: [Bitboard::EMPTY; 2],
            mobility_area: [Bitboard::EMPTY; 2],
            king_ring: [Bitboard::EMPTY; 2],
            king_attackers: [0; 2],
            king_attacker_weight: [T::Plain::default(), T::Plain::default()],
            king_attacks: [0; 2],
        };
        for side in Color::ALL {
            let us = side.index();
            let pawns = pos.pieces(side, Role::Pawn);
            let king = attacks::king(pos.king(side));
            let forward = pawns.forward(side);
            let (left, right) = (forward.left(), forward.right());
            let pawn_attacks = left | right;
            context.attacks[us][Role::Pawn.index()] = pawn_attacks;
            context.attacks[us][Role::King.index()] = king;
            context.attacked[us] = pawn_attacks | king;
            context.attacked_twice[us] = (left & right) | (pawn_attacks & king);
            context.king_ring[us] = king_ring(pos.king(side));
        }
        for side in Color::ALL {
            let low_ranks =
                Bitboard::from(Rank::Second.relative_to(side)) | Rank::Third.relative_to(side).into();
            let pawns = pos.pieces(side, Role::Pawn);
            let stuck = pawns & (low_ranks | pos.occupied().forward(!side));
            let excluded = stuck
                | pos.pieces(side, Role::King)
                | pos.pieces(side, Role::Queen)
                | context.attacks[(!side).index()][Role::Pawn.index()];
            context.mobility_area[side.index()] = !excluded;
            // Squares that two own pawns protect are safe.
            let twice =
                context.attacked_twice[side.index()] & context.attacks[side.index()][Role::Pawn.index()];
            let ring = &mut context.king_ring[side.index()];
            *ring &= !twice;
        }
        context
    }

    pub(super) fn of(&self, side: Color, role: Role) -> Bitboard {
        self.attacks[side.index()][role.index()]
    }
}

/// The squares around the king, moved inwards from the edge of the board.
fn king_ring(king: Square) -> Bitboard {
    let file = File::ALL[king.file().index().clamp(1, 6)];
    let rank = Rank::ALL[king.rank().index().clamp(1, 6)];
    let centre = Square::from_coords(file, rank);
    attacks::king(centre) | centre.into()
}
