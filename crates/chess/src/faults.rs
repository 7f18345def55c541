//! Validation of setups: every fault that keeps a setup from being a position.

use std::fmt;

use crate::attacks;
use crate::{Bitboard, CastlingSide, Color, Rank, Role, Setup, Square};

/// One reason why a [`Setup`] is not a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Fault {
    /// White has no king.
    NoWhiteKing,
    /// Black has no king.
    NoBlackKing,
    /// White has more than one king.
    TooManyWhiteKings,
    /// Black has more than one king.
    TooManyBlackKings,
    /// White has more than eight pawns.
    TooManyWhitePawns,
    /// Black has more than eight pawns.
    TooManyBlackPawns,
    /// White has more than sixteen pieces and pawns.
    TooManyWhitePieces,
    /// Black has more than sixteen pieces and pawns.
    TooManyBlackPieces,
    /// A pawn is on the first or the eighth rank.
    PawnOnBackRank,
    /// The side not to move is in check.
    OppositeCheck,
    /// The side to move is in a check that no move can have given.
    ImpossibleCheck,
    /// A castling right without king and rook on their first rank, or two on one side.
    CastlingRights,
    /// An en-passant square that no pawn can just have passed.
    EnPassantSquare,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 13] = [
        Self::NoWhiteKing,
        Self::NoBlackKing,
        Self::TooManyWhiteKings,
        Self::TooManyBlackKings,
        Self::TooManyWhitePawns,
        Self::TooManyBlackPawns,
        Self::TooManyWhitePieces,
        Self::TooManyBlackPieces,
        Self::PawnOnBackRank,
        Self::OppositeCheck,
        Self::ImpossibleCheck,
        Self::CastlingRights,
        Self::EnPassantSquare,
    ];
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoWhiteKing => "White has no king",
            Self::NoBlackKing => "Black has no king",
            Self::TooManyWhiteKings => "White has more than one king",
            Self::TooManyBlackKings => "Black has more than one king",
            Self::TooManyWhitePawns => "White has more than eight pawns",
            Self::TooManyBlackPawns => "Black has more than eight pawns",
            Self::TooManyWhitePieces => "White has more than sixteen chessmen",
            Self::TooManyBlackPieces => "Black has more than sixteen chessmen",
            Self::PawnOnBackRank => "a pawn is on the first or the eighth rank",
            Self::OppositeCheck => "the side that is not to move is in check",
            Self::ImpossibleCheck => "no move can have given this check",
            Self::CastlingRights => "castling is allowed without king and rook on their squares",
            Self::EnPassantSquare => "no pawn can just have stepped over the en-passant square",
        })
    }
}

/// A set of [`Fault`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Faults(u16);

impl Faults {
    /// No fault.
    pub const NONE: Self = Self(0);

    /// Faults that do not affect play: no game leads to such a position, but it can be played on.
    pub const PLAYABLE: Self = Self::NONE
        .with(Fault::TooManyWhitePawns)
        .with(Fault::TooManyBlackPawns)
        .with(Fault::TooManyWhitePieces)
        .with(Fault::TooManyBlackPieces)
        .with(Fault::ImpossibleCheck)
        .with(Fault::CastlingRights)
        .with(Fault::EnPassantSquare);

    /// Whether a fault is in the set.
    pub const fn contains(self, fault: Fault) -> bool {
        self.0 >> fault as u16 & 1 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with one more.
    #[must_use]
    pub const fn with(self, fault: Fault) -> Self {
        Self(self.0 | 1 << fault as u16)
    }

    /// The faults in this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The faults in order.
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::ALL.into_iter().filter(move |&fault| self.contains(fault))
    }

