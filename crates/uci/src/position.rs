//! `position`: the position to search.

use std::fmt;

use thiserror::Error;

use crate::tokens::Tokens;
use crate::uci_move::{ParseUciMoveError, UciMove};

/// The parameters of `position`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCommand {
    /// FEN, its fields separated by single blanks; `None` for `startpos`. Not validated here.
    pub fen: Option<String>,
    /// Moves played from there; their legality is not checked here.
    pub moves: Vec<UciMove>,
    /// First word in the move list that is not a move; the words after it are not read. Not written back.
    pub unreadable: Option<ParseUciMoveError>,
}

/// Error for a malformed `position`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePositionError {
    /// Neither `startpos` nor `fen` was found.
    #[error("position: startpos or fen must follow")]
    NoPosition,
    /// `fen` without a FEN.
    #[error("position fen: a FEN must follow")]
    EmptyFen,
}

impl PositionCommand {
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, ParsePositionError> {
        let fen = loop {
            match tokens.next() {
                Some("startpos") => break None,
                Some("fen") => break Some(()),
                Some(_) => {}
                None => return Err(ParsePositionError::NoPosition),
            }
        };
        let before_moves: Vec<&str> = tokens.by_ref().take_while(|&token| token != "moves").collect();
        let fen = match fen {
            Some(()) if before_moves.is_empty() => return Err(ParsePositionError::EmptyFen),
            Some(()) => Some(before_moves.join(" ")),
            None => None,
        };
        let mut command = Self { fen, ..Self::default() };
        for word in tokens {
            match word.parse() {
                Ok(mv) => command.moves.push(mv),
                Err(error) => {
                    command.unreadable = Some(error);
                    break;
                }
            }
        }
        Ok(command)
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            Some(fen) => write!(f, "position fen {fen}")?,
            None => f.write_str("position startpos")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
            for mv in &self.moves {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}
