//! Moves that beginners like, whatever they lead to.

use tabia_chess::{Bitboard, Move, Position, Role, Square, attacks};

use super::sight::{at_home, rank};
use crate::see::EXCHANGE_VALUE;
use crate::value::Value;

/// The full moves of the opening.
const OPENING: u32 = 10;
/// The four squares in the middle.
const MIDDLE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// Appeal of the move's looks, in centipawns.
pub(super) fn liking(root: &Position, child: &Position, mv: Move) -> Value {
    let side = root.turn();
    let Some(piece) = root.piece_at(mv.from()) else { return 0 };
    let mut liking = 0;
    if mv.is_capture() {
        liking += 40;
    }
    if child.is_check() {
        liking += 45;
    }
    if mv.is_castling() {
        return liking + 60;
    }
    liking += threats(child, mv);
    if root.fullmove_number() <= OPENING {
        liking += match piece.role {
            Role::Pawn if MIDDLE.contains(&mv.to()) => 45,
            Role::Knight | Role::Bishop if at_home(root, side).contains(mv.from()) => 40,
            Role::King => -60,
            _ => 0,
        };
    } else if piece.role == Role::Pawn && is_free(root, mv) {
        liking += 10 * rank(mv.to(), side) as Value;
    }
    if piece.role != Role::King && rank(mv.to(), side) > rank(mv.from(), side) {
        liking += 8;
    }
    liking
}

/// Attacks of the moved piece that beginners like: on undefended and on more valuable pieces.
fn threats(child: &Position, mv: Move) -> Value {
    let Some(piece) = child.piece_at(mv.to()) else { return 0 };
    let attacked =
        attacks::piece(piece.color, piece.role, mv.to(), child.occupied()) & child.by_color(!piece.color);
    let own = EXCHANGE_VALUE[piece.role.index()];
    attacked
        .into_iter()
        .filter_map(|square| child.piece_at(square).map(|victim| (square, victim)))
        .filter(|(square, victim)| {
            let defenders = child.attackers_to(*square, child.occupied()) & child.by_color(victim.color);
            victim.role != Role::King && (defenders.is_empty() || EXCHANGE_VALUE[victim.role.index()] > own)
        })
        .map(|(_, victim)| 10 + EXCHANGE_VALUE[victim.role.index()] / 30)
        .max()
        .unwrap_or(0)
}

/// Returns whether no enemy piece blocks the pawn's file in front of it.
fn is_free(root: &Position, mv: Move) -> bool {
    let side = root.turn();
    let ahead = Square::ALL
        .into_iter()
        .filter(|square| square.file() == mv.to().file() && rank(*square, side) > rank(mv.to(), side))
        .fold(Bitboard::EMPTY, Bitboard::with);
    (ahead & root.pieces(!side, Role::Pawn)).is_empty()
}
