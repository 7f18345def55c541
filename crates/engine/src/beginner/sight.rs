//! How well a beginner sees a capture.

use tabia_chess::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// A capture, and where the beginner looks.
pub(super) struct Look<'a> {
    /// The position in which it is legal.
    pub(super) position: &'a Position,
    /// The capture.
    pub(super) capture: Move,
    /// The beginner's own move before it, if it is the opponent's capture.
    pub(super) before: Option<Move>,
    /// The opponent's last move on the board.
    pub(super) last: Option<Move>,
}

/// Squares farther than this from the last move are out of sight.
const FAR: u32 = 3;

impl Look<'_> {
    /// The difficulty in points: about -60 for what hits the eye, 0 for what is usual, above 50 for what
    /// beginners overlook.
    pub(super) fn difficulty(&self) -> i32 {
        self.geometry() + self.attention()
    }

    /// Distance and direction of the piece's move.
    fn geometry(&self) -> i32 {
        let (from, to) = (self.capture.from(), self.capture.to());
        let mover = self.position.turn();
        let Some(piece) = self.position.piece_at(from) else { return 0 };
        let distance = from.distance(to) as i32;
        let is_diagonal = from.file() != to.file() && from.rank() != to.rank();
        let mut points = match piece.role {
            Role::Pawn => {
                if self.capture.is_en_passant() {
                    50
                } else {
                    0
                }
            }
            Role::Knight => 20,
            Role::King => -20,
            Role::Bishop | Role::Rook | Role::Queen => 8 * (distance - 2).max(0),
        };
        if piece.role != Role::Pawn && piece.role != Role::Knight && is_diagonal {
            points += if distance >= 4 { 25 } else { 8 };
        }
        if piece.role != Role::King && rank(to, mover) < rank(from, mover) {
            points += 20;
        }
        points
    }

    /// Features that make the capture easier or harder to notice.
    fn attention(&self) -> i32 {
        let (from, to) = (self.capture.from(), self.capture.to());
        let line = attacks::between(from, to);
        let mut points = 0;
        let opened = |mv: Move| line.contains(mv.from());
        if self.before.is_some_and(opened) || self.last.is_some_and(opened) {
            points += 30;
        }
        // One looks at the piece that one moves.
        if self.before.is_some_and(|mv| mv.to() == to) {
            points -= 30;
        }
        match self.position.piece_at(to).map(|piece| piece.role) {
            Some(Role::Queen) => points -= 20,
            Some(Role::Rook) => points -= 4,
            Some(Role::Pawn) => points += 12,
            _ => {}
        }
        let Some(last) = self.last else { return points };
        if last.to() == from || last.to() == to {
            // The piece that has just moved: it attacks, or it can be taken.
            points -= 60;
        } else if self.before.is_none_or(|mv| mv.to() != to) {
            points += 16;
            for square in [from, to] {
                points += if last.to().distance(square) > FAR { 10 } else { 0 };
            }
        }
        points
    }
}

/// The rank of a square, counted from the side's own first rank.
pub(super) fn rank(square: Square, side: Color) -> usize {
    square.relative_to(side).rank().index()
}

/// The undeveloped pieces of the side: those on their initial squares, apart from pawns and king.
pub(super) fn at_home(position: &Position, side: Color) -> Bitboard {
    Square::ALL.into_iter().filter(|&square| rank(square, side) == 0).fold(Bitboard::EMPTY, Bitboard::with)
        & position.by_color(side)
        & (position.by_role(Role::Knight) | position.by_role(Role::Bishop))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difficulty(fen: &str, last: Option<&str>, own: Option<&str>, capture: &str) -> i32 {
        let before = crate::bench::position(fen).expect("a position");
        let parse = |position: &Position, text: &str| position.parse_uci(text).expect("legal");
        let own = own.map(|text| parse(&before, text));
        let position = own.map_or(before, |mv| before.play(mv).expect("legal"));
        let last = last.map(|text| {
            let at = |text: &str| text.parse::<Square>().expect("a square");
            Move::new(at(&text[..2]), at(&text[2..]), tabia_chess::MoveKind::Quiet)
        });
        Look { position: &position, capture: parse(&position, capture), before: own, last }.difficulty()
    }

    #[test]
    fn long_diagonals_and_knights_are_harder_than_neighbours() {
        // A rook beside the pawn, a bishop at the other end of the diagonal, a knight.
        let rook = difficulty("4k3/8/8/8/8/8/6pR/4K3 w - - 0 1", None, None, "h2g2");
        let bishop = difficulty("4k3/6p1/8/8/8/8/8/B3K3 w - - 0 1", None, None, "a1g7");
        let knight = difficulty("4k3/8/6p1/8/7N/8/8/4K3 w - - 0 1", None, None, "h4g6");
        assert!(bishop > knight && knight > rook, "{bishop} {knight} {rook}");
        // The same knight the other way.
        let back = difficulty("4k3/8/6N1/8/7p/8/8/4K3 w - - 0 1", None, None, "g6h4");
        assert!(back > knight);
    }

    #[test]
    fn the_last_move_draws_the_eye_and_what_it_opens_does_not() {
        let fen = "4k3/8/3b4/8/8/8/7P/4K3 w - - 0 1";
        let fresh = difficulty(fen, Some("e7d6"), Some("e1d1"), "d6h2");
        let old = difficulty(fen, Some("d8e8"), Some("e1d1"), "d6h2");
        let opened = difficulty(fen, Some("f4a4"), Some("e1d1"), "d6h2");
        assert!(fresh < 0 && fresh + 60 < old && old < opened, "{fresh} {old} {opened}");
    }
}
