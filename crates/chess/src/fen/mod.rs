//! Forsyth-Edwards notation: orthodox FEN, X-FEN and Shredder-FEN, read and written.

mod tolerant;

pub use tolerant::{TolerantFen, is_dash, is_no_fen, parse_tolerant};

use std::fmt;
use std::str::FromStr;

use crate::{Bitboard, Board, Color, File, Piece, Position, Rank, Setup, Square};

/// Why a text is not a FEN: which field is wrong, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenError {
    /// The text is blank.
    Empty,
    /// The board has fewer or more than eight ranks.
    RankCount(usize),
    /// A rank does not describe exactly eight squares.
    RankLength(Rank),
    /// A character of the board that is not a piece, digit or slash, or a digit after a digit.
    BoardChar(char),
    /// The second field is neither `w` nor `b`.
    Turn(String),
    /// The third field does not consist of `KQkq`, file letters or `-`, or names a right twice.
    Castling(String),
    /// The fourth field is neither a square nor `-`.
    EnPassant(String),
    /// The fifth field is not a number.
    HalfmoveClock(String),
    /// The sixth field is not a number.
    FullmoveNumber(String),
    /// More than six fields.
    Trailing(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the FEN is empty"),
            Self::RankCount(count) => {
                let ranks = if *count == 1 { "rank" } else { "ranks" };
                write!(f, "the board of the FEN has {count} {ranks}, not 8")
            }
            Self::RankLength(rank) => write!(f, "rank {rank} of the FEN does not have 8 squares"),
            Self::BoardChar(c) => write!(f, "{c:?} cannot stand where it does in the board of the FEN"),
            Self::Turn(text) => write!(f, "the side to move is {text:?}, not w or b"),
            Self::Castling(text) => write!(f, "the castling rights {text:?} are not like KQkq, HAha or -"),
            Self::EnPassant(text) => write!(f, "the en-passant square {text:?} is neither a square nor -"),
            Self::HalfmoveClock(text) => write!(f, "the half-move clock {text:?} is not a number"),
            Self::FullmoveNumber(text) => write!(f, "the move number {text:?} is not a number"),
            Self::Trailing(text) => write!(f, "{text:?} follows the six fields of the FEN"),
        }
    }
}

impl std::error::Error for FenError {}

/// Reads a FEN. Fields after the board may be missing: White to move, no castling, no en passant, `0 1`.
///
/// `K`, `Q`, `k` and `q` mean the outermost rook on that side of the king (X-FEN); file letters name the rook
/// (Shredder-FEN). The `~` that marks promoted pieces in other programs is skipped. Blanks before, after and
/// between the fields do not matter, and numbers too large for a clock are replaced by the maximum.
///
/// ```
/// use tabia_chess::{Square, fen};
///
/// let inner_rook = fen::parse("4k3/8/8/8/8/8/8/4K1RR w G - 0 1")?;
/// assert_eq!(inner_rook.castling_rooks.first(), Some(Square::G1));
/// assert_eq!(inner_rook.to_string(), "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
/// assert!(fen::parse("4k3/8/8/8 w - - 0 1").is_err());
/// # Ok::<(), fen::FenError>(())
/// ```
///
/// # Errors
/// [`FenError`] says which field is wrong.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let mut setup = Setup::EMPTY;
    setup.board = parse_board(fields.next().ok_or(FenError::Empty)?)?;
    if let Some(field) = fields.next() {
        let mut chars = field.chars();
        setup.turn = match (chars.next().and_then(Color::from_char), chars.next()) {
            (Some(color), None) => color,
            _ => return Err(FenError::Turn(field.into())),
        };
    }
    if let Some(field) = fields.next() {
        setup.castling_rooks =
            parse_castling(&setup, field).ok_or_else(|| FenError::Castling(field.into()))?;
    }
    if let Some(field) = fields.next().filter(|&field| field != "-") {
        setup.ep_square = Some(field.parse().map_err(|_| FenError::EnPassant(field.into()))?);
    }
    if let Some(field) = fields.next() {
        setup.halfmove_clock = parse_number(field).ok_or_else(|| FenError::HalfmoveClock(field.into()))?;
    }
    if let Some(field) = fields.next() {
        setup.fullmove_number =
            parse_number(field).ok_or_else(|| FenError::FullmoveNumber(field.into()))?.max(1);
    }
    match fields.next() {
        Some(field) => Err(FenError::Trailing(field.into())),
        None => Ok(setup),
    }
}

