//! A position in 32 bytes.

use tabia_chess::{Board, Color, Piece, Position, PositionError, Role, Setup, Square};
use thiserror::Error;

use crate::GameResult;

/// The size of a packed position in bytes.
pub const PACKED_SIZE: usize = 32;
/// The code of a rook with castling rights; the other codes are those of [`Role::index`].
const CASTLING_ROOK: u8 = 6;
/// The code for "no en-passant square".
const NO_SQUARE: u8 = 64;
/// Added to the byte of the en-passant square if Black is to move.
const BLACK_TO_MOVE: u8 = 0x80;

/// A position with a score and a result, in 32 bytes, little endian:
///
/// | bytes | content |
/// | --- | --- |
/// | 0 to 7 | the occupied squares, a1 being the lowest bit |
/// | 8 to 23 | the pieces on them, 4 bits each, the first in the low bits: the role (0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king, 6 rook with which castling is allowed), plus 8 if it is Black's |
/// | 24 | the en-passant square (0 to 63), or 64; plus 128 if Black is to move |
/// | 25 | half-moves since the last capture or pawn move |
/// | 26, 27 | the number of the move |
/// | 28, 29 | the score in centipawns, from White's side |
/// | 30 | the result: 0 Black won, 1 draw, 2 White won |
/// | 31 | 0 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedBoard(pub [u8; PACKED_SIZE]);

/// An unpacked position with its score and result.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// Its score in centipawns, from White's side; mates as in [`super::stored_score`].
    pub score: i16,
    /// The result of the game.
    pub result: GameResult,
}

/// Why 32 bytes cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    /// More than 32 squares are occupied.
    #[error("{0} squares are occupied, more than 32")]
    TooManyMen(u32),
    /// A piece code that does not exist.
    #[error("a piece with the number {0}")]
    Piece(u8),
    /// An en-passant code above 64.
    #[error("an en-passant square with the number {0}")]
    EnPassant(u8),
    /// A result code above 2.
    #[error("a result with the number {0}")]
    Result(u8),
    /// An illegal position.
    #[error("illegal position: {0}")]
    Position(#[from] PositionError),
}

impl PackedBoard {
    /// Packs a position. Clocks are limited to what fits (255 half-moves, move 65,535).
    pub fn new(position: &Position, score: i16, result: GameResult) -> Self {
        let mut bytes = [0; PACKED_SIZE];
        bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
        let castling = position.castling_rights();
        for (index, (square, piece)) in position.board().iter().enumerate() {
            let code = if piece.role == Role::Rook && castling.contains(square) {
                CASTLING_ROOK
            } else {
                piece.role.index() as u8
            };
            // No position from a game has more than 32 pieces.
            if let Some(byte) = bytes[8..24].get_mut(index / 2) {
                *byte |= (code | (piece.color.index() as u8) << 3) << (index % 2 * 4);
            }
        }
        let turn = if position.turn().is_white() { 0 } else { BLACK_TO_MOVE };
        bytes[24] = turn | position.ep_square().map_or(NO_SQUARE, |square| square.index() as u8);
        bytes[25] = position.halfmove_clock().min(u32::from(u8::MAX)) as u8;
        let number = position.fullmove_number().min(u32::from(u16::MAX)) as u16;
        bytes[26..28].copy_from_slice(&number.to_le_bytes());
        bytes[28..30].copy_from_slice(&score.to_le_bytes());
        bytes[30] = match result {
            GameResult::BlackWins => 0,
            GameResult::Draw => 1,
            GameResult::WhiteWins => 2,
        };
        Self(bytes)
    }

    /// The score in centipawns, from White's side.
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[28], self.0[29]])
    }

    /// The result of the game.
    ///
    /// # Errors
    /// If the result code does not exist.
    pub fn result(&self) -> Result<GameResult, UnpackError> {
        let number = self.0[30];
        GameResult::ALL.get(usize::from(number)).copied().ok_or(UnpackError::Result(number))
    }

    /// Unpacks the position.
    ///
    /// # Errors
    /// [`UnpackError`] if the bytes are damaged.
    pub fn unpack(&self) -> Result<Sample, UnpackError> {
        Ok(Sample { position: self.setup()?.position()?, score: self.score(), result: self.result()? })
    }

    fn setup(&self) -> Result<Setup, UnpackError> {
        let bytes = &self.0;
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let occupied = tabia_chess::Bitboard(u64::from_le_bytes(occupied));
        if occupied.count() > 32 {
            return Err(UnpackError::TooManyMen(occupied.count()));
        }
        let mut setup = Setup { board: Board::EMPTY, ..Setup::EMPTY };
        for (index, square) in occupied.into_iter().enumerate() {
            let code = bytes[8 + index / 2] >> (index % 2 * 4) & 15;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            let role = match code & 7 {
                CASTLING_ROOK => {
                    setup.castling_rooks = setup.castling_rooks.with(square);
                    Role::Rook
                }
                role => *Role::ALL.get(usize::from(role)).ok_or(UnpackError::Piece(code))?,
            };
            setup.board.set(square, Some(Piece::new(color, role)));
        }
        setup.turn = if bytes[24] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        setup.ep_square = match bytes[24] & !BLACK_TO_MOVE {
            NO_SQUARE => None,
            square => Some(Square::new(usize::from(square)).ok_or(UnpackError::EnPassant(square))?),
        };
        setup.halfmove_clock = u32::from(bytes[25]);
        setup.fullmove_number = u32::from(u16::from_le_bytes([bytes[26], bytes[27]]));
        Ok(setup)
    }
}
