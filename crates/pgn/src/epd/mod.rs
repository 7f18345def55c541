//! Extended Position Description: positions with operations (PGN standard, section 16.2).
//!
//! Test suites, opening sets and perft files come in many dialects. Accepted are: complete FENs before the operations (`0 1 bm Qg6`),
//! operations with the last semicolon missing or one too many, strings with semicolons and escaped or missing quotation marks, moves in SAN
//! or UCI, separated by spaces or commas, with check marks missing or detached (`Qd1 +`), `;D1 20 ;D2 400`, NUL bytes, an extra dash after
//! the en-passant field, missing castling and en-passant fields, typographic dashes and spaces in the position, comments after `#`, and
//! blocks of `id`, `epd` and `perft` lines.
//!
//! ```
//! use tabia_pgn::Epd;
//!
//! let epd = Epd::parse("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";")?;
//! assert_eq!(epd.text("id").as_deref(), Some("BK.01"));
//! assert_eq!(epd.best_moves()?[0].to_string(), "d6d1");
//! # Ok::<(), tabia_pgn::EpdError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use tabia_chess::fen::parse_tolerant;
use tabia_chess::{FenError, Move, Position, PositionError, Setup};

mod fields;
mod file;
mod operation;

use crate::Played;
use crate::move_text::{self, Reading};
use fields::{segments, split_position};
use operation::operands;

pub use file::{EpdLine, EpdReader, read_epds};
pub use operation::{Operand, Operation};

/// A position and its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, legal or not. The clocks come from `hmvc` and `fmvn`, or from a complete FEN.
    pub setup: Setup,
    /// The operations in the order of the text, without `hmvc` and `fmvn`.
    pub operations: Vec<Operation>,
}

/// Why a line is not valid EPD.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdError {
    /// The position is malformed.
    #[error("the position cannot be read: {0}")]
    Fen(FenError),
    /// The position is not playable.
    #[error("the position cannot be used: {0}")]
    Position(PositionError),
    /// An operand that should be a move is not a playable one.
    #[error("{opcode} {text}: {reason}")]
    Move {
        /// Opcode of the operation.
        opcode: String,
        /// The operand.
        text: String,
        /// The reason.
        reason: String,
    },
}

impl Epd {
    /// A position without operations.
    pub fn new(setup: Setup) -> Self {
        Self { setup, operations: Vec::new() }
    }

