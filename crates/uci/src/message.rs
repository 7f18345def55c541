//! Messages from an engine to the GUI.

use std::fmt;

use thiserror::Error;

use crate::info::Info;
use crate::option::{EngineOption, OptionError};
use crate::tokens::Tokens;
use crate::uci_move::{ParseUciMoveError, UciMove};

/// One line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `id name ...`.
    IdName(String),
    /// `id author ...`.
    IdAuthor(String),
    /// `option ...`.
    Option(EngineOption),
    /// `uciok`: all options are announced.
    UciOk,
    /// `readyok`, the reply to `isready`.
    ReadyOk,
    /// `info ...`. Boxed, because it is many times larger than the other variants.
    Info(Box<Info>),
    /// `bestmove ...`: the end of a search.
    BestMove(BestMove),
    /// `copyprotection ...`.
    CopyProtection(Status),
    /// `registration ...`.
    Registration(Status),
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// Move to play; `None` if there is none: written `(none)`, and `0000` is accepted as well.
    pub best: Option<UciMove>,
    /// Expected reply, which the engine would ponder on.
    pub ponder: Option<UciMove>,
}

/// Status of `copyprotection` or `registration`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Being checked.
    Checking,
    /// Passed.
    Ok,
    /// Failed.
    Error,
}

/// Error for a malformed `bestmove`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BestMoveError {
    /// No move follows.
    #[error("bestmove: a move must follow")]
    Missing,
    /// What follows is not a move.
    #[error("bestmove: {0}")]
    Move(#[from] ParseUciMoveError),
}

/// Error for a malformed line from an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// A malformed `bestmove`.
    #[error(transparent)]
    BestMove(#[from] BestMoveError),
    /// A malformed `option`.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// `id` with neither name nor author.
    #[error("id: name or author must follow")]
    Id,
    /// `copyprotection` or `registration` without a status.
    #[error("{0}: checking, ok or error must follow")]
    Status(&'static str),
}

impl Message {
    /// Parses a line from an engine. A line that starts with an unknown word (a banner, the output of an
    /// extension) is `None`. Unreadable fields of an `info` line are left out; [`Info::read`] returns which.
    ///
    /// # Errors
    /// If a known message other than `info` is malformed.
    pub fn parse(line: &str) -> Result<Option<Self>, MessageError> {
        let mut tokens = Tokens::new(line);
        let message = match tokens.next() {
            Some("id") => match tokens.next() {
                Some("name") => Self::IdName(tokens.rest().to_owned()),
                Some("author") => Self::IdAuthor(tokens.rest().to_owned()),
                _ => return Err(MessageError::Id),
            },
            Some("option") => Self::Option(EngineOption::parse(&mut tokens)?),
            Some("uciok") => Self::UciOk,
            Some("readyok") => Self::ReadyOk,
            Some("info") => Self::Info(Box::new(Info::parse(&mut tokens, &mut |_| {}))),
            Some("bestmove") => Self::BestMove(BestMove::parse(&mut tokens)?),
            Some("copyprotection") => Self::CopyProtection(status("copyprotection", &mut tokens)?),
            Some("registration") => Self::Registration(status("registration", &mut tokens)?),
            _ => return Ok(None),
        };
        Ok(Some(message))
    }
}

fn status(what: &'static str, tokens: &mut Tokens<'_>) -> Result<Status, MessageError> {
    match tokens.next() {
        Some("checking") => Ok(Status::Checking),
        Some("ok") => Ok(Status::Ok),
        Some("error") => Ok(Status::Error),
        _ => Err(MessageError::Status(what)),
    }
}

impl BestMove {
    fn parse(tokens: &mut Tokens<'_>) -> Result<Self, BestMoveError> {
        let best = match tokens.next() {
            None => return Err(BestMoveError::Missing),
            Some("(none)" | "0000") => None,
            Some(word) => Some(word.parse()?),
        };
        let ponder = match (tokens.next(), tokens.next()) {
            (Some("ponder"), Some("(none)" | "0000")) => None,
            // A ponder move is only a hint: if it is malformed, it is ignored and the best move is used.
            (Some("ponder"), Some(word)) => word.parse().ok(),
            _ => None,
        };
        Ok(Self { best, ponder })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}")?,
            None => f.write_str("bestmove (none)")?,
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {name}"),
            Self::IdAuthor(author) => write!(f, "id author {author}"),
            Self::Option(option) => option.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(best_move) => best_move.fmt(f),
            Self::CopyProtection(status) => write!(f, "copyprotection {status}"),
            Self::Registration(status) => write!(f, "registration {status}"),
        }
    }
}
