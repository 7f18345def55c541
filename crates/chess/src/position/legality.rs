//! Properties of single moves: legality and checks.

use super::Position;
use crate::{Bitboard, CastlingSide, Color, Move, MoveKind, Rank, Role, Square, attacks};

/// Data that decides whether a move of the side to move gives check, computed once for many moves.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// The squares from which a piece of each role (by [`Role::index`]) attacks the enemy king.
    pub squares: [Bitboard; 6],
    /// Own pieces that discover an attack on the enemy king when they leave the line.
    pub discoverers: Bitboard,
    king: Square,
}

impl Position {
    /// Whether a move from any source is legal here.
    ///
    /// For moves from a hash table or another position: nothing is assumed about it.
    pub fn is_legal(&self, m: Move) -> bool {
        let us = self.turn;
        let (from, to, kind) = (m.from(), m.to(), m.kind());
        let Some(piece) = self.piece_at(from) else { return false };
        if piece.color != us {
            return false;
        }
        match kind {
            MoveKind::Castling => {
                return piece.role == Role::King
                    && self.castling.of(us).contains(to)
                    && !self.is_check()
                    && self.can_castle(us, from, to);
            }
            MoveKind::EnPassant => {
                return piece.role == Role::Pawn
                    && self.ep_square == Some(to)
                    && self.en_passant_capturers(to).contains(from);
            }
            _ => {}
        }
        // The bits of the move must match what the move does.
        let targets = if m.is_capture() { self.by_color(!us) } else { !self.occupied() };
        if !targets.contains(to) {
            return false;
        }
        if piece.role == Role::Pawn {
            if m.is_promotion() != (to.rank() == Rank::Eighth.relative_to(us)) {
                return false;
            }
            let reached = if m.is_capture() {
                attacks::pawn(us, from).contains(to)
            } else {
                let single = Bitboard::from(from).forward(us);
                if kind == MoveKind::DoublePush {
                    let passed = single & !self.occupied();
                    from.rank() == Rank::Second.relative_to(us) && passed.forward(us).contains(to)
                } else {
                    single.contains(to)
                }
            };
            if !reached {
                return false;
            }
        } else {
            if !matches!(kind, MoveKind::Quiet | MoveKind::Capture)
                || !attacks::piece(us, piece.role, from, self.occupied()).contains(to)
            {
                return false;
            }
            if piece.role == Role::King {
                return !self.is_attacked(to, !us, self.occupied().without(from));
            }
        }
        let king = self.king(us);
        if self.pinned.contains(from) && !self.sliders.line(king, from).contains(to) {
            return false;
        }
        match self.checkers.single() {
            Some(checker) => self.sliders.between(king, checker).with(checker).contains(to),
            None => self.checkers.is_empty(),
        }
    }

    /// The data for [`CheckInfo::gives_check`] in this position.
    pub fn check_info(&self) -> CheckInfo {
        let us = self.turn;
        let king = self.king(!us);
        let occupied = self.occupied();
        let bishop = self.sliders.bishop(king, occupied);
        let rook = self.sliders.rook(king, occupied);
        CheckInfo {
            squares: [
                attacks::pawn(!us, king),
                attacks::knight(king),
                bishop,
                rook,
                bishop | rook,
                Bitboard::EMPTY,
            ],
            discoverers: self.blockers(!us) & self.by_color(us),
            king,
        }
    }

    /// Whether a legal move gives check. For many moves of one position, [`Position::check_info`] is faster.
    pub fn gives_check(&self, m: Move) -> bool {
        self.check_info().gives_check(self, m)
    }
}

impl CheckInfo {
    /// Whether a legal move of `position`, the one this was made for, gives check.
    #[inline]
    pub fn gives_check(&self, position: &Position, m: Move) -> bool {
        let us: Color = position.turn;
        let (from, to) = (m.from(), m.to());
        let Some(role) = position.board.role_at(from) else { return false };
        if !m.is_castling() {
            if !m.is_promotion() && self.squares[role.index()].contains(to) {
                return true;
            }
            if self.discoverers.contains(from) && !position.sliders.line(self.king, from).contains(to) {
                return true;
            }
        }
        let moved = position.occupied().without(from);
        match m.kind() {
            MoveKind::Quiet | MoveKind::DoublePush | MoveKind::Capture => false,
            MoveKind::Castling => {
                let side = CastlingSide::of(from, to);
                let rook = side.rook_to(us);
                let occupied = moved.without(to).with(side.king_to(us)).with(rook);
                position.sliders.rook(rook, occupied).contains(self.king)
            }
            MoveKind::EnPassant => {
                let captured = Square::from_coords(to.file(), from.rank());
                let occupied = moved.without(captured).with(to);
                let queens = position.pieces(us, Role::Queen);
                let diagonal = position.pieces(us, Role::Bishop) | queens;
                let straight = position.pieces(us, Role::Rook) | queens;
                (position.sliders.bishop(self.king, occupied) & diagonal
                    | position.sliders.rook(self.king, occupied) & straight)
                    .any()
            }
            _ => m.promotion().is_some_and(|role| attacks::piece(us, role, to, moved).contains(self.king)),
        }
    }
}
