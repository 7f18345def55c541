//! Openings: positions from EPD files, moves from PGN files and Polyglot books, in file order or shuffled by
//! a seed.

mod packed;
mod polyglot;
mod reader;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabia_chess::{Move, Position};

use tabia_rng::Rng;

pub use self::packed::DamagedOpenings;
use self::packed::Packed;
pub use self::polyglot::MAX_WALKS;
pub use self::reader::{OpeningText, OpeningsReader};

/// The built-in opening set: 1,500 balanced positions after eight plies, as EPD. It is made by
/// scripts/make-openings.mjs and never changes: resumed and shared matches rely on it.
///
/// The page fetches the same file (`openings.epd`) and does not link this constant, so that it does not slow
/// down the start of the page.
pub const BUILT_IN: &str = include_str!("../../data/openings.epd");

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "OpeningJson", into = "OpeningJson")]
pub struct Opening {
    /// The position from which the moves are played.
    pub start: Position,
    /// The book moves; the engines play from there.
    pub moves: Vec<Move>,
    /// Whether castling needs the notation of Chess960.
    pub chess960: bool,
}

impl Default for Opening {
    /// The standard start position.
    fn default() -> Self {
        Self { start: Position::default(), moves: Vec::new(), chess960: false }
    }
}

/// An opening as it is stored and sent: JSON with `fen`, `moves` (UCI, separated by spaces) and `chess960`.
#[derive(Serialize, Deserialize)]
struct OpeningJson {
    fen: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    moves: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
}

impl From<Opening> for OpeningJson {
    fn from(opening: Opening) -> Self {
        let Opening { start, moves, chess960 } = opening;
        let fen = if chess960 { start.to_shredder_fen() } else { start.to_fen() };
        Self { fen, moves: moves_text(start, moves.into_iter(), chess960), chess960 }
    }
}

impl TryFrom<OpeningJson> for Opening {
    type Error = String;

    fn try_from(text: OpeningJson) -> Result<Self, String> {
        let setup: tabia_chess::Setup = text.fen.parse().map_err(|error| format!("{error}"))?;
        let start = setup.position_lenient().map_err(|error| error.to_string())?;
        let moves = moves_from_text(start, &text.moves)?;
        Ok(Self { start, moves, chess960: text.chess960 })
    }
}

/// Moves as UCI text, separated by spaces.
pub(crate) fn moves_text(start: Position, moves: impl Iterator<Item = Move>, chess960: bool) -> String {
    let mut position = start;
    let mut text = String::new();
    for mv in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &position.uci(mv, chess960);
        position.play_unchecked(mv);
    }
    text
}

/// Reads moves in UCI, separated by spaces, and checks that they are legal.
pub(crate) fn moves_from_text(start: Position, text: &str) -> Result<Vec<Move>, String> {
    let mut position = start;
    text.split_ascii_whitespace()
        .enumerate()
        .map(|(index, word)| {
            let mv = position.parse_uci(word).map_err(|error| format!("move {}: {error}", index + 1))?;
            position.play_unchecked(mv);
            Ok(mv)
        })
        .collect()
}

/// A problem with a line or game of an opening file. The rest of the file is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningProblem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// Whether the line or game is skipped. Otherwise the part before the problem is used.
    pub is_left_out: bool,
}

impl fmt::Display for OpeningProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// The order in which openings are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled once by the seed; none is repeated before all have been used.
    Random,
}

/// A text that names no [`Order`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown order {0:?}: sequential or random")]
pub struct UnknownOrder(String);

impl FromStr for Order {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Self, UnknownOrder> {
        match text {
            "sequential" => Ok(Self::Sequential),
            "random" => Ok(Self::Random),
            _ => Err(UnknownOrder(text.to_owned())),
        }
    }
}

/// Openings. They are kept in a few bytes each and set up when their game starts, so that a large file needs little memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    packed: Packed,
    order: Vec<u32>,
}

impl Openings {
    fn with(packed: Packed) -> Self {
        let order = (0..packed.len() as u32).collect();
        Self { packed, order }
    }

    /// All openings in the order of their file, to be handed to [`Openings::from_bytes`] of the same build elsewhere.
    pub fn bytes(&self) -> &[u8] {
        self.packed.bytes()
    }

    /// The openings whose [`bytes`](Openings::bytes) these are, in the order of their file.
    ///
    /// # Errors
    /// If they are none.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, DamagedOpenings> {
        Packed::from_bytes(bytes).map(Self::with)
    }

    /// Whether some of them need Chess960 rules.
    pub fn has_chess960(&self) -> bool {
        self.packed.has_chess960()
    }

    /// Puts the openings into an order, starting with number `start` of it (from 0).
    #[must_use]
    pub fn in_order(mut self, order: Order, seed: u64, start: usize) -> Self {
        self.order = (0..self.packed.len() as u32).collect();
        if order == Order::Random {
            Rng::new(seed).shuffle(&mut self.order);
        }
        let len = self.order.len().max(1);
        self.order.rotate_left(start % len);
        self
    }

    /// Only the first `count` openings of the order, but at least one.
    #[must_use]
    pub fn first(mut self, count: usize) -> Self {
        self.order.truncate(count.max(1));
        self
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none; then every game starts from the start position.
    pub fn is_empty(&self) -> bool {
        self.packed.len() == 0
    }

    /// The opening with this number, repeating when there are fewer; the start position if there are none.
    pub fn get(&self, number: usize) -> Opening {
        let index = number.checked_rem(self.order.len()).and_then(|index| self.order.get(index));
        let found = index.and_then(|&index| self.packed.get(index as usize));
        found.map_or_else(Opening::default, |(start, moves, chess960)| Opening { start, moves, chess960 })
    }
}

/// Reads the position of an EPD line.
fn epd_position(line: &str) -> Result<Position, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let Some(board) = fields.get(..4) else {
        return Err(format!("{line:?} is no position: it has fewer than the four fields of an EPD"));
    };
    let mut board: Vec<&str> = board.iter().map(|field| field.trim_end_matches(';')).collect();
    let is_count = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let count = |field: Option<&&str>| {
        field.map(|text| text.trim_end_matches(';')).filter(is_count).map(str::to_owned)
    };
    let operation = |name: &str| {
        let index = fields.iter().position(|&field| field == name)?;
        count(fields.get(index + 1))
    };
    // The counters of a FEN, or the operations of an EPD.
    let halfmoves = count(fields.get(4));
    let fullmoves = halfmoves.as_ref().and_then(|_| count(fields.get(5)));
    let halfmoves = halfmoves.or_else(|| operation("hmvc")).unwrap_or_else(|| "0".to_owned());
    let fullmoves = fullmoves.or_else(|| operation("fmvn")).unwrap_or_else(|| "1".to_owned());
    board.extend([halfmoves.as_str(), fullmoves.as_str()]);
    let setup: tabia_chess::Setup = board.join(" ").parse().map_err(|error| format!("{error}"))?;
    let position = setup.position().map_err(|error| error.to_string())?;
    if position.has_legal_moves() {
        Ok(position)
    } else {
        Err("the game is over in this position".to_owned())
    }
}
