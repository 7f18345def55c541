//! `learn`: positions remembered across games (Tabia's extension).

use std::fmt;

use thiserror::Error;

use crate::info::Score;
use crate::tokens::{Tokens, saturating_integer};
use crate::uci_move::{ParseUciMoveError, UciMove};

/// What to do with the learned positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Learn {
    /// `learn add depth N score cp N|mate N move MOVE fen FEN`: remember a result. `learn export` prints such
    /// lines.
    Add(LearnedPosition),
    /// `learn export`: print everything as such lines, then `learn end N`.
    Export,
    /// `learn clear`: forget everything.
    Clear,
}

/// A position with its search result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedPosition {
    /// Search depth in plies.
    pub depth: u32,
    /// Score from the side to move's point of view.
    pub score: Score,
    /// Best move.
    pub mv: UciMove,
    /// FEN; not validated here.
    pub fen: String,
}

/// Error for a malformed `learn`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LearnError {
    /// An unknown or missing word.
    #[error("learn: add, export or clear must follow, not {0:?}")]
    Unknown(String),
    /// A field is missing or its value is invalid.
    #[error("learn add: invalid {field} {found:?}: write `depth 20 score cp 31 move e2e4 fen ...`")]
    Field {
        /// The field.
        field: &'static str,
        /// The word found, empty if none.
        found: String,
    },
    /// The move is malformed.
    #[error("learn add: {0}")]
    Move(#[from] ParseUciMoveError),
}

impl Learn {
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, LearnError> {
        match tokens.next().unwrap_or_default() {
            "add" => LearnedPosition::parse(tokens).map(Self::Add),
            "export" => Ok(Self::Export),
            "clear" => Ok(Self::Clear),
            other => Err(LearnError::Unknown(shortened(other))),
        }
    }
}

impl LearnedPosition {
    fn parse(tokens: &mut Tokens<'_>) -> Result<Self, LearnError> {
        let missing = |field, found: Option<&str>| LearnError::Field {
            field,
            found: shortened(found.unwrap_or_default()),
        };
        let (mut depth, mut score, mut mv) = (None, None, None);
        while let Some(token) = tokens.next() {
            match token {
                "depth" => {
                    let word = tokens.next();
                    let number =
                        word.and_then(saturating_integer).filter(|number| (1..=255).contains(number));
                    depth = Some(number.ok_or_else(|| missing("depth", word))? as u32);
                }
                "score" => {
                    let kind = tokens.next();
                    let word = tokens.next();
                    let number = word
                        .and_then(saturating_integer)
                        .and_then(|number| i32::try_from(number).ok())
                        .ok_or_else(|| missing("score", word))?;
                    score = Some(match kind {
                        Some("cp") => Score::Cp(number),
                        Some("mate") if number != 0 => Score::Mate(number),
                        _ => return Err(missing("score", kind)),
                    });
                }
                "move" => mv = Some(tokens.next().unwrap_or_default().parse()?),
                "fen" => {
                    let fen = tokens.by_ref().collect::<Vec<_>>().join(" ");
                    return Ok(Self {
                        depth: depth.ok_or_else(|| missing("depth", None))?,
                        score: score.ok_or_else(|| missing("score", None))?,
                        mv: mv.ok_or_else(|| missing("move", None))?,
                        fen,
                    });
                }
                _ => {}
            }
        }
        Err(missing("fen", None))
    }
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

impl fmt::Display for Learn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Add(learned) => {
                write!(f, "learn add depth {} score ", learned.depth)?;
                match learned.score {
                    Score::Cp(centipawns) => write!(f, "cp {centipawns}")?,
                    Score::Mate(moves) => write!(f, "mate {moves}")?,
                }
                write!(f, " move {} fen {}", learned.mv, learned.fen)
            }
            Self::Export => f.write_str("learn export"),
            Self::Clear => f.write_str("learn clear"),
        }
    }
}