    fn add_if(&mut self, condition: bool, fault: Fault) {
        if condition {
            *self = self.with(fault);
        }
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        faults.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Why a [`Setup`] is not a position: all faults, not only the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionError {
    pub(crate) faults: Faults,
}

impl From<Faults> for PositionError {
    fn from(faults: Faults) -> Self {
        Self { faults }
    }
}

impl PositionError {
    /// Every fault found.
    pub const fn faults(self) -> Faults {
        self.faults
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal position: ")?;
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

impl Setup {
    /// Everything that keeps this setup from being a position.
    pub fn faults(&self) -> Faults {
        let mut faults = Faults::NONE;
        self.check_material(&mut faults);
        faults.add_if((self.board.by_role(Role::Pawn) & Bitboard::BACK_RANKS).any(), Fault::PawnOnBackRank);
        faults.add_if(!self.castling_rights_fit(), Fault::CastlingRights);
        faults.add_if(self.ep_square.is_some_and(|ep| !self.ep_square_fits(ep)), Fault::EnPassantSquare);
        let kings = |color| self.board.pieces(color, Role::King).single();
        if let (Some(own), Some(other)) = (kings(self.turn), kings(!self.turn)) {
            let occupied = self.board.occupied();
            let own_men = self.board.by_color(self.turn);
            faults.add_if((self.board.attackers_to(other, occupied) & own_men).any(), Fault::OppositeCheck);
            let checkers = self.board.attackers_to(own, occupied) & self.board.by_color(!self.turn);
            faults.add_if(!self.check_is_possible(own, checkers), Fault::ImpossibleCheck);
        }
        faults
    }

    fn check_material(&self, faults: &mut Faults) {
        const BY_COLOR: [[Fault; 4]; 2] = [
            [
                Fault::NoWhiteKing,
                Fault::TooManyWhiteKings,
                Fault::TooManyWhitePawns,
                Fault::TooManyWhitePieces,
            ],
            [
                Fault::NoBlackKing,
                Fault::TooManyBlackKings,
                Fault::TooManyBlackPawns,
                Fault::TooManyBlackPieces,
            ],
        ];
        for color in Color::ALL {
            let [no_king, too_many_kings, too_many_pawns, too_many_pieces] = BY_COLOR[color.index()];
            let count = |role| self.board.pieces(color, role).count();
            faults.add_if(count(Role::King) == 0, no_king);
            faults.add_if(count(Role::King) > 1, too_many_kings);
            faults.add_if(count(Role::Pawn) > 8, too_many_pawns);
            faults.add_if(self.board.by_color(color).count() > 16, too_many_pieces);
        }
    }

    /// Keeps the valid castling rights, and of two on one side the outer one.
    pub(crate) fn drop_wrong_castling_rights(&mut self) {
        let claimed = std::mem::take(&mut self.castling_rooks);
        for color in Color::ALL {
            let rooks = claimed & Rank::First.relative_to(color).into();
            for rook in rooks.first().into_iter().chain(rooks.last()).chain(rooks) {
                let before = self.castling_rooks;
                self.castling_rooks |= rook.into();
                if !self.castling_rights_fit() {
                    self.castling_rooks = before;
                }
            }
        }
    }

    fn castling_rights_fit(&self) -> bool {
        let mut seen = [[false; 2]; 2];
        (self.castling_rooks & !Bitboard::BACK_RANKS).is_empty()
            && self.castling_rooks.into_iter().all(|rook| {
                let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
                let rank = Bitboard::from(rook.rank());
                let Some(king) = (self.board.pieces(color, Role::King) & rank).single() else { return false };
                let side = CastlingSide::of(king, rook);
                self.board.pieces(color, Role::Rook).contains(rook)
                    && !std::mem::replace(&mut seen[color.index()][side as usize], true)
            })
    }

    fn ep_square_fits(&self, ep: Square) -> bool {
        let them = !self.turn;
        let bit = Bitboard::from(ep);
        let empty = !self.board.occupied();
        ep.rank() == Rank::Third.relative_to(them)
            && (bit | bit.forward(self.turn)) & !empty == Bitboard::EMPTY
            && (bit.forward(them) & self.board.pieces(them, Role::Pawn)).any()
    }

    /// Whether one move can have given check with all of these pieces.
    fn check_is_possible(&self, king: Square, checkers: Bitboard) -> bool {
        if let Some(ep) = self.ep_square.filter(|&ep| self.ep_square_fits(ep)) {
            return self.check_fits_double_step(king, checkers, ep);
        }
        match checkers.count() {
            0 | 1 => true,
            2 => {
                let mut squares = checkers.into_iter();
                let (Some(a), Some(b)) = (squares.next(), squares.next()) else { return true };
                // One of two was discovered by the other: it is a slider, and not on the other's line.
                (checkers & self.sliders()).any() && !attacks::line(a, b).contains(king)
            }
            _ => false,
        }
    }

    fn sliders(&self) -> Bitboard {
        self.board.by_role(Role::Bishop) | self.board.by_role(Role::Rook) | self.board.by_role(Role::Queen)
    }

    /// After a double step only the pawn itself, or a line that it opened, gives check.
    fn check_fits_double_step(&self, king: Square, checkers: Bitboard, ep: Square) -> bool {
        let them = !self.turn;
        let pawn = Bitboard::from(ep).forward(them);
        let origin = Bitboard::from(ep).forward(self.turn);
        let before = (self.board.occupied() & !pawn) | origin;
        let others = checkers & !pawn;
        let sliders = self.board.by_role(Role::Bishop)
            | self.board.by_role(Role::Rook)
            | self.board.by_role(Role::Queen);
        // With the pawn back on its square none of the others may attack the king.
        others & !sliders == Bitboard::EMPTY && (self.board.attackers_to(king, before) & others).is_empty()
    }
}
