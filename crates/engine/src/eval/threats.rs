//! Attacks on pieces.

use tabia_chess::{Bitboard, Color, Rank, Role, attacks};

use super::Context;
use super::packed::Packed;
use super::params::{
    HANGING, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_PUSH, THREAT_BY_ROOK, THREAT_ON_QUEEN,
};

/// The threats of `side` against the other.
pub(super) fn evaluate(context: &Context<'_>, side: Color) -> Packed {
    let pos = context.pos;
    let enemy = !side;
    let (us, them) = (side.index(), enemy.index());
    let mut score = Packed::ZERO;

    let enemies = pos.by_color(enemy);
    let pieces = enemies & !pos.by_role(Role::Pawn) & !pos.by_role(Role::King);
    // Protected so well that attacking it threatens little.
    let protected =
        context.of(enemy, Role::Pawn) | (context.attacked_twice[them] & !context.attacked_twice[us]);
    let weak = enemies & !protected & context.attacked[us];
    let defended = pieces & protected;

    if (defended | weak).any() {
        let minors = context.of(side, Role::Knight) | context.of(side, Role::Bishop);
        for square in (defended | weak) & minors {
            score += pos.piece_at(square).map_or(Packed::ZERO, |piece| THREAT_BY_MINOR[piece.role.index()]);
        }
        for square in weak & context.of(side, Role::Rook) {
            score += pos.piece_at(square).map_or(Packed::ZERO, |piece| THREAT_BY_ROOK[piece.role.index()]);
        }
        if (weak & context.of(side, Role::King)).any() {
            score += THREAT_BY_KING;
        }
        let hanging = weak & (!context.attacked[them] | (pieces & context.attacked_twice[us]));
        score += HANGING * hanging.count() as i32;
    }

    // Pawns that would not simply be lost.
    let safe = !context.attacked[them] | context.attacked[us];
    let own_pawns = pos.pieces(side, Role::Pawn);
    let attacked_by_pawns = attacks::pawns(side, own_pawns & safe) & pieces;
    score += THREAT_BY_PAWN * attacked_by_pawns.count() as i32;

    let empty = !pos.occupied();
    let single = own_pawns.forward(side) & empty;
    let double = (single & Bitboard::from(Rank::Third.relative_to(side))).forward(side) & empty;
    let pushes = (single | double) & !context.of(enemy, Role::Pawn) & safe;
    score += THREAT_BY_PUSH * (attacks::pawns(side, pushes) & pieces).count() as i32;

    if let Some(queen) = pos.pieces(enemy, Role::Queen).single() {
        let occupied = pos.occupied();
        let safe = context.mobility_area[us] & !context.attacked_twice[them];
        let knights = context.of(side, Role::Knight) & attacks::knight(queen);
        let sliders = (context.of(side, Role::Bishop) & attacks::bishop(queen, occupied))
            | (context.of(side, Role::Rook) & attacks::rook(queen, occupied));
        score += THREAT_ON_QUEEN * (safe & knights).count() as i32;
        score += THREAT_ON_QUEEN * (safe & sliders & context.attacked_twice[us]).count() as i32;
    }
    score
}
