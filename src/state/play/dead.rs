//! Dead positions: neither side can win by any sequence of legal moves (FIDE Laws 5.2.2).
//!
//! Most are decided by material alone ([`Position::is_insufficient_material`]). The others seen in practice are
//! pawn walls: no pawn can move or be captured, whatever kings and bishops do. A wall is proved by exhaustive
//! search: if no line of moves ever captures, moves a pawn or mates, nobody can win. Positions that take too long
//! count as alive, so a game is never ended wrongly.

use std::collections::HashSet;

use tabia_chess::{Position, Role};

/// Maximum number of positions to search: a few milliseconds.
pub(super) const MAX_POSITIONS: usize = 20_000;

/// Whether neither side can win any more.
pub fn is_dead(position: &Position) -> bool {
    position.is_insufficient_material() || is_wall(position)
}

/// Whether nothing but kings and bishops can ever move, and they can't mate.
fn is_wall(start: &Position) -> bool {
    let others = start.by_role(Role::Knight) | start.by_role(Role::Rook) | start.by_role(Role::Queen);
    if others.any()
        || start.by_role(Role::Pawn).is_empty()
        || start.castling_rights().of(start.turn()).rooks().any()
    {
        return false;
    }
    let mut seen: HashSet<u64> = HashSet::from([start.repetition_key()]);
    let mut waiting = vec![*start];
    while let Some(position) = waiting.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            return false;
        }
        for mv in &moves {
            let is_pawn = position.piece_at(mv.from()).is_none_or(|piece| piece.role == Role::Pawn);
            if mv.is_capture() || is_pawn {
                return false;
            }
            let mut next = position;
            next.play_unchecked(mv);
            if seen.insert(next.repetition_key()) {
                if seen.len() > MAX_POSITIONS {
                    return false;
                }
                waiting.push(next);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Setup;

    fn position(fen: &str) -> Position {
        fen.parse::<Setup>().unwrap().position().unwrap()
    }

    #[test]
    fn walls_and_bare_kings_are_dead() {
        for fen in [
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
            // Walls from edge to edge, with every gap guarded by pawns.
            "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/p1p1p1p1/P1P1P1P1/8/4K3 b - - 0 1",
            "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1",
            // With a bishop that attacks nothing.
            "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/3BK3 w - - 0 1",
        ] {
            assert!(is_dead(&position(fen)), "{fen}");
        }
    }

    #[test]
    fn what_can_still_be_won_is_not_dead() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
            "8/8/3k4/8/8/3KR3/8/8 w - - 0 1",
            // A bishop of the other colour captures the base of the wall.
            "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/2B1K3 w - - 0 1",
            // The wall has a hole.
            "4k3/8/1p1p1p2/pPpPpP2/P1P1P3/8/8/4K3 w - - 0 1",
            // A knight jumps over it.
            "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K1N1 w - - 0 1",
        ] {
            assert!(!is_dead(&position(fen)), "{fen}");
        }
    }
}