    /// Reads one line.
    ///
    /// # Errors
    /// [`EpdError::Fen`] if it does not begin with a position. Operations are never rejected.
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        let line = without_marks(line);
        let (fen, rest) = split_position(&line);
        let setup = parse_tolerant(&fen).map_err(EpdError::Fen)?.setup;
        let mut epd = Self::new(setup);
        for segment in segments(rest) {
            epd.add(segment);
        }
        Ok(epd)
    }

    fn add(&mut self, segment: &str) {
        let mut words = segment.trim();
        // An opcode is a name. A quotation mark in it could pair with one in a later operation.
        let (opcode, rest) = loop {
            if words.is_empty() {
                return;
            }
            let (opcode, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
            let opcode = opcode.replace(['"', ';'], "");
            if !opcode.is_empty() {
                break (opcode, rest);
            }
            words = rest.trim_start();
        };
        let words = operands(rest);
        let number = match &words[..] {
            [Operand::Word(word)] => word.parse().ok(),
            _ => None,
        };
        match (opcode.as_str(), number) {
            ("hmvc", Some(number)) => self.setup.halfmove_clock = number,
            ("fmvn", Some(number)) => self.setup.fullmove_number = u32::max(number, 1),
            _ => self.operations.push(Operation { opcode, operands: words }),
        }
    }

    /// The position, if playable.
    ///
    /// # Errors
    /// [`EpdError::Position`] with every fault.
    pub fn position(&self) -> Result<Position, EpdError> {
        self.setup.position_lenient().map_err(EpdError::Position)
    }

    /// The first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// Operands of the first operation with this opcode, joined with spaces: `id`, `c0` and so on.
    pub fn text(&self, opcode: &str) -> Option<String> {
        let operands = &self.operation(opcode)?.operands;
        Some(operands.iter().map(Operand::as_str).collect::<Vec<_>>().join(" "))
    }

    /// The number of a single-number operation: `acd`, `ce`, `dm` and so on.
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.text(opcode)?.parse().ok()
    }

    /// Leaf counts by depth, from `D1`, `D2` and so on, in ascending order.
    pub fn perft(&self) -> Vec<(u32, u64)> {
        let depth = |opcode: &str| opcode.strip_prefix(['D', 'd'])?.parse().ok();
        let count = |operation: &Operation| operation.operands.first()?.as_str().parse().ok();
        let mut counts: Vec<_> = self
            .operations
            .iter()
            .filter_map(|operation| Some((depth(&operation.opcode)?, count(operation)?)))
            .collect();
        counts.sort_unstable();
        counts
    }

    /// The best moves (`bm`); empty if there are none.
    ///
    /// # Errors
    /// [`EpdError`] if the position or one of the moves is illegal.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.alternatives("bm")
    }

    /// Distance in moves of a mate to find, given in `bm` instead of a move (`bm #3`).
    pub fn mate_to_find(&self) -> Option<u32> {
        self.words("bm").find_map(mate_distance)
    }

    /// The moves to avoid (`am`).
    ///
    /// # Errors
    /// [`EpdError`] if the position or one of the moves is illegal.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.alternatives("am")
    }

    /// Alternative moves in the position, from all operations with this opcode.
    ///
    /// # Errors
    /// [`EpdError`] if the position or one of the moves is illegal.
    pub fn alternatives(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let words: Vec<_> = self.move_words(opcode).collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let position = self.position()?;
        words.into_iter().map(|word| read_move(&position, opcode, word)).collect()
    }

    /// A sequence of moves, as in `pv`.
    ///
    /// # Errors
    /// [`EpdError`] if the position or one of the moves is illegal.
    pub fn line(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let words: Vec<_> = self.move_words(opcode).collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let mut position = self.position()?;
        words
            .into_iter()
            .map(|word| {
                let m = read_move(&position, opcode, word)?;
                position.play_unchecked(m);
                Ok(m)
            })
            .collect()
    }

    fn move_words(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.words(opcode).filter(|word| mate_distance(word).is_none())
    }

    fn words(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.operations
            .iter()
            .filter(move |operation| operation.opcode == opcode)
            .flat_map(|operation| &operation.operands)
            .flat_map(|operand| operand.as_str().split([',', ' ']))
            // Skip detached check marks.
            .filter(|word| word.chars().any(char::is_alphanumeric))
    }
}

/// The text without NULs and byte order marks, which other programs leave in files.
fn without_marks(text: &str) -> String {
    text.chars().filter(|&c| c != '\0' && c != '\u{FEFF}').collect()
}

/// Mate distance given instead of a move: `#3`, `M3`, `mate3`.
fn mate_distance(word: &str) -> Option<u32> {
    let number = ["#", "+M", "M", "mate"].into_iter().find_map(|mark| word.strip_prefix(mark))?;
    number.parse().ok().filter(|&moves| moves > 0)
}

fn read_move(position: &Position, opcode: &str, word: &str) -> Result<Move, EpdError> {
    let plain = word.trim_end_matches(['!', '?']);
    let reason = match move_text::read(position, plain, None) {
        Reading::Played(Played::Move(m), _) => return Ok(m),
        Reading::Unplayable(reason) => reason,
        _ => "this is not a move".to_owned(),
    };
    Err(EpdError::Move { opcode: opcode.to_owned(), text: word.to_owned(), reason })
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        Self::parse(line)
    }
}

/// The position in four fields, then the operations. Clocks are written as `hmvc` and `fmvn` unless they have their initial values.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.setup.to_string();
        let fields: Vec<_> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        if self.setup.halfmove_clock != 0 {
            write!(f, " hmvc {};", self.setup.halfmove_clock)?;
        }
        if self.setup.fullmove_number != 1 {
            write!(f, " fmvn {};", self.setup.fullmove_number)?;
        }
        if let Some(first) = self.operations.first()
            && first.opcode.chars().all(|c| c.is_ascii_digit() || c == '-')
        {
            // Directly after the position, a number would be read as a clock.
            f.write_str(" ;")?;
        }
        for operation in &self.operations {
            write!(f, " {operation};")?;
        }
        Ok(())
    }
}
