//! Pieces that a move removes and adds.

use tabia_chess::{CastlingSide, Color, Move, Piece, Position, Role, Square};

use crate::architecture::is_mirrored;

/// A piece on a square.
pub(crate) type Placed = (Square, Piece);

/// The pieces that a move takes from the board and puts on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    removed: [Placed; 2],
    added: [Placed; 2],
    removed_count: u8,
    added_count: u8,
    /// The side whose king crosses the middle of the board, so that its view is mirrored from now on, or no
    /// more.
    turned: Option<Color>,
}

impl Changes {
    /// Those of a null move.
    pub const NONE: Self = {
        let nothing = (Square::A1, Piece::new(Color::White, Role::Pawn));
        Self { removed: [nothing; 2], added: [nothing; 2], removed_count: 0, added_count: 0, turned: None }
    };

    /// Those of a legal move in the position before it. Others give [`Changes`] that mean nothing.
    #[inline]
    pub fn of(before: &Position, mv: Move) -> Self {
        let mut changes = Self::NONE;
        let us = before.turn();
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = before.piece_at(from) else { return changes };
        changes.remove(from, piece);
        let arrives = if mv.is_castling() {
            let rook = Piece::new(us, Role::Rook);
            let side = CastlingSide::of(from, to);
            changes.remove(to, rook);
            changes.add(side.rook_to(us), rook);
            side.king_to(us)
        } else {
            if mv.is_capture() {
                let target =
                    if mv.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
                if let Some(taken) = before.piece_at(target) {
                    changes.remove(target, taken);
                }
            }
            to
        };
        changes.add(arrives, Piece::new(us, mv.promotion().unwrap_or(piece.role)));
        if piece.role == Role::King && is_mirrored(from) != is_mirrored(arrives) {
            changes.turned = Some(us);
        }
        changes
    }

    #[inline(always)]
    fn remove(&mut self, square: Square, piece: Piece) {
        if let Some(slot) = self.removed.get_mut(usize::from(self.removed_count)) {
            *slot = (square, piece);
            self.removed_count += 1;
        }
    }

    #[inline(always)]
    fn add(&mut self, square: Square, piece: Piece) {
        if let Some(slot) = self.added.get_mut(usize::from(self.added_count)) {
            *slot = (square, piece);
            self.added_count += 1;
        }
    }

    /// Pieces that leave their squares; the moving piece is first.
    #[inline(always)]
    pub(crate) fn removed(&self) -> &[Placed] {
        self.removed.get(..usize::from(self.removed_count)).unwrap_or_default()
    }

    /// Pieces that arrive on a square.
    #[inline(always)]
    pub(crate) fn added(&self) -> &[Placed] {
        self.added.get(..usize::from(self.added_count)).unwrap_or_default()
    }

    /// Whether the view of `side` has to be computed afresh.
    #[inline(always)]
    pub(crate) fn turns(&self, side: Color) -> bool {
        self.turned == Some(side)
    }
}
