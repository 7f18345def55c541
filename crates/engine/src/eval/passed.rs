//! Passed pawns: how far they are, what stops them, who helps them.

use tabia_chess::{Bitboard, Color, Role};

use super::Context;
use super::packed::{Packed, s};
use super::params::{
    PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_RANK, PASSED_ROOK_BEHIND, PASSED_SAFE_PATH,
};
use super::pawns::{PawnEntry, forward_file};

pub(super) fn evaluate(context: &Context<'_>, pawns: &PawnEntry, side: Color) -> Packed {
    let pos = context.pos;
    let enemy = !side;
    let mut score = Packed::ZERO;
    for square in pawns.passed[side.index()] {
        let rank = square.rank().relative_to(side).index();
        score += PASSED_RANK[rank];
        let Some(stop) = Bitboard::from(square).forward(side).first() else { continue };
        let own_distance = stop.distance(pos.king(side)).min(5) as i32;
        let enemy_distance = stop.distance(pos.king(enemy)).min(5) as i32;
        score += s(0, PASSED_ENEMY_KING[rank] * enemy_distance - PASSED_OWN_KING[rank] * own_distance);

        if pos.occupied().contains(stop) {
            continue;
        }
        score += PASSED_FREE[rank];
        let path = forward_file(side, square);
        let behind = forward_file(enemy, square);
        let majors = pos.by_role(Role::Rook) | pos.by_role(Role::Queen);
        // An enemy rook behind the pawn attacks its whole way.
        let chased = (behind & majors & pos.by_color(enemy)).any() && (behind & pos.occupied()).count() <= 1;
        let hindered = path & (pos.by_color(enemy) | context.attacked[enemy.index()]);
        if hindered.is_empty() && !chased {
            score += PASSED_SAFE_PATH[rank];
        }
        if (behind & majors & pos.by_color(side)).any() {
            score += PASSED_ROOK_BEHIND;
        }
    }
    score
}
