//! What an engine does against the protocol.

use std::fmt;

use super::options::OptionFault;
use crate::referee::Failure;

/// What an engine owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// To be there: its process or worker is being started.
    Start,
    /// `uciok`, the answer to `uci`.
    UciOk,
    /// `readyok`, the answer to `isready`.
    ReadyOk,
    /// `bestmove`, the answer to `stop` during a search.
    BestMove,
    /// `bestmove`, the answer to `stop` while it ponders.
    PonderEnd,
    /// That the call returns in which it has moved or is to stop.
    Return,
}

/// What an engine said more of than anybody takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Options in its answer to `uci`.
    Options,
    /// Text in its answer to `uci`.
    Introduction,
}

impl Excess {
    /// How much is taken: a number of options, or bytes.
    pub const fn limit(self) -> usize {
        match self {
            Self::Options => 4096,
            Self::Introduction => 4 << 20,
        }
    }
}

/// Something that an engine did wrong. As text it is a sentence that follows the engine's name.
#[derive(Clone, Debug, PartialEq)]
pub enum Conduct {
    /// It did not do in time what it owed.
    NoAnswer {
        /// What it owed.
        awaited: Awaited,
        /// How long it had, in milliseconds.
        limit_ms: f64,
    },
    /// It handled a command and did not answer it.
    Unanswered(Awaited),
    /// It handled `go` and named no move.
    NoBestMove {
        /// The command.
        go: String,
    },
    /// It said nothing during a search for longer than it may.
    Silent,
    /// It said too much to be listened to any longer.
    Excess(Excess),
    /// It is gone, for this reason.
    Disconnected(String),
    /// It was asked to move after it had gone.
    Gone {
        /// What ended it, if that is known.
        reason: String,
    },
    /// It lacks an option that it was to have, or does not take its value. This ends nothing.
    Option(OptionFault),
}

impl Conduct {
    /// What it comes to in a game; `None` if it ends nothing.
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
