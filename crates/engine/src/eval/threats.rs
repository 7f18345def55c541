//! Threats: attacks on pieces.

use tabia_chess::{Bitboard, Color, Rank, Role, attacks};

use super::context::Context;
use super::params::{
    HANGING, RESTRICTED, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_PUSH, THREAT_BY_ROOK,
    THREAT_ON_QUEEN,
};
use super::sink::ScoreSink;

/// The threats of `side` against the other.
pub(super) fn evaluate<T: ScoreSink>(context: &Context<'_, T>, side: Color) -> T {
    let pos = context.pos;
    let enemy = !side;
    let (us, them) = (side.index(), enemy.index());
    let mut score = T::default();

    let enemies = pos.by_color(enemy);
    let pieces = enemies & !pos.by_role(Role::Pawn) & !pos.by_role(Role::King);
    // Defended well enough that attacking it threatens little.
    let protected =
        context.of(enemy, Role::Pawn) | (context.attacked_twice[them] & !context.attacked_twice[us]);
    let weak = enemies & !protected & context.attacked[us];
    let defended = pieces & protected;

    if (defended | weak).any() {
        let minors = context.of(side, Role::Knight) | context.of(side, Role::Bishop);
        for square in (defended | weak) & minors {
            if let Some(piece) = pos.piece_at(square) {
                score.add(THREAT_BY_MINOR.at(piece.role.index()), 1);
            }
        }
        for square in weak & context.of(side, Role::Rook) {
            if let Some(piece) = pos.piece_at(square) {
                score.add(THREAT_BY_ROOK.at(piece.role.index()), 1);
            }
        }
        if (weak & context.of(side, Role::King)).any() {
            score.add(THREAT_BY_KING.get(), 1);
        }
        let hanging = weak & (!context.attacked[them] | (pieces & context.attacked_twice[us]));
        score.add(HANGING.get(), hanging.count() as i32);
    }

    let restricted = context.attacked[them] & !protected & context.attacked[us];
    score.add(RESTRICTED.get(), restricted.count() as i32);

    // Squares where a pawn would not simply be lost.
    let safe = !context.attacked[them] | context.attacked[us];
    let own_pawns = pos.pieces(side, Role::Pawn);
    let attacked_by_pawns = attacks::pawns(side, own_pawns & safe) & pieces;
    score.add(THREAT_BY_PAWN.get(), attacked_by_pawns.count() as i32);

    let empty = !pos.occupied();
    let single = own_pawns.forward(side) & empty;
    let double = (single & Bitboard::from(Rank::Third.relative_to(side))).forward(side) & empty;
    let pushes = (single | double) & !context.of(enemy, Role::Pawn) & safe;
    score.add(THREAT_BY_PUSH.get(), (attacks::pawns(side, pushes) & pieces).count() as i32);

    if let Some(queen) = pos.pieces(enemy, Role::Queen).single() {
        let occupied = pos.occupied();
        let safe = context.mobility_area[us] & !context.attacked_twice[them];
        let knights = context.of(side, Role::Knight) & attacks::knight(queen);
        let sliders = (context.of(side, Role::Bishop) & attacks::bishop(queen, occupied))
            | (context.of(side, Role::Rook) & attacks::rook(queen, occupied));
        score.add(THREAT_ON_QUEEN.get(), (safe & knights).count() as i32);
        score.add(THREAT_ON_QUEEN.get(), (safe & sliders & context.attacked_twice[us]).count() as i32);
    }
    score
}
