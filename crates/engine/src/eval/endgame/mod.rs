//! Endings that the general terms misjudge: drawn in spite of material, or won only with the right technique.

mod kpk;
mod rook;
mod scale;
mod scale_factor;

use tabia_chess::{Bitboard, Color, Position, Role, Square};

use super::params::MATERIAL;
use crate::value::{DRAW, KNOWN_WIN, Value};

pub(super) use self::scale::scale;

/// The score of an ending that has its own rule, from White's side.
pub(super) fn known(pos: &Position) -> Option<Value> {
    let men = pos.occupied().count();
    if men > 6 {
        return None;
    }
    let (strong, score) = match Color::ALL.into_iter().find(|&side| pos.by_color(side).count() == 1) {
        Some(lone) => (!lone, against_lone_king(pos, !lone)?),
        None if men == 4 => four_men(pos)?,
        None => return None,
    };
    Some(if strong == Color::White { score } else { -score })
}

/// Endings of two men each.
fn four_men(pos: &Position) -> Option<(Color, Value)> {
    let is_side = |side, role| pos.pieces(side, role).any();
    let matching = |strong: Role, weak: Role| {
        Color::ALL.into_iter().find(|&side| is_side(side, strong) && is_side(!side, weak))
    };
    if let Some(side) = matching(Role::Queen, Role::Rook) {
        return Some((side, queen_against_rook(pos, side)));
    }
    let side = matching(Role::Rook, Role::Pawn)?;
    Some((side, rook::against_pawn(pos, side)))
}

/// The queen wins with few exceptions: the winner drives the king to the edge and brings its own king near,
/// until the rook has to leave it.
fn queen_against_rook(pos: &Position, strong: Color) -> Value {
    let (winner, loser) = (pos.king(strong), pos.king(!strong));
    let rook = pos.pieces(!strong, Role::Rook).first().map_or(0, |rook| rook.distance(loser) as Value);
    KNOWN_WIN + centre_distance(loser) * 40 + (7 - winner.distance(loser) as Value) * 20 + rook * 6
}

/// The score for `strong` against a bare king; `None` where the general terms are good enough.
fn against_lone_king(pos: &Position, strong: Color) -> Option<Value> {
    let pawns = pos.pieces(strong, Role::Pawn);
    if pawns.any() && pos.by_color(strong).count() == 2 {
        let pawn = pawns.first()?;
        let rank = pawn.rank().relative_to(strong).index() as Value;
        return Some(if kpk::is_win(pos, strong) {
            KNOWN_WIN + MATERIAL.at(Role::Pawn.index()).value.endgame() + rank * 20
        } else {
            DRAW
        });
    }
    if scale::wrong_bishop(pos, strong) {
        return Some(DRAW);
    }
    if pawns.any() && (pos.pieces(strong, Role::Rook) | pos.pieces(strong, Role::Queen)).is_empty() {
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
    let material: Value =
        Role::ALL.iter().map(|&role| MATERIAL.at(role.index()).value.endgame() * count(role)).sum();
    let (winner, loser) = (pos.king(strong), pos.king(!strong));
    let closeness = 7 - winner.distance(loser) as Value;
    let driven = if majors == 0 && knights == 1 && bishops == 1 {
        // Mate is possible only in a corner of the bishop's colour.
        let light = (bishop_squares & Bitboard::LIGHT_SQUARES).any();
        let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let to_corner = corners.iter().map(|&corner| corner_distance(loser, corner)).min().unwrap_or(0);
        (14 - to_corner) * 40
    } else {
        centre_distance(loser) * 50
    };
    let advance: Value =
        pawns.into_iter().map(|pawn| pawn.rank().relative_to(strong).index() as Value * 8).sum();
    Some(KNOWN_WIN + material + driven + advance + closeness * 25)
}

/// Steps along the edges to a corner.
fn corner_distance(square: Square, corner: Square) -> Value {
    let difference = |a: usize, b: usize| a.abs_diff(b) as Value;
    difference(square.file().index(), corner.file().index())
        + difference(square.rank().index(), corner.rank().index())
}

/// Distance of a square from the four in the centre, 0 to 6.
fn centre_distance(square: Square) -> Value {
    let off = |index: usize| if index < 4 { 3 - index as Value } else { index as Value - 4 };
    off(square.file().index()) + off(square.rank().index())
}
