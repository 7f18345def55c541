//! Playing moves.

use std::fmt;

use super::Position;
use crate::zobrist;
use crate::{Bitboard, CastlingSide, Color, File, Move, MoveKind, Rank, Role, Square, attacks};

/// A move that the position does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// The position after a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal here.
    pub fn play(&self, m: Move) -> Result<Self, IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        let mut next = *self;
        next.play_unchecked(m);
        Ok(next)
    }

    /// Plays a move known to be legal here.
    ///
    /// An illegal move leaves an unspecified position, but never causes undefined behaviour.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        match self.turn {
            Color::White => self.make::<true, true>(m),
            Color::Black => self.make::<false, true>(m),
        }
    }

    /// Passes the turn to the other side (a null move). The clock of the fifty-move rule continues.
    ///
    /// In check this is impossible: the position stays as it is and `false` is returned.
    pub fn play_null(&mut self) -> bool {
        if self.is_check() {
            return false;
        }
        self.clear_en_passant();
        self.finish_turn();
        self.keys.full ^= zobrist::white_to_move();
        match self.turn {
            Color::White => self.update_checks::<true>(),
            Color::Black => self.update_checks::<false>(),
        }
        true
    }

    #[inline(always)]
    fn clear_en_passant(&mut self) {
        if let Some(file) = self.hashed_ep {
            self.keys.full ^= zobrist::en_passant(file);
        }
        self.ep_square = None;
        self.hashed_ep = None;
    }

    #[inline(always)]
    fn finish_turn(&mut self) {
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if self.turn == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// Plays a move of the side given by `WHITE`; without `KEYS`, the keys are not updated.
    #[inline]
    pub(crate) fn make<const WHITE: bool, const KEYS: bool>(&mut self, m: Move) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (from, to) = (m.from(), m.to());
        let Some(role) = self.board.role_at(from) else { return };

        if KEYS {
            self.clear_en_passant();
            self.keys.full ^= zobrist::white_to_move();
        } else {
            self.ep_square = None;
        }
        self.finish_turn();

        if m.is_castling() {
            self.castle::<KEYS>(us, from, to);
        } else {
            if m.is_capture() {
                let target = if m.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
                let captured = self.board.role_at(target).unwrap_or(Role::Pawn);
                self.take::<KEYS>(target, !us, captured);
                self.halfmove_clock = 0;
            }
            self.take::<KEYS>(from, us, role);
            self.put::<KEYS>(to, us, m.promotion().unwrap_or(role));
            if role == Role::Pawn {
                self.halfmove_clock = 0;
            }
        }

        if self.castling.any() {
            let mut lost = Bitboard::from(from) | Bitboard::from(to);
            if role == Role::King {
                lost |= Rank::First.relative_to(us).into();
            }
            self.remove_castling_rights::<KEYS>(
                lost,
                if role == Role::King { from } else { self.king(us) },
                us,
            );
        }

        if WHITE {
            self.update_checks::<false>();
        } else {
            self.update_checks::<true>();
        }
        if m.kind_bits() == MoveKind::DoublePush as u16 {
            self.allow_en_passant(Square::from_low_bits(u32::midpoint(from as u32, to as u32)), KEYS);
        }
    }

    #[inline(always)]
    fn put<const KEYS: bool>(&mut self, square: Square, color: Color, role: Role) {
        self.board.put(square, color, role);
        if KEYS {
            self.keys.toggle(color, role, square);
        }
    }

    #[inline(always)]
    fn take<const KEYS: bool>(&mut self, square: Square, color: Color, role: Role) {
        self.board.take(square, color, role);
        if KEYS {
            self.keys.toggle(color, role, square);
        }
    }

    fn castle<const KEYS: bool>(&mut self, us: Color, king: Square, rook: Square) {
        let side = CastlingSide::of(king, rook);
        // Both leave before either arrives: in Chess960 one may land on the other's square.
        self.take::<KEYS>(king, us, Role::King);
        self.take::<KEYS>(rook, us, Role::Rook);
        self.put::<KEYS>(side.king_to(us), us, Role::King);
        self.put::<KEYS>(side.rook_to(us), us, Role::Rook);
    }

    /// Removes the castling rights of the rooks in `lost`; `king` is the king's square of `us` before the
    /// move.
    #[inline(always)]
    fn remove_castling_rights<const KEYS: bool>(&mut self, lost: Bitboard, king: Square, us: Color) {
        let lost = self.castling.rooks() & lost;
        if lost.is_empty() {
            return;
        }
        if KEYS {
            for rook in lost {
                let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
                let king = if color == us { king } else { self.king(color) };
                self.keys.full ^= zobrist::castling(color, CastlingSide::of(king, rook));
            }
        }
        self.castling.0 &= !lost;
    }

    /// After a double step over `ep`: records whether the side to move can capture en passant.
    #[inline(always)]
    pub(super) fn allow_en_passant(&mut self, ep: Square, keys: bool) {
        let beside = attacks::pawn(!self.turn, ep) & self.pieces(self.turn, Role::Pawn);
        if beside.is_empty() {
            return;
        }
        if keys {
            let file: File = ep.file();
            self.hashed_ep = Some(file);
            self.keys.full ^= zobrist::en_passant(file);
        }
        if self.en_passant_capturers(ep).any() {
            self.ep_square = Some(ep);
        }
    }

    /// Pawns of the side to move that may capture on `ep` without leaving their king in check.
    pub(super) fn en_passant_capturers(&self, ep: Square) -> Bitboard {
        let us = self.turn;
        let king = self.king(us);
        let captured = Bitboard::from(ep).forward(!us);
        let mut capturers = attacks::pawn(!us, ep) & self.pieces(us, Role::Pawn);
        for from in capturers {
            let occupied = (self.occupied() ^ captured ^ Bitboard::from(from)) | Bitboard::from(ep);
            if (self.attackers_to(king, occupied) & self.by_color(!us) & !captured).any() {
                capturers = capturers.without(from);
            }
        }
        capturers
    }

    /// Computes checkers and pinned pieces of the side to move, which is White if `WHITE`.
    #[inline(always)]
    pub(super) fn update_checks<const WHITE: bool>(&mut self) {
        let us = if WHITE { Color::White } else { Color::Black };
        let king = self.king(us);
        let occupied = self.occupied();
        let them = self.by_color(!us);
        let mut checkers = (attacks::pawn(us, king) & self.by_role(Role::Pawn)
            | attacks::knight(king) & self.by_role(Role::Knight))
            & them;
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king, !us) {
            let between = self.sliders.between(king, sniper) & occupied;
            if between.is_empty() {
                checkers |= sniper.into();
            } else if !between.more_than_one() {
                pinned |= between;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & !them;
    }
}
