//! Protocol violations by an engine.

use std::fmt;

use super::options::OptionFault;
use crate::referee::Failure;

/// Next duty of an engine: the reply it owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Start up: its process or worker is being started.
    Start,
    /// Send `uciok` in reply to `uci`.
    UciOk,
    /// Send `readyok` in reply to `isready`.
    ReadyOk,
    /// Send `bestmove` in reply to `stop` during a search.
    BestMove,
    /// Send `bestmove` in reply to `stop` while pondering.
    PonderEnd,
    /// Return from the call in which it moved or has to stop.
    Return,
}

/// A quantity of which an engine sent too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Options in the reply to `uci`.
    Options,
    /// Text in the reply to `uci`.
    Introduction,
}

impl Excess {
    /// Returns the maximum: a number of options, or bytes.
    pub const fn limit(self) -> usize {
        match self {
            Self::Options => 4096,
            Self::Introduction => 4 << 20,
        }
    }
}

/// A violation by an engine. Its text is a sentence that follows the engine's name.
#[derive(Clone, Debug, PartialEq)]
pub enum Conduct {
    /// It missed a deadline.
    NoAnswer {
        /// The overdue reply.
        awaited: Awaited,
        /// The time it had, in milliseconds.
        limit_ms: f64,
    },
    /// It handled a command without replying.
    Unanswered(Awaited),
    /// It handled `go` without naming a move.
    NoBestMove {
        /// The command.
        go: String,
    },
    /// It was silent for too long during a search.
    Silent,
    /// It sent more than the limit.
    Excess(Excess),
    /// It disconnected, for this reason.
    Disconnected(String),
    /// It was to move after it had disconnected.
    Gone {
        /// Why it disconnected, if known.
        reason: String,
    },
    /// It lacks a configured option or does not accept its value. The game goes on.
    Option(OptionFault),
}

impl Conduct {
    /// Returns the failure that it means in a game; `None` if the game goes on.
    pub const fn failure(&self) -> Option<Failure> {
        match self {
            Self::NoAnswer { .. } | Self::Unanswered(_) | Self::NoBestMove { .. } | Self::Silent => {
                Some(Failure::Stall)
            }
            Self::Disconnected(_) | Self::Excess(_) | Self::Gone { .. } => Some(Failure::Disconnect),
            Self::Option(_) => None,
        }
    }
}

impl std::error::Error for Conduct {}

impl fmt::Display for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAnswer { awaited, limit_ms } => match awaited {
                Awaited::Start => write!(f, "it could not be started within {} s", limit_ms / 1000.0),
                Awaited::UciOk => write!(f, "it did not answer uci within {} s", limit_ms / 1000.0),
                Awaited::ReadyOk => write!(f, "it did not answer isready within {} s", limit_ms / 1000.0),
                Awaited::BestMove => write!(f, "it did not answer stop within {limit_ms} ms"),
                Awaited::PonderEnd => write!(f, "it did not stop pondering within {limit_ms} ms"),
                Awaited::Return => {
                    write!(f, "it did not answer stop: it did not come to an end within {limit_ms:.0} ms")
                }
            },
            Self::Unanswered(Awaited::UciOk) => f.write_str("it did not answer uci with uciok"),
            Self::Unanswered(_) => f.write_str("it did not answer isready with readyok"),
            Self::NoBestMove { go } => write!(f, "it came back from {go:?} without a move"),
            Self::Silent => f.write_str("it went silent in the middle of a search"),
            Self::Excess(excess @ Excess::Options) => {
                write!(f, "it announces more than {} options, which is the limit", excess.limit())
            }
            Self::Excess(excess @ Excess::Introduction) => {
                write!(f, "its answer to uci has more than {} MiB, which is the limit", excess.limit() >> 20)
            }
            Self::Disconnected(reason) => f.write_str(reason),
            Self::Gone { reason } if reason.is_empty() => f.write_str("it is gone since its last move"),
            Self::Gone { reason } => write!(f, "it is gone since its last move: {reason}"),
            Self::Option(fault) => fault.fmt(f),
        }
    }
}
