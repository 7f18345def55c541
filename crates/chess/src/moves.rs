//! Moves in sixteen bits, and lists of them.

use std::fmt;
use std::mem::MaybeUninit;
use std::num::NonZeroU16;
use std::ops::{Deref, DerefMut};

use crate::{Role, Square};

/// Kind of a move beyond its two squares.
///
/// The discriminants are the upper four bits of [`Move::raw`]: 4 marks captures, 8 promotions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// No capture, promotion, castling or double step.
    Quiet = 0,
    /// A pawn's first step over two ranks.
    DoublePush = 1,
    /// Castling; `to` is the square of the castling rook.
    Castling = 2,
    /// Captures the piece on `to`.
    Capture = 4,
    /// A pawn captures the pawn that has just passed `to`.
    EnPassant = 5,
    /// A promotion without a capture.
    KnightPromotion = 8,
    /// A promotion without a capture.
    BishopPromotion = 9,
    /// A promotion without a capture.
    RookPromotion = 10,
    /// A promotion without a capture.
    QueenPromotion = 11,
    /// A capture that promotes.
    KnightPromotionCapture = 12,
    /// A capture that promotes.
    BishopPromotionCapture = 13,
    /// A capture that promotes.
    RookPromotionCapture = 14,
    /// A capture that promotes.
    QueenPromotionCapture = 15,
}

impl MoveKind {
    const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            0 => Self::Quiet,
            1 => Self::DoublePush,
            2 => Self::Castling,
            4 => Self::Capture,
            5 => Self::EnPassant,
            8 => Self::KnightPromotion,
            9 => Self::BishopPromotion,
            10 => Self::RookPromotion,
            11 => Self::QueenPromotion,
            12 => Self::KnightPromotionCapture,
            13 => Self::BishopPromotionCapture,
            14 => Self::RookPromotionCapture,
            15 => Self::QueenPromotionCapture,
            _ => return None,
        })
    }

    /// The promotion to `role`, capturing or not; `None` if a pawn cannot promote to it.
    pub const fn promotion(role: Role, capture: bool) -> Option<Self> {
        Some(match (role, capture) {
            (Role::Knight, false) => Self::KnightPromotion,
            (Role::Bishop, false) => Self::BishopPromotion,
            (Role::Rook, false) => Self::RookPromotion,
            (Role::Queen, false) => Self::QueenPromotion,
            (Role::Knight, true) => Self::KnightPromotionCapture,
            (Role::Bishop, true) => Self::BishopPromotionCapture,
            (Role::Rook, true) => Self::RookPromotionCapture,
            (Role::Queen, true) => Self::QueenPromotionCapture,
            (Role::Pawn | Role::King, _) => return None,
        })
    }
}

/// A move as the search stores it: sixteen bits, never zero, so that `Option<Move>` is as small.
///
/// A move means something only together with the position in which it is played. Castling is written as the
/// king's move to the square of its own rook, in every variant; [`crate::uci`] and [`crate::san`] translate.
///
/// ```
/// use tabia_chess::{Move, MoveKind, Position, Square};
///
/// let m = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
/// assert!(Position::default().is_legal(m));
/// assert_eq!(Move::from_raw(m.raw()), Some(m));
/// assert_eq!(Move::from_raw(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// From b1 to b1: no position has it.
    const NOWHERE: Self = Self(NonZeroU16::MIN.saturating_add(64));

    /// A move; whether any position allows it is not checked.
    ///
    /// A move from a1 to a1, which no position has, is stored as one from b1 to b1.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let raw = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(raw) {
            Some(raw) => Self(raw),
            None => Self::NOWHERE,
        }
    }

    /// The square of the moving piece; for castling, of the king.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u32)
    }

    /// The target square; for castling, the square of the castling rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0.get() as u32 >> 6)
    }

    /// Kind of the move: quiet, capture, castling, promotion and so on.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Quiet,
        }
    }

    /// The upper four bits: a [`MoveKind`] as a number.
    #[inline(always)]
    pub(crate) const fn kind_bits(self) -> u16 {
        self.0.get() >> 12
    }

    /// Whether it captures, including en passant.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0.get() & 0x4000 != 0
    }

    /// Whether a pawn is promoted.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & 0x8000 != 0
    }

    /// Whether the king castles.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.kind_bits() == MoveKind::Castling as u16
    }

    /// Whether it captures en passant.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.kind_bits() == MoveKind::EnPassant as u16
    }

    /// The promotion role.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        if self.is_promotion() {
            Some(match self.kind_bits() & 3 {
                0 => Role::Knight,
                1 => Role::Bishop,
                2 => Role::Rook,
                _ => Role::Queen,
            })
        } else {
            None
        }
    }

    /// The sixteen bits: from in bits 0-5, to in 6-11, [`MoveKind`] in 12-15.
    #[inline(always)]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// The move of [`Move::raw`]; `None` for 0 and for numbers that no move has.
    ///
    /// Only the format is checked: [`crate::Position::is_legal`] says whether a position allows it.
    #[inline]
    pub const fn from_raw(raw: u16) -> Option<Self> {
        match (NonZeroU16::new(raw), MoveKind::from_bits(raw >> 12)) {
            (Some(raw), Some(_)) => Some(Self(raw)),
            _ => None,
        }
    }
}

/// The squares in UCI notation with castling as king takes rook: `e2e4`, `e1h1`, `a7a8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.char()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self} {:?})", self.kind())
    }
}

/// The capacity of a [`MoveList`].
///
/// In a game there are at most 218 moves. A composed position may have more, but never as many as this: with
/// `q` queens on the board, an empty or hostile square is reached along its four lines at most eight times,
/// so the queens have at most `min(27 q, 8 (64 - q))` moves, which is 395; any other piece takes a square
/// from them and adds no more than eight moves; and eight pawns promote in at most 88 ways.
const CAPACITY: usize = 512;

/// A list of moves that lives on the stack.
///
/// ```
/// let moves = tabia_chess::Position::default().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().all(|m| !m.is_capture()));
/// ```
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    /// The first `len` are initialised.
    moves: [MaybeUninit<Move>; CAPACITY],
}

impl MoveList {
    /// An empty list.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { len: 0, moves: [const { MaybeUninit::uninit() }; CAPACITY] }
    }

    /// Adds a move at the end; a full list stays as it is.
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            slot.write(m);
            self.len += 1;
        }
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: `push` is the only way to raise `len`, and it initialises the move it counts.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: as in `deref`; the list is borrowed mutably for as long as the slice lives.
        unsafe { std::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

/// The moves of a [`MoveList`] that is used up.
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let m = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(m)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoMoves {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
