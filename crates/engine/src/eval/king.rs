//! King safety: the shelter of pawns, the storm against it, and the danger from pieces.

use tabia_chess::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::Context;
use super::packed::{Packed, s};
use super::params::{
    KING_ATTACKS, KING_DANGER_BASE, KING_DANGER_SHELTER, KING_OPEN_FILE, KING_PAWNLESS_WING, KING_PINNED,
    KING_SEMI_OPEN_FILE, KING_WEAK_SQUARE, NO_QUEEN, SAFE_CHECK, SHELTER, STORM, STORM_BLOCKED, UNSAFE_CHECK,
};
use super::pawns::forward_ranks;

pub(super) fn evaluate(context: &Context<'_>, side: Color) -> Packed {
    let king = context.pos.king(side);
    let shelter = shelter(context, side, king);
    let mut score = shelter + files(context, side, king);
    let danger = danger(context, side, king, shelter.middlegame());
    if danger > 0 {
        // Danger grows faster than its causes: two attackers are more than twice as bad as one.
        score -= s(danger * danger / 3_600, danger / 14);
    }
    score
}

/// Own pawns before the king and enemy pawns that come at it, on its file and the neighbours.
fn shelter(context: &Context<'_>, side: Color, king: Square) -> Packed {
    let pos = context.pos;
    let not_behind = forward_ranks(side, king) | Bitboard::from(king.rank());
    let own = pos.pieces(side, Role::Pawn) & not_behind & !context.of(!side, Role::Pawn);
    let enemy = pos.pieces(!side, Role::Pawn) & not_behind;
    let centre = king.file().index().clamp(1, 6);
    let mut score = s(0, 0);
    for index in centre - 1..=centre + 1 {
        let file = Bitboard::from(File::ALL[index]);
        let edge = index.min(7 - index);
        let own_rank = nearest_rank(side, own & file);
        let enemy_rank = nearest_rank(side, enemy & file);
        score += s(SHELTER[edge][own_rank], 0);
        if own_rank != 0 && own_rank + 1 == enemy_rank {
            score += STORM_BLOCKED[enemy_rank];
        } else {
            score += s(STORM[edge][enemy_rank], 0);
        }
    }
    score
}

/// The rank, from `side`'s point of view, of the pawn nearest to its first rank; 0 if there is none.
fn nearest_rank(side: Color, pawns: Bitboard) -> usize {
    let nearest = match side {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    nearest.map_or(0, |square| square.rank().relative_to(side).index())
}

fn files(context: &Context<'_>, side: Color, king: Square) -> Packed {
    let pos = context.pos;
    let file = Bitboard::from(king.file());
    let pawns = pos.by_role(Role::Pawn);
    let mut score = Packed::ZERO;
    if (file & pawns).is_empty() {
        score += KING_OPEN_FILE;
    } else if (file & pos.pieces(side, Role::Pawn)).is_empty() {
        score += KING_SEMI_OPEN_FILE;
    }
    let wing = match king.file() {
        File::A | File::B | File::C => Bitboard(0x0f0f_0f0f_0f0f_0f0f),
        File::D | File::E => Bitboard(0x3c3c_3c3c_3c3c_3c3c),
        File::F | File::G | File::H => Bitboard(0xf0f0_f0f0_f0f0_f0f0),
    };
    if (pawns & wing).is_empty() {
        score += KING_PAWNLESS_WING;
    }
    score
}

fn danger(context: &Context<'_>, side: Color, king: Square, shelter: i32) -> i32 {
    let pos = context.pos;
    let enemy = !side;
    let (us, them) = (side.index(), enemy.index());
    let has_queen = pos.pieces(enemy, Role::Queen).any();
    if context.king_attackers[them] < 2 - i32::from(has_queen) {
        return 0;
    }

    // Squares that the enemy attacks and that only king or queen protect, once.
    let weak = context.attacked[them]
        & !context.attacked_twice[us]
        & (!context.attacked[us] | context.of(side, Role::King) | context.of(side, Role::Queen));
    // Squares from which a check could not simply be answered by taking.
    let safe = !pos.by_color(enemy) & (!context.attacked[us] | (weak & context.attacked_twice[them]));

    let occupied = pos.occupied() & !pos.pieces(side, Role::Queen);
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    let mut unsafe_checks = Bitboard::EMPTY;
    let mut danger = 0;
    let checks = [
        (Role::Knight, attacks::knight(king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, diagonal | straight),
    ];
    for (role, squares) in checks {
        let checks = squares & context.of(enemy, role) & !pos.by_color(enemy);
        // A queen's check where a piece of lesser worth could give it as well counts for that piece.
        let safe_checks = checks & safe;
        if safe_checks.any() {
            danger += SAFE_CHECK[role.index()] * if safe_checks.more_than_one() { 5 } else { 4 } / 4;
        } else {
            unsafe_checks |= checks;
        }
    }

    danger += context.king_attacker_weight[them] * context.king_attackers[them] / 2;
    danger += KING_ATTACKS * context.king_attacks[them];
    danger += KING_WEAK_SQUARE * (weak & context.king_ring[us]).count() as i32;
    danger += UNSAFE_CHECK * unsafe_checks.count() as i32;
    danger += KING_PINNED * pos.pinned(side).count() as i32;
    danger -= shelter * KING_DANGER_SHELTER / 8;
    if !has_queen {
        danger += NO_QUEEN;
    }
    // A king that has castled away from the centre ranks is safer than one caught out.
    if king.rank().relative_to(side) > Rank::Second {
        danger += 40;
    }
    danger + KING_DANGER_BASE
}
