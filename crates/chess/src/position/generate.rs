//! Generation of legal moves.
//!
//! Everything generated is legal: pins and checks limit the targets before moves are written. Pawns move as a
//! set, and a [`MoveSink`] decides what to do with the moves, so that perft counts leaves without writing any
//! move.

use super::Position;
use crate::{Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, Rank, Role, Square, attacks};

/// Moves to generate. In check, only evasions of that kind are generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GenKind {
    /// All legal moves.
    All,
    /// Captures, en passant included, and all promotions.
    Captures,
    /// All others: moves that neither capture nor promote.
    Quiets,
}

const ALL: u8 = 0;
const CAPTURES: u8 = 1;
const QUIETS: u8 = 2;

/// Receives the generated moves.
pub(crate) trait MoveSink {
    /// Moves of one piece to `targets`, some of which are occupied by `enemies`.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns arriving on `targets` after a step of `step` squares.
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind);
    /// Pawns arriving on the last rank.
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool);
    /// Castling or en passant.
    fn special(&mut self, m: Move);
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets & !enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(origin(to, step), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool) {
        for to in targets {
            let from = origin(to, step);
            for role in Role::PROMOTIONS {
                if let Some(kind) = MoveKind::promotion(role, capture) {
                    self.push(Move::new(from, to, kind));
                }
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, m: Move) {
        self.push(m);
    }
}

#[inline(always)]
fn origin(to: Square, step: i32) -> Square {
    Square::from_low_bits((to as i32 - step) as u32)
}

/// Counts moves without writing them.
#[derive(Default)]
pub(crate) struct Counter(pub u32);

impl MoveSink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i32, _: bool) {
        self.0 += 4 * targets.count();
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Position {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(&mut moves, GenKind::All);
        moves
    }

    /// Adds the legal moves of one kind to a list.
    #[inline]
    pub fn generate(&self, moves: &mut MoveList, kind: GenKind) {
        match (self.turn, kind) {
            (Color::White, GenKind::All) => self.generate_list::<true, ALL>(moves),
            (Color::White, GenKind::Captures) => self.generate_list::<true, CAPTURES>(moves),
            (Color::White, GenKind::Quiets) => self.generate_list::<true, QUIETS>(moves),
            (Color::Black, GenKind::All) => self.generate_list::<false, ALL>(moves),
            (Color::Black, GenKind::Captures) => self.generate_list::<false, CAPTURES>(moves),
            (Color::Black, GenKind::Quiets) => self.generate_list::<false, QUIETS>(moves),
        }
    }

    /// A separate function for each kind: if all six were inlined into every caller, V8 would take long to
    /// compile them.
    #[inline(never)]
    fn generate_list<const WHITE: bool, const KIND: u8>(&self, moves: &mut MoveList) {
        self.generate_into::<WHITE, KIND, _>(moves);
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        match self.turn {
            Color::White => self.count::<true>(),
            Color::Black => self.count::<false>(),
        }
    }

