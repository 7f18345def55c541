//! From setups to positions and back.

use std::fmt;
use std::str::FromStr;

use super::Position;
use crate::attacks::Sliders;
use crate::zobrist::{self, Keys};
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Fault, Faults, FenError, PositionError, Rank, Setup, fen,
};

impl Position {
    /// The position of a setup.
    ///
    /// # Errors
    /// [`PositionError`] with every fault of the setup.
    pub fn from_setup(setup: Setup) -> Result<Self, PositionError> {
        let faults = setup.faults();
        if faults.is_empty() { Ok(Self::from_setup_unchecked(&setup)) } else { Err(PositionError { faults }) }
    }

    /// The position of a setup that can be played on even if no game leads to it.
    ///
    /// Composed positions, perft suites and other programs' positions need this. Of the faults in
    /// [`Faults::PLAYABLE`], wrong castling rights and a wrong en-passant square are dropped and the rest are
    /// left as they are.
    ///
    /// # Errors
    /// [`PositionError`] with every fault of the setup if one of them is not in [`Faults::PLAYABLE`].
    pub fn from_setup_lenient(mut setup: Setup) -> Result<Self, PositionError> {
        let faults = setup.faults();
        if !faults.without(Faults::PLAYABLE).is_empty() {
            return Err(PositionError { faults });
        }
        if faults.contains(Fault::CastlingRights) {
            setup.drop_wrong_castling_rights();
        }
        if faults.contains(Fault::EnPassantSquare) {
            setup.ep_square = None;
        }
        Ok(Self::from_setup_unchecked(&setup))
    }

    /// The position of a setup without faults that affect play.
    pub(super) fn from_setup_unchecked(setup: &Setup) -> Self {
        let mut position = Self {
            board: setup.board,
            keys: Keys::default(),
            castling: CastlingRights(setup.castling_rooks),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
            turn: setup.turn,
            ep_square: None,
            hashed_ep: None,
            sliders: Sliders::ready(),
        };
        for (square, piece) in setup.board.iter() {
            position.keys.toggle(piece.color, piece.role, square);
        }
        if setup.turn.is_white() {
            position.keys.full ^= zobrist::white_to_move();
        }
        for rook in setup.castling_rooks {
            let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
            let side = CastlingSide::of(position.king(color), rook);
            position.keys.full ^= zobrist::castling(color, side);
        }
        match setup.turn {
            Color::White => position.update_checks::<true>(),
            Color::Black => position.update_checks::<false>(),
        }
        if let Some(ep) = setup.ep_square {
            position.allow_en_passant(ep, true);
        }
        position
    }
}

impl Setup {
    /// The position of this setup, if it is legal.
    ///
    /// # Errors
    /// [`PositionError`] names every fault.
    pub fn position(self) -> Result<Position, PositionError> {
        Position::from_setup(self)
    }

    /// The position of this setup, if it can be played on: see [`Position::from_setup_lenient`].
    ///
    /// # Errors
    /// [`PositionError`] if, for example, a king is missing.
    pub fn position_lenient(self) -> Result<Position, PositionError> {
        Position::from_setup_lenient(self)
    }
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Self, PositionError> {
        Self::from_setup(setup)
    }
}

/// Why a text is not the FEN of a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsePositionError {
    /// Not a FEN.
    Fen(FenError),
    /// The FEN of a setup that is not a legal position.
    Position(PositionError),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParsePositionError {}

impl From<FenError> for ParsePositionError {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl From<PositionError> for ParsePositionError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

/// Reads the FEN of a legal position, as [`fen::parse`] and [`Position::from_setup`] do. For positions that no game leads to, parse a
/// [`Setup`] and take its [`Setup::position_lenient`].
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Ok(fen::parse(text)?.position()?)
    }
}

/// The start position.
impl Default for Setup {
    fn default() -> Self {
        Self::from(&Position::default())
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self {
            board: *position.board(),
            turn: position.turn(),
            castling_rooks: position.castling_rights().rooks(),
            ep_square: position.ep_square(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
        }
    }
}
