//! Where pieces can go, by the squares that a hand points at.

use tabia_chess::{CastlingSide, Move, Position, Role, Square};

/// A square that can be moved to, and whether the piece has to be chosen that a pawn becomes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Destination {
    /// The square to move to. In castling this is where the king goes and also where its rook stands: both are given.
    pub square: Square,
    /// Whether something is taken there.
    pub is_capture: bool,
    /// Whether a pawn is promoted there.
    pub is_promotion: bool,
}

/// Where the piece on a square can go, each square once.
pub fn destinations(position: &Position, from: Square) -> Vec<Destination> {
    let mut list: Vec<Destination> = Vec::new();
    for m in position.legal_moves().iter().filter(|m| m.from() == from) {
        for square in target_squares(position, *m) {
            let is_new = list.iter().all(|destination| destination.square != square);
            if is_new {
                list.push(Destination {
                    square,
                    is_capture: m.is_capture(),
                    is_promotion: m.promotion().is_some(),
                });
            }
        }
    }
    list
}

/// The squares by which a move can be pointed at: where it goes, and in castling the king's target as well as the rook's square. The
/// king's target is left out when the king could go there by an ordinary move too.
fn target_squares(position: &Position, m: Move) -> impl Iterator<Item = Square> {
    let king_to = m.is_castling().then(|| {
        let side = CastlingSide::of(m.from(), m.to());
        side.king_to(position.turn())
    });
    let is_plain_king_move = |square: Square| {
        position
            .legal_moves()
            .iter()
            .any(|other| !other.is_castling() && other.from() == m.from() && other.to() == square)
    };
    let king_to =
        king_to.filter(|&square| square != m.from() && square != m.to() && !is_plain_king_move(square));
    king_to.into_iter().chain(std::iter::once(m.to()))
}

/// The legal move between two squares, see [`GameState::find_move`](super::GameState::find_move).
pub fn find_move(position: &Position, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let moves = position.legal_moves();
    let mut candidates = moves.iter().copied().filter(|m| m.from() == from && m.promotion() == promotion);
    candidates.find(|&m| target_squares(position, m).any(|square| square == to))
}