    /// Whether the side to move has a legal move.
    #[inline(never)] // Much code, which search and rules ask for in many places and seldom reach.
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }

    #[inline(always)]
    pub(crate) fn count<const WHITE: bool>(&self) -> u32 {
        let mut counter = Counter::default();
        self.generate_into::<WHITE, ALL, _>(&mut counter);
        counter.0
    }

    /// All legal moves of the side to move, which is White if `WHITE`.
    #[inline(always)]
    pub(crate) fn generate_all<const WHITE: bool>(&self, moves: &mut MoveList) {
        self.generate_into::<WHITE, ALL, _>(moves);
    }

    #[inline(always)]
    fn generate_into<const WHITE: bool, const KIND: u8, S: MoveSink>(&self, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let enemies = self.by_color(!us);
        let wanted = match KIND {
            ALL => !self.by_color(us),
            CAPTURES => enemies,
            _ => !self.occupied(),
        };
        self.generate_king::<WHITE, KIND, S>(sink, wanted);
        if self.checkers.is_empty() {
            self.generate_pieces::<WHITE, S>(sink, wanted);
            self.generate_pawns::<WHITE, KIND, S>(sink, Bitboard::FULL);
            if KIND != CAPTURES && self.castling.any() {
                self.generate_castling(sink, us);
            }
        } else if !self.checkers.more_than_one() {
            let king = self.king(us);
            let evasions =
                self.checkers.into_iter().fold(self.checkers, |set, c| set | self.sliders.between(king, c));
            self.generate_pieces::<WHITE, S>(sink, wanted & evasions);
            self.generate_pawns::<WHITE, KIND, S>(sink, evasions);
        }
    }

    #[inline(always)]
    fn generate_king<const WHITE: bool, const KIND: u8, S: MoveSink>(&self, sink: &mut S, wanted: Bitboard) {
        let us = if WHITE { Color::White } else { Color::Black };
        let king = self.king(us);
        let mut targets = attacks::king(king) & wanted;
        let occupied = self.occupied().without(king);
        for to in targets {
            if self.is_attacked(to, !us, occupied) {
                targets = targets.without(to);
            }
        }
        sink.piece(king, targets, self.by_color(!us));
    }

    /// Whether `by` attacks a square when `occupied` squares stop sliders.
    #[inline(always)]
    pub(super) fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let queens = self.by_role(Role::Queen);
        let attackers = attacks::pawn(!by, square) & self.by_role(Role::Pawn)
            | attacks::knight(square) & self.by_role(Role::Knight)
            | attacks::king(square) & self.by_role(Role::King)
            | self.sliders.bishop(square, occupied) & (self.by_role(Role::Bishop) | queens)
            | self.sliders.rook(square, occupied) & (self.by_role(Role::Rook) | queens);
        (attackers & self.by_color(by)).any()
    }

    #[inline(always)]
    fn generate_pieces<const WHITE: bool, S: MoveSink>(&self, sink: &mut S, wanted: Bitboard) {
        let us = if WHITE { Color::White } else { Color::Black };
        let king = self.king(us);
        let occupied = self.occupied();
        let enemies = self.by_color(!us);
        // A pinned knight never moves.
        for from in self.pieces(us, Role::Knight) & !self.pinned {
            sink.piece(from, attacks::knight(from) & wanted, enemies);
        }
        let limit = |from: Square| {
            if self.pinned.contains(from) { wanted & self.sliders.line(king, from) } else { wanted }
        };
        for from in self.pieces(us, Role::Bishop) {
            sink.piece(from, self.sliders.bishop(from, occupied) & limit(from), enemies);
        }
        for from in self.pieces(us, Role::Rook) {
            sink.piece(from, self.sliders.rook(from, occupied) & limit(from), enemies);
        }
        for from in self.pieces(us, Role::Queen) {
            sink.piece(from, self.sliders.queen(from, occupied) & limit(from), enemies);
        }
    }

    /// Pawn moves whose target is in `allowed`: all squares, or those that end a check.
    #[inline(always)]
    fn generate_pawns<const WHITE: bool, const KIND: u8, S: MoveSink>(
        &self,
        sink: &mut S,
        allowed: Bitboard,
    ) {
        let (us, forward, to_left, to_right) =
            if WHITE { (Color::White, 8, 7, 9) } else { (Color::Black, -8, -9, -7) };
        let king = self.king(us);
        let pawns = self.pieces(us, Role::Pawn);
        let free = pawns & !self.pinned;
        let bound = pawns & self.pinned;
        let empty = !self.occupied();
        let last_rank = Bitboard::from(Rank::Eighth.relative_to(us));
        let third_rank = Bitboard::from(Rank::Third.relative_to(us));

        // A pinned pawn may move on the line through its king: forward if the line is a file, diagonally if
        // it is the diagonal of that capture.
        let single = (free | bound & Bitboard::from(king.file())).forward(us) & empty;
        let double = (single & third_rank).forward(us) & empty & allowed;
        let single = single & allowed;
        if KIND != CAPTURES {
            sink.pawns(single & !last_rank, forward, MoveKind::Quiet);
            sink.pawns(double, 2 * forward, MoveKind::DoublePush);
        }
        if KIND == QUIETS {
            return;
        }

        let targets = self.by_color(!us) & allowed;
        let (left_line, right_line) = if WHITE {
            (attacks::anti_diagonal(king), attacks::diagonal(king))
        } else {
            (attacks::diagonal(king), attacks::anti_diagonal(king))
        };
        let left = (free | bound & left_line).forward(us).left() & targets;
        let right = (free | bound & right_line).forward(us).right() & targets;
        sink.pawns(left & !last_rank, to_left, MoveKind::Capture);
        sink.pawns(right & !last_rank, to_right, MoveKind::Capture);
        if ((single | left | right) & last_rank).any() {
            sink.promotions(single & last_rank, forward, false);
            sink.promotions(left & last_rank, to_left, true);
            sink.promotions(right & last_rank, to_right, true);
        }
        if let Some(ep) = self.ep_square {
            for from in self.en_passant_capturers(ep) {
                sink.special(Move::new(from, ep, MoveKind::EnPassant));
            }
        }
    }

    fn generate_castling<S: MoveSink>(&self, sink: &mut S, us: Color) {
        let king = self.king(us);
        for rook in self.castling.of(us).rooks() {
            if self.can_castle(us, king, rook) {
                sink.special(Move::new(king, rook, MoveKind::Castling));
            }
        }
    }

    /// Whether castling with this rook, for which the right exists, is possible now; the king is not in
    /// check.
    pub(super) fn can_castle(&self, us: Color, king: Square, rook: Square) -> bool {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let king_path = self.sliders.between(king, king_to).with(king_to);
        let rook_path = self.sliders.between(rook, rook_to).with(rook_to);
        let others = self.occupied().without(king).without(rook);
        // A rook pinned along the rank would open that rank to the king wherever it lands.
        ((king_path | rook_path) & others).is_empty()
            && !self.pinned.contains(rook)
            && !king_path
                .without(king)
                .into_iter()
                .any(|square| self.is_attacked(square, !us, self.occupied()))
    }
}
