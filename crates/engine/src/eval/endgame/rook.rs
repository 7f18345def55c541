//! Theoretical rook endings.

use tabia_chess::{Bitboard, Color, File, Position, Rank, Role, Square};

use super::scale_factor::NEARLY_DRAWN;
use crate::value::Value;

/// A won ending of rook and pawn against rook: more than material suggests.
const WON: i32 = 110;

/// A square seen with the pawn moving up the board on one of the files a to d.
fn normal(square: Square, strong: Color, mirror: bool) -> Square {
    let square = square.relative_to(strong);
    if mirror { Square::ALL[square.index() ^ 7] } else { square }
}

fn file_distance(a: Square, b: Square) -> usize {
    a.file().index().abs_diff(b.file().index())
}

/// Rook and pawn against rook: how much of the endgame score counts, in 64ths; `None` if no rule fits.
///
/// Philidor (1777): the third-rank defence, and checks from behind once the pawn is on the sixth rank. Lucena
/// (1497): the pawn on the seventh rank with its king in front of it wins if the other king is cut off.
/// Vančura and Tarrasch: the rook in front of its own rook pawn.
pub(super) fn and_pawn_against_rook(pos: &Position, strong: Color, pawn: Square) -> Option<i32> {
    let mirror = pawn.file().index() > 3;
    let normal = |square| normal(square, strong, mirror);
    let (king, enemy_king, pawn) = (normal(pos.king(strong)), normal(pos.king(!strong)), normal(pawn));
    let rook = normal(pos.pieces(strong, Role::Rook).first()?);
    let enemy_rook = normal(pos.pieces(!strong, Role::Rook).first()?);
    let goal = Square::from_coords(pawn.file(), Rank::Eighth);
    let to_move = pos.turn() == strong;
    let defended = enemy_king.distance(goal) <= 1;

    // Third-rank defence: the king in front of the pawn, the rook on the rank that the attacking king wants
    // to cross.
    if pawn.rank() <= Rank::Fifth
        && defended
        && king.rank() <= Rank::Fifth
        && enemy_rook.rank() == Rank::Sixth
    {
        return Some(NEARLY_DRAWN);
    }
    // The pawn is on the sixth rank: its king has no shelter from checks from behind.
    let king_behind = king.rank().index() + usize::from(to_move) <= Rank::Sixth.index();
    if pawn.rank() == Rank::Sixth && defended && king_behind && enemy_rook.rank() <= Rank::Second {
        return Some(NEARLY_DRAWN);
    }
    // The defending king is in front of the pawn and the attacking king is far away.
    if pawn.rank() <= Rank::Fifth
        && Bitboard::from(pawn).up().contains(enemy_king)
        && king.distance(pawn) >= 2 + u32::from(to_move)
        && king.distance(enemy_rook) >= 2 + u32::from(to_move)
    {
        return Some(NEARLY_DRAWN);
    }
    // The rook blocks its own rook pawn and cannot leave with check.
    if pawn == Square::A7
        && rook == Square::A8
        && matches!(enemy_king, Square::G7 | Square::H7)
        && enemy_rook.file() == File::A
        && (enemy_rook.rank() <= Rank::Third || king.rank() <= Rank::Fifth)
    {
        return Some(NEARLY_DRAWN);
    }
    // Lucena: the king in front of its pawn builds a bridge and comes out.
    if pawn.rank() == Rank::Seventh
        && pawn.file() != File::A
        && king == goal
        && file_distance(enemy_king, pawn) >= 2
        && (to_move || enemy_rook.rank() != Rank::Seventh)
    {
        return Some(WON);
    }
    // The attacking king supports the pawn, and the rook cuts the defending king off.
    let cut_off = {
        let between = pawn.file().index().min(enemy_king.file().index())
            ..pawn.file().index().max(enemy_king.file().index());
        between.contains(&rook.file().index()) && rook.file() != pawn.file()
    };
    if cut_off && pawn.rank() >= Rank::Fourth && pawn.file() != File::A && king.distance(pawn) <= 1 {
        return Some(if pawn.rank() >= Rank::Fifth { WON } else { 80 });
    }
    if pawn.rank() <= Rank::Fourth && enemy_king.rank() > pawn.rank() && file_distance(enemy_king, pawn) <= 1
    {
        return Some(16);
    }
    None
}

/// Rook against pawn: the question is whether the kings arrive in time. (The cases are those of Stockfish's
/// KRKP.)
pub(super) fn against_pawn(pos: &Position, strong: Color) -> Value {
    let weak = !strong;
    let Some(pawn) = pos.pieces(weak, Role::Pawn).first() else { return 0 };
    let Some(rook) = pos.pieces(strong, Role::Rook).first() else { return 0 };
    // From the view of the pawn's side, with its pawn moving up.
    let [king, enemy_king, rook, pawn] =
        [pos.king(strong), pos.king(weak), rook, pawn].map(|square| square.relative_to(weak));
    let goal = Square::from_coords(pawn.file(), Rank::Eighth);
    let weak_to_move = pos.turn() == weak;
    let distance = |a: Square, b: Square| a.distance(b) as Value;
    let next = Bitboard::from(pawn).up().first().unwrap_or(pawn);
    // The king blocks the pawn, or the pawn's own king is too far from it and from the rook.
    if king.file() == pawn.file() && king.rank() > pawn.rank()
        || enemy_king.distance(pawn) >= 3 + u32::from(weak_to_move) && enemy_king.distance(rook) >= 3
    {
        return 500 - distance(king, pawn);
    }
    if pawn.rank() >= Rank::Sixth
        && enemy_king.distance(goal) <= 1
        && rook.rank() > Rank::Third
        && king.distance(pawn) > 2 + u32::from(!weak_to_move)
    {
        return 80 - 8 * distance(king, pawn);
    }
    200 - 8 * (distance(king, next) - distance(enemy_king, next) - distance(pawn, goal))
}
