//! Passed pawns: how far advanced they are, what stops them and what supports them.

use tabia_chess::{Bitboard, Color, Role};

use super::context::Context;
use super::params::{
    PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_PROTECTED_STOP, PASSED_RANK, PASSED_ROOK_BEHIND,
    PASSED_SAFE_PATH, PASSED_SAFE_STOP,
};
use super::pawns::{PawnEntry, forward_file};
use super::sink::ScoreSink;

pub(super) fn evaluate<T: ScoreSink>(context: &Context<'_, T>, pawns: &PawnEntry<T>, side: Color) -> T {
    let pos = context.pos;
    let enemy = !side;
    let mut score = T::default();
    for square in pawns.passed[side.index()] {
        let rank = square.rank().relative_to(side).index();
        score.add(PASSED_RANK.at(rank), 1);
        let Some(stop) = Bitboard::from(square).forward(side).first() else { continue };
        let own_distance = stop.distance(pos.king(side)).min(5) as i32;
        let enemy_distance = stop.distance(pos.king(enemy)).min(5) as i32;
        score.add_endgame(PASSED_ENEMY_KING.at(rank), enemy_distance);
        score.add_endgame(PASSED_OWN_KING.at(rank), -own_distance);

        if !context.attacked[enemy.index()].contains(stop) {
            score.add(PASSED_SAFE_STOP.at(rank), 1);
        }
        if context.attacked[side.index()].contains(stop) {
            score.add(PASSED_PROTECTED_STOP.at(rank), 1);
        }
        if pos.occupied().contains(stop) {
            continue;
        }
        score.add(PASSED_FREE.at(rank), 1);
        let path = forward_file(side, square);
        let behind = forward_file(enemy, square);
        let majors = pos.by_role(Role::Rook) | pos.by_role(Role::Queen);
        // An enemy rook behind the pawn attacks its whole path.
        let chased = (behind & majors & pos.by_color(enemy)).any() && (behind & pos.occupied()).count() <= 1;
        let hindered = path & (pos.by_color(enemy) | context.attacked[enemy.index()]);
        if hindered.is_empty() && !chased {
            score.add(PASSED_SAFE_PATH.at(rank), 1);
        }
        if (behind & majors & pos.by_color(side)).any() {
            score.add(PASSED_ROOK_BEHIND.get(), 1);
        }
    }
    score
}
