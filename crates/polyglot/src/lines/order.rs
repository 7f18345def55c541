//! Legal moves in the order in which Polyglot generates them.
//!
//! The order decides which of several ways to a position is listed, so a listing can be equal to Polyglot's only with
//! the same order.

use tabia_chess::{Color, Move, Position, Role, Square};

/// The squares of each side's pieces, the king first, in the order of move generation.
///
/// The last piece of the list takes the place of a captured one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceLists {
    squares: [[Square; 16]; 2],
    lengths: [usize; 2],
}

impl PieceLists {
    /// The lists of a position with at most 16 pieces per side: kings, then the rest from a1 to h8.
    pub(super) fn new(position: &Position) -> Self {
        let mut lists = Self { squares: [[Square::A1; 16]; 2], lengths: [0; 2] };
        for color in Color::ALL {
            let king = position.king(color);
            let others = position.by_color(color).without(king).into_iter();
            for square in std::iter::once(king).chain(others).take(16) {
                lists.squares[color.index()][lists.lengths[color.index()]] = square;
                lists.lengths[color.index()] += 1;
            }
        }
        lists
    }

    fn place(&self, color: Color, square: Square) -> Option<usize> {
        let list = &self.squares[color.index()][..self.lengths[color.index()]];
        list.iter().position(|&other| other == square)
    }

    fn replace(&mut self, color: Color, old: Square, new: Square) {
        if let Some(place) = self.place(color, old) {
            self.squares[color.index()][place] = new;
        }
    }

    /// Follows a legal move of the position.
    pub(super) fn play(&mut self, position: &Position, mv: Move) {
        let us = position.turn();
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            let side = tabia_chess::CastlingSide::of(from, to);
            // Both places first: in Chess960 one may land on the other's square.
            let (king, rook) = (self.place(us, from), self.place(us, to));
            for (place, square) in [(king, side.king_to(us)), (rook, side.rook_to(us))] {
                if let Some(place) = place {
                    self.squares[us.index()][place] = square;
                }
            }
            return;
        }
        if mv.is_capture() {
            let target = if mv.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
            if let Some(place) = self.place(!us, target) {
                let last = self.lengths[(!us).index()] - 1;
                self.squares[(!us).index()][place] = self.squares[(!us).index()][last];
                self.lengths[(!us).index()] = last;
            }
        }
        self.replace(us, from, to);
    }

    /// The legal moves of the position in Polyglot's order.
    pub(super) fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        moves.sort_by_cached_key(|&mv| self.rank(position, mv));
        moves
    }

    /// Castling last, kingside first; otherwise by piece, then by direction, then outwards.
    fn rank(&self, position: &Position, mv: Move) -> (bool, usize, i32, i32) {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            return (true, usize::from(to < from), 0, 0);
        }
        let files = to.file() as i32 - from.file() as i32;
        let ranks = to.rank() as i32 - from.rank() as i32;
        let (direction, distance) = match position.board().role_at(from) {
            Some(Role::Pawn) => {
                let direction = match files {
                    -1 => 0,
                    1 => 1,
                    _ => 1 + ranks.abs(),
                };
                (direction, mv.promotion().map_or(0, |role| role as i32))
            }
            Some(Role::Knight) => (to as i32, 0),
            _ => (3 * ranks.signum() + files.signum(), ranks.abs().max(files.abs())),
        };
        (false, self.place(position.turn(), from).unwrap_or(16), direction, distance)
    }
}
