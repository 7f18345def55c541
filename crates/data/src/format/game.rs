//! Complete games.

use std::io::{self, ErrorKind, Read};

use tabia_chess::{Move, MoveKind, Position, Role, Square};
use thiserror::Error;

use super::packed_board::{PACKED_SIZE, PackedBoard, UnpackError};
use crate::GameResult;

/// The flags of a move in a file, in its upper two bits. Promotions have both, and the role in the bits above
/// the squares.
const EN_PASSANT: u16 = 0x4000;
const CASTLING: u16 = 0x8000;
const PROMOTION: u16 = 0xc000;
/// Promotion roles by number.
const PROMOTED: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// The end of a game.
const END: [u8; 4] = [0; 4];

/// A move with the score of the search that found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score in centipawns, from White's side; mates as in [`super::stored_score`].
    pub score: i16,
}

/// A game: start position, moves and result.
#[derive(Clone, Debug)]
pub struct Game {
    /// The first position that was searched.
    pub start: Position,
    /// The moves; every one is legal.
    pub moves: Vec<ScoredMove>,
    /// The result.
    pub result: GameResult,
}

impl Game {
    /// Appends the game to a file's bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(PackedBoard::new(&self.start, 0, self.result).0);
        for played in &self.moves {
            bytes.extend(encoded(played.mv).to_le_bytes());
            bytes.extend(played.score.to_le_bytes());
        }
        bytes.extend(END);
    }

    /// Every position of the game in order, with the move played there.
    pub fn positions(&self) -> impl Iterator<Item = (Position, ScoredMove)> + '_ {
        self.moves.iter().scan(self.start, |position, &played| {
            let before = *position;
            position.play_unchecked(played.mv);
            Some((before, played))
        })
    }
}

/// A move in 16 bits: from (6 bits), to (6), promotion number (2), flags (2). Castling goes to the rook's
/// square.
fn encoded(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    if let Some(role) = mv.promotion() {
        return squares | (role.index() as u16 - Role::Knight.index() as u16) << 12 | PROMOTION;
    }
    match mv.kind() {
        MoveKind::Castling => squares | CASTLING,
        MoveKind::EnPassant => squares | EN_PASSANT,
        _ => squares,
    }
}

/// The legal move encoded by 16 bits, if there is one.
fn decoded(position: &Position, bits: u16) -> Option<Move> {
    let from = Square::new(usize::from(bits & 63))?;
    let to = Square::new(usize::from(bits >> 6 & 63))?;
    let captures = position.piece_at(to).is_some();
    let kind = match bits & PROMOTION {
        PROMOTION => MoveKind::promotion(PROMOTED[usize::from(bits >> 12 & 3)], captures)?,
        CASTLING => MoveKind::Castling,
        EN_PASSANT => MoveKind::EnPassant,
        _ if captures => MoveKind::Capture,
        _ => {
            let is_pawn = position.piece_at(from)?.role == Role::Pawn;
            let ranks = from.rank().index().abs_diff(to.rank().index());
            if is_pawn && ranks == 2 { MoveKind::DoublePush } else { MoveKind::Quiet }
        }
    };
    let mv = Move::new(from, to, kind);
    position.is_legal(mv).then_some(mv)
}

/// Why games cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The last game is incomplete: its writer was interrupted.
    #[error("the last game is cut off at byte {0}")]
    CutOff(u64),
    /// The start position of a game cannot be read.
    #[error("game {number} at byte {at} begins with no position: {error}")]
    Start {
        /// The number of the game, from 0.
        number: u64,
        /// The offset of the game in bytes.
        at: u64,
        /// The fault.
        error: UnpackError,
    },
    /// A move is not legal.
    #[error("game {number} at byte {at}: the move number {ply} (from 0) is not legal: {bits:#06x} in {fen}")]
    Move {
        /// The number of the game, from 0.
        number: u64,
        /// The offset of the game in bytes.
        at: u64,
        /// Number of moves played before it.
        ply: usize,
        /// The move as it is in the file.
        bits: u16,
        /// The position.
        fen: String,
    },
}

/// Extent of the complete games in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// Games.
    pub games: u64,
    /// The bytes they take.
    pub bytes: u64,
}

/// Reads the games of a file one by one. Every move is checked. Reading stops at the first error.
#[derive(Debug)]
pub struct GameReader<R> {
    reader: R,
    whole: Whole,
    at: u64,
    is_over: bool,
}

impl<R: Read> GameReader<R> {
    /// A reader of games; it reads few bytes at a time, so `reader` should be buffered.
    pub fn new(reader: R) -> Self {
        Self { reader, whole: Whole::default(), at: 0, is_over: false }
    }

    /// The complete games read so far.
    pub fn whole(&self) -> Whole {
        self.whole
    }

    /// Reads bytes; `None` at the end, and an error if there are too few.
    fn take<const N: usize>(&mut self) -> Result<Option<[u8; N]>, ReadError> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.reader.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err(ReadError::CutOff(self.at + filled as u64)),
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.at += N as u64;
        Ok(Some(bytes))
    }

    fn game(&mut self) -> Result<Option<Game>, ReadError> {
        let (number, at) = (self.whole.games, self.at);
        let Some(start) = self.take::<PACKED_SIZE>()? else { return Ok(None) };
        let first = PackedBoard(start).unpack().map_err(|error| ReadError::Start { number, at, error })?;
        let mut moves = Vec::new();
        let mut position = first.position;
        loop {
            let entry = self.take::<4>()?.ok_or(ReadError::CutOff(self.at))?;
            if entry == END {
                break;
            }
            let bits = u16::from_le_bytes([entry[0], entry[1]]);
            let mv = decoded(&position, bits).ok_or_else(|| ReadError::Move {
                number,
                at,
                ply: moves.len(),
                bits,
                fen: position.to_fen(),
            })?;
            moves.push(ScoredMove { mv, score: i16::from_le_bytes([entry[2], entry[3]]) });
            position.play_unchecked(mv);
        }
        self.whole = Whole { games: number + 1, bytes: self.at };
        Ok(Some(Game { start: first.position, moves, result: first.result }))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.game().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}
