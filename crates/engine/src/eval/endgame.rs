//! Endings that general terms misjudge: drawn in spite of material, or won only if one knows how.

use tabia_chess::{Bitboard, Color, File, Position, Rank, Role, Square};

use super::params::MATERIAL;
use super::pawns::PawnEntry;
use crate::value::{SURE_WIN, Value};

/// The whole endgame score counts.
const FULL: i32 = 64;

/// The score of an ending for which there is a rule, from White's side.
pub(super) fn known(pos: &Position) -> Option<Value> {
    let occupied = pos.occupied();
    if occupied.count() > 6 {
        return None;
    }
    // One side has nothing but its king.
    let lone = Color::ALL.into_iter().find(|&side| pos.by_color(side).count() == 1)?;
    let strong = !lone;
    let score = against_lone_king(pos, strong)?;
    Some(if strong == Color::White { score } else { -score })
}

/// The score for `strong` against a bare king; `None` where general terms serve.
fn against_lone_king(pos: &Position, strong: Color) -> Option<Value> {
    if pos.pieces(strong, Role::Pawn).any() {
        return None;
    }
    let count = |role| pos.pieces(strong, role).count() as i32;
    let (knights, bishops) = (count(Role::Knight), count(Role::Bishop));
    let majors = count(Role::Rook) + count(Role::Queen);
    let bishop_squares = pos.pieces(strong, Role::Bishop);
    let both_colors =
        (bishop_squares & Bitboard::LIGHT_SQUARES).any() && (bishop_squares & Bitboard::DARK_SQUARES).any();
    let wins = majors > 0 || both_colors || (knights > 0 && bishops > 0) || knights > 2;
    if !wins {
        return Some(0);
    }
    let material: Value = Role::ALL.iter().map(|&role| MATERIAL[role.index()].endgame() * count(role)).sum();
    let (winner, loser) = (pos.king(strong), pos.king(!strong));
    let closeness = 7 - winner.distance(loser) as Value;
    let driven = if majors == 0 && knights == 1 && bishops == 1 {
        // Mate is given in a corner of the bishop's colour only.
        let light = (bishop_squares & Bitboard::LIGHT_SQUARES).any();
        let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let to_corner = corners.iter().map(|&corner| corner_distance(loser, corner)).min().unwrap_or(0);
        (14 - to_corner) * 40
    } else {
        centre_distance(loser) * 50
    };
    Some(SURE_WIN + material + driven + closeness * 25)
}

/// Steps along the edges' directions to a corner.
fn corner_distance(square: Square, corner: Square) -> Value {
    let difference = |a: usize, b: usize| a.abs_diff(b) as Value;
    difference(square.file().index(), corner.file().index())
        + difference(square.rank().index(), corner.rank().index())
}

/// How far a square is from the four in the centre, 0 to 6.
fn centre_distance(square: Square) -> Value {
    let off = |index: usize| if index < 4 { 3 - index as Value } else { index as Value - 4 };
    off(square.file().index()) + off(square.rank().index())
}

/// How much of the endgame score counts for the stronger side, of 64.
pub(super) fn scale(pos: &Position, strong: Color, pawns: &PawnEntry) -> i32 {
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
        // A piece ahead without pawns: seldom enough, unless the rest is nothing either.
        return if strong_pieces < 5 {
            0
        } else if weak_pieces <= 3 {
            10
        } else {
            16
        };
    }
    if wrong_bishop(pos, strong) {
        return 4;
    }
    if opposite_bishops(pos) {
        if strong_pieces == 3 && weak_pieces == 3 {
            return 18 + 4 * pawns.passed[strong.index()].count() as i32;
        }
        return 30 + 3 * pos.by_color(strong).count() as i32;
    }
    if strong_pieces == 5 && weak_pieces == 5 && pos.by_role(Role::Rook).count() == 2 {
        // Rook endings with the pawns on one wing tend to be drawn.
        let queen_wing = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
        let one_wing = (own_pawns & queen_wing).is_empty() != (own_pawns & !queen_wing).is_empty();
        let ahead = own_pawns.count() as i32 - pos.pieces(weak, Role::Pawn).count() as i32;
        if one_wing && ahead <= 1 && defends(pos, weak, own_pawns) {
            return 36;
        }
    }
    // The fewer pawns the stronger side has left, the easier are they exchanged.
    (38 + 7 * own_pawns.count() as i32).min(FULL)
}

/// Whether the king of `side` stands before at least one of the pawns.
fn defends(pos: &Position, side: Color, pawns: Bitboard) -> bool {
    let king = pos.king(side);
    pawns.into_iter().any(|pawn| king.distance(pawn) <= 3)
}

fn opposite_bishops(pos: &Position) -> bool {
    let [white, black] = Color::ALL.map(|side| pos.pieces(side, Role::Bishop).single());
    matches!((white, black), (Some(white), Some(black)) if white.is_light() != black.is_light())
}

/// Bishop and rook's pawns of the wrong colour (or rook's pawns alone) against a king in the corner.
fn wrong_bishop(pos: &Position, strong: Color) -> bool {
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
