//! `go`: the limits of a search.

use std::fmt;

use thiserror::Error;

use crate::tokens::{Tokens, saturating_integer};
use crate::uci_move::UciMove;

/// The parameters of `go`. Absent parameters have no influence.
///
/// Values are kept as sent, in the units of the protocol (milliseconds, plies, moves, nodes); the engine
/// decides which limits take precedence. A clock may be negative: GUIs that tolerate exceeding the time send
/// it so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search only these moves; empty means all of them.
    pub searchmoves: Vec<UciMove>,
    /// Think on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's clock in milliseconds.
    pub wtime: Option<i64>,
    /// Black's clock in milliseconds.
    pub btime: Option<i64>,
    /// White's increment per move in milliseconds.
    pub winc: Option<i64>,
    /// Black's increment per move in milliseconds.
    pub binc: Option<i64>,
    /// Moves to the next time control; absent in sudden death.
    pub movestogo: Option<i64>,
    /// Depth limit in plies.
    pub depth: Option<i64>,
    /// Node limit.
    pub nodes: Option<i64>,
    /// Search for a mate in this many moves.
    pub mate: Option<i64>,
    /// Time for this move in milliseconds.
    pub movetime: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count the leaves of the move tree to this depth instead of searching (Stockfish's extension).
    pub perft: Option<i64>,
}

/// What is wrong with a `go`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoError {
    /// A parameter that needs a number ends the line.
    #[error("go {parameter}: a number must follow")]
    MissingValue {
        /// The parameter's name.
        parameter: &'static str,
    },
    /// What follows the parameter is no integer.
    #[error("go {parameter}: {value:?} is not an integer")]
    BadValue {
        /// The parameter's name.
        parameter: &'static str,
        /// The word found.
        value: String,
    },
    /// `searchmoves` without a move.
    #[error("go searchmoves: at least one move such as e2e4 must follow")]
    NoSearchMoves,
}

impl Go {
    /// Whether nothing limits the search: no depth, nodes, mate or time of any kind.
    pub fn is_unlimited(&self) -> bool {
        let Self { wtime, btime, winc, binc, depth, nodes, mate, movetime, .. } = self;
        [wtime, btime, winc, binc, depth, nodes, mate, movetime].iter().all(|limit| limit.is_none())
    }

    /// Reads what follows `go` (and `bench`, which takes the same limits).
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, GoError> {
        let mut go = Self::default();
        while let Some(token) = tokens.next() {
            match token {
                "searchmoves" => {
                    while let Some(mv) = tokens.peek().and_then(|word| word.parse().ok()) {
                        go.searchmoves.push(mv);
                        tokens.next();
                    }
                    if go.searchmoves.is_empty() {
                        return Err(GoError::NoSearchMoves);
                    }
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.wtime = Some(number("wtime", tokens)?),
                "btime" => go.btime = Some(number("btime", tokens)?),
                "winc" => go.winc = Some(number("winc", tokens)?),
                "binc" => go.binc = Some(number("binc", tokens)?),
                "movestogo" => go.movestogo = Some(number("movestogo", tokens)?),
                "depth" => go.depth = Some(number("depth", tokens)?),
                "nodes" => go.nodes = Some(number("nodes", tokens)?),
                "mate" => go.mate = Some(number("mate", tokens)?),
                "movetime" => go.movetime = Some(number("movetime", tokens)?),
                "perft" => go.perft = Some(number("perft", tokens)?),
                _ => {}
            }
        }
        Ok(go)
    }
}

fn number(parameter: &'static str, tokens: &mut Tokens<'_>) -> Result<i64, GoError> {
    let word = tokens.next().ok_or(GoError::MissingValue { parameter })?;
    saturating_integer(word)
        .ok_or_else(|| GoError::BadValue { parameter, value: word.chars().take(40).collect() })
}

impl fmt::Display for Go {
    /// Writes the parameters with a blank before each, so that `go{go}` is a command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        let numbers = [
            ("wtime", self.wtime),
            ("btime", self.btime),
            ("winc", self.winc),
            ("binc", self.binc),
            ("movestogo", self.movestogo),
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("mate", self.mate),
            ("movetime", self.movetime),
            ("perft", self.perft),
        ];
        for (name, value) in numbers {
            if let Some(value) = value {
                write!(f, " {name} {value}")?;
            }
        }
        // Last, because it takes every move that follows.
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
            for mv in &self.searchmoves {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}
