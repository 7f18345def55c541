//! Scale factors: how much of the endgame score counts in endings that are drawn, or hard to win, in spite of
//! material.

use tabia_chess::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

use super::rook;
use super::scale_factor::{FULL, NEARLY_DRAWN};
use crate::eval::pawns::forward_file;
use crate::value::Value;

/// Share of the endgame score that counts for the stronger side, in 64ths. `passed` are its passed pawns.
pub(in crate::eval) fn scale(pos: &Position, strong: Color, passed: Bitboard) -> i32 {
    let weak = !strong;
    let own_pawns = pos.pieces(strong, Role::Pawn);
    let pieces = |side: Color| -> Value {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .iter()
            .map(|&role| [0, 3, 3, 5, 9, 0][role.index()] * pos.pieces(side, role).count() as Value)
            .sum()
    };
    let (strong_pieces, weak_pieces) = (pieces(strong), pieces(weak));

    if own_pawns.is_empty() && strong_pieces - weak_pieces <= 3 {
        // A piece ahead without pawns is seldom enough, unless the other side has almost nothing left.
        return if strong_pieces < 5 {
            0
        } else if weak_pieces <= 3 {
            10
        } else {
            16
        };
    }
    if wrong_bishop(pos, strong) {
        return NEARLY_DRAWN;
    }
    if opposite_bishops(pos) {
        if let Some(pawn) = own_pawns.single()
            && pos.occupied().count() == 5
            && bishop_holds_pawn(pos, strong, pawn)
        {
            return 0;
        }
        if strong_pieces == 3 && weak_pieces == 3 {
            return 18 + 4 * passed.count() as i32;
        }
        return 30 + 3 * pos.by_color(strong).count() as i32;
    }
    if strong_pieces == 5 && weak_pieces == 5 && pos.by_role(Role::Rook).count() == 2 {
        if let Some(pawn) = own_pawns.single()
            && pos.occupied().count() == 5
            && let Some(scale) = rook::and_pawn_against_rook(pos, strong, pawn)
        {
            return scale;
        }
        // Rook endings with all pawns on one wing tend to be drawn.
        let queen_wing = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
        let one_wing = (own_pawns & queen_wing).is_empty() != (own_pawns & !queen_wing).is_empty();
        let ahead = own_pawns.count() as i32 - pos.pieces(weak, Role::Pawn).count() as i32;
        if one_wing && ahead <= 1 && defends(pos, weak, own_pawns) {
            return 36;
        }
    }
    // The fewer pawns the stronger side has, the easier they are exchanged.
    (38 + 7 * own_pawns.count() as i32).min(FULL)
}

/// Whether the king of `side` is near at least one of the pawns.
fn defends(pos: &Position, side: Color, pawns: Bitboard) -> bool {
    let king = pos.king(side);
    pawns.into_iter().any(|pawn| king.distance(pawn) <= 3)
}

/// Whether king and bishop stop a pawn supported by a bishop of the other colour: always before its last
/// steps, later only if they control its path. (The rule is that of Stockfish's KBPKB.)
fn bishop_holds_pawn(pos: &Position, strong: Color, pawn: Square) -> bool {
    let path = forward_file(strong, pawn);
    let king = pos.king(!strong);
    if pawn.rank().relative_to(strong) <= Rank::Fifth
        || (path & attacks::king(king)).any()
        || path.contains(king)
    {
        return true;
    }
    pos.pieces(!strong, Role::Bishop).first().is_some_and(|bishop| {
        (attacks::bishop(bishop, pos.occupied()) & path).any() && bishop.distance(pawn) >= 3
    })
}

fn opposite_bishops(pos: &Position) -> bool {
    let [white, black] = Color::ALL.map(|side| pos.pieces(side, Role::Bishop).single());
    matches!((white, black), (Some(white), Some(black)) if white.is_light() != black.is_light())
}

/// Rook pawns with a bishop of the wrong colour (or rook pawns alone) against a king in the corner.
pub(super) fn wrong_bishop(pos: &Position, strong: Color) -> bool {
    let pawns = pos.pieces(strong, Role::Pawn);
    let bishops = pos.pieces(strong, Role::Bishop);
    let others = pos.by_color(strong) & !pawns & !bishops & !pos.pieces(strong, Role::King);
    if others.any() || pawns.is_empty() {
        return false;
    }
    let file = if (pawns & !Bitboard::from(File::A)).is_empty() {
        File::A
    } else if (pawns & !Bitboard::from(File::H)).is_empty() {
        File::H
    } else {
        return false;
    };
    let corner = Square::from_coords(file, Rank::Eighth.relative_to(strong));
    let color = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    (bishops & color).is_empty() && pos.king(!strong).distance(corner) <= 1
}
