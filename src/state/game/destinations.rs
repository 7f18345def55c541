//! Destinations of pieces, by the squares a user can point at.

use tabia_chess::{CastlingSide, Move, Position, Role, Square};

/// A destination square, and what happens there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Destination {
    /// The destination square. For castling, both the king's target and the rook's square are listed.
    pub square: Square,
    /// Whether the move captures.
    pub is_capture: bool,
    /// Whether the move promotes.
    pub is_promotion: bool,
}

/// Returns the destinations of the piece on a square, each square once.
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

/// Squares that stand for a move: its target, and for castling both the king's target and the rook's square. The king's target is left out
/// if the king can also go there by an ordinary move.
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

/// Returns the legal move between two squares, see [`GameState::find_move`](super::GameState::find_move).
pub fn find_move(position: &Position, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let moves = position.legal_moves();
    let mut candidates = moves.iter().copied().filter(|m| m.from() == from && m.promotion() == promotion);
    candidates.find(|&m| target_squares(position, m).any(|square| square == to))
}
