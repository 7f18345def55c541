//! `go`: search limits.

use std::fmt;

use thiserror::Error;

use crate::tokens::{Tokens, saturating_integer, truncated_decimal};
use crate::uci_move::{ParseUciMoveError, UciMove};

/// Maximum number of problems recorded; more of them add nothing.
const MAX_PROBLEMS: usize = 8;

/// Keywords of `go`.
const PARAMETERS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// The parameters of `go`. Absent parameters have no effect.
///
/// Values are stored as sent, in the units of the protocol (milliseconds, plies, moves, nodes); the engine
/// decides which limits take precedence. A clock may be negative: GUIs that tolerate time losses send such
/// clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search only these moves; empty means all of them.
    pub searchmoves: Vec<UciMove>,
    /// Think on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's remaining time in milliseconds.
    pub wtime: Option<i64>,
    /// Black's remaining time in milliseconds.
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
    /// Search for a mate in N moves.
    pub mate: Option<i64>,
    /// Time for this move in milliseconds.
    pub movetime: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count the leaves of the move tree to this depth instead of searching (Stockfish's extension).
    pub perft: Option<i64>,
    /// The first parameters that were skipped or read differently from what was sent. Not written back.
    pub problems: Vec<GoProblem>,
}

/// A parameter of `go` that could not be read as sent. The other parameters still count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoProblem {
    /// A parameter without a number; skipped.
    #[error("{parameter}: no number follows, so it is skipped")]
    MissingValue {
        /// The parameter's name.
        parameter: &'static str,
    },
    /// A parameter with something other than a number; skipped.
    #[error("{parameter}: {value:?} is not a number, so it is skipped")]
    BadValue {
        /// The parameter's name.
        parameter: &'static str,
        /// The word found.
        value: String,
    },
    /// A fraction or a number with an exponent; rounded towards zero.
    #[error("{parameter}: {value:?} is not an integer and is read as {read}")]
    Rounded {
        /// The parameter's name.
        parameter: &'static str,
        /// The word found.
        value: String,
        /// The number used.
        read: i64,
    },
    /// A word after `searchmoves` that is neither a move nor a parameter; skipped.
    #[error("searchmoves: {0}, so it is skipped")]
    BadMove(#[from] ParseUciMoveError),
    /// `searchmoves` without a move.
    #[error("searchmoves: no move follows, so all moves are searched")]
    NoSearchMoves,
}

/// Error for `go perft` without a depth, which is rejected rather than turned into a search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("go perft: a depth such as 5 must follow")]
pub struct GoPerftError;

impl Go {
    /// Whether nothing limits the search: no depth, nodes, mate or time control.
    pub fn is_unlimited(&self) -> bool {
        let Self { wtime, btime, winc, binc, depth, nodes, mate, movetime, .. } = self;
        [wtime, btime, winc, binc, depth, nodes, mate, movetime].iter().all(|limit| limit.is_none())
    }

    /// Parses what follows `go` (and `bench`, which takes the same limits). The GUI waits for a `bestmove`,
    /// so an unreadable parameter is skipped and recorded in [`Self::problems`].
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, GoPerftError> {
        let mut go = Self::default();
        while let Some(token) = tokens.next() {
            match token {
                "searchmoves" => go.read_searchmoves(tokens),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.wtime = go.read_number("wtime", tokens).or(go.wtime),
                "btime" => go.btime = go.read_number("btime", tokens).or(go.btime),
                "winc" => go.winc = go.read_number("winc", tokens).or(go.winc),
                "binc" => go.binc = go.read_number("binc", tokens).or(go.binc),
                "movestogo" => go.movestogo = go.read_number("movestogo", tokens).or(go.movestogo),
                "depth" => go.depth = go.read_number("depth", tokens).or(go.depth),
                "nodes" => go.nodes = go.read_number("nodes", tokens).or(go.nodes),
                "mate" => go.mate = go.read_number("mate", tokens).or(go.mate),
                "movetime" => go.movetime = go.read_number("movetime", tokens).or(go.movetime),
                "perft" => {
                    go.perft = Some(tokens.next().and_then(saturating_integer).ok_or(GoPerftError)?);
                }
                _ => {}
            }
        }
        Ok(go)
    }

    fn note(&mut self, problem: GoProblem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// Parses moves up to the next parameter.
    fn read_searchmoves(&mut self, tokens: &mut Tokens<'_>) {
        while let Some(word) = tokens.peek().filter(|word| !PARAMETERS.contains(word)) {
            tokens.next();
            match word.parse() {
                Ok(mv) => self.searchmoves.push(mv),
                Err(error) => self.note(GoProblem::BadMove(error)),
            }
        }
        if self.searchmoves.is_empty() {
            self.note(GoProblem::NoSearchMoves);
        }
    }

    /// Parses the number of a parameter. If another parameter's name follows instead, it is left for the
    /// caller.
    fn read_number(&mut self, parameter: &'static str, tokens: &mut Tokens<'_>) -> Option<i64> {
        let Some(word) = tokens.peek().filter(|word| !PARAMETERS.contains(word)) else {
            self.note(GoProblem::MissingValue { parameter });
            return None;
        };
        tokens.next();
        if let Some(number) = saturating_integer(word) {
            return Some(number);
        }
        let value = word.chars().take(40).collect();
        let read = truncated_decimal(word);
        self.note(match read {
            Some(read) => GoProblem::Rounded { parameter, value, read },
            None => GoProblem::BadValue { parameter, value },
        });
        read
    }
}

impl fmt::Display for Go {
    /// Writes the parameters, each with a leading blank, so that `go{go}` is a command.
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