fn parse_board(field: &str) -> Result<Board, FenError> {
    let ranks = field.split('/').count();
    if ranks != 8 {
        return Err(FenError::RankCount(ranks));
    }
    let mut board = Board::EMPTY;
    for (rank, text) in Rank::ALL.into_iter().rev().zip(field.split('/')) {
        let mut file = 0;
        let mut previous = '/';
        for c in text.chars() {
            if let Some(digit @ 1..=8) = c.to_digit(10) {
                if previous.is_ascii_digit() {
                    return Err(FenError::BoardChar(c));
                }
                file += digit as usize;
            } else if let Some(piece) = Piece::from_char(c) {
                let file_here = File::new(file).ok_or(FenError::RankLength(rank))?;
                board.put(Square::from_coords(file_here, rank), piece.color, piece.role);
                file += 1;
            } else if c != '~' || Piece::from_char(previous).is_none() {
                return Err(FenError::BoardChar(c));
            }
            previous = c;
        }
        if file != 8 {
            return Err(FenError::RankLength(rank));
        }
    }
    Ok(board)
}

fn parse_castling(setup: &Setup, field: &str) -> Option<Bitboard> {
    let mut rooks = Bitboard::EMPTY;
    if field == "-" {
        return Some(rooks);
    }
    for c in field.chars() {
        let before = rooks;
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::First.relative_to(color);
        rooks |= match c.to_ascii_lowercase() {
            // Without a rook there, the corner stands for the impossible right.
            'k' => setup.outermost_rook(color, true).unwrap_or(Square::from_coords(File::H, rank)),
            'q' => setup.outermost_rook(color, false).unwrap_or(Square::from_coords(File::A, rank)),
            file => Square::from_coords(File::from_char(file)?, rank),
        }
        .into();
        if rooks == before {
            return None;
        }
    }
    Some(rooks)
}

/// A number of digits only; numbers that are too large become the maximum.
fn parse_number(field: &str) -> Option<u32> {
    field.bytes().all(|byte| byte.is_ascii_digit()).then(|| field.parse().unwrap_or(u32::MAX))
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        parse(text)
    }
}

/// The notation of castling rights.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Castling {
    /// `KQkq`, and the file letter for a rook that is not the outermost.
    XFen,
    /// Always the file letter.
    Shredder,
}

fn write_fen(f: &mut impl fmt::Write, setup: &Setup, castling: Castling) -> fmt::Result {
    write!(f, "{} {} ", setup.board, setup.turn.char())?;
    if setup.castling_rooks.is_empty() {
        f.write_char('-')?;
    }
    for color in Color::ALL {
        let rank = Bitboard::from(Rank::First.relative_to(color));
        let rooks = setup.castling_rooks & rank;
        // From the h-file to the a-file, which gives KQ and HA.
        for rook in
            File::ALL.into_iter().rev().map(|file| Square::from_coords(file, Rank::First.relative_to(color)))
        {
            if !rooks.contains(rook) {
                continue;
            }
            let letter = match castling {
                Castling::XFen if setup.outermost_rook(color, true) == Some(rook) => 'k',
                Castling::XFen if setup.outermost_rook(color, false) == Some(rook) => 'q',
                _ => rook.file().char(),
            };
            f.write_char(if color.is_white() { letter.to_ascii_uppercase() } else { letter })?;
        }
    }
    match setup.ep_square {
        Some(square) => write!(f, " {square}")?,
        None => f.write_str(" -")?,
    }
    write!(f, " {} {}", setup.halfmove_clock, setup.fullmove_number)
}

/// X-FEN, with the en-passant square as given.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(f, self, Castling::XFen)
    }
}

impl Setup {
    /// Shredder-FEN: castling rights by the files of the rooks.
    pub fn to_shredder_fen(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_fen(&mut text, self, Castling::Shredder);
        text
    }
}

/// X-FEN; with the en-passant square only if a pawn can legally capture there.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

impl Position {
    /// X-FEN: `KQkq` as in standard FEN, file letters only for rooks that are not the outermost, and the
    /// en-passant square only if a pawn can legally capture there.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// Shredder-FEN: castling rights by the files of the rooks, `HAha` in the start position.
    pub fn to_shredder_fen(&self) -> String {
        Setup::from(self).to_shredder_fen()
    }
}
