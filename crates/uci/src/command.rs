//! Commands from a GUI to an engine.

use std::fmt;

use thiserror::Error;

use crate::go::{Go, GoPerftError};
use crate::learn::{Learn, LearnError};
use crate::position::{ParsePositionError, PositionCommand};
use crate::setoption::{SetOption, SetOptionError};
use crate::tokens::{Tokens, saturating_integer};

/// One command from the GUI: standard UCI, and extensions that engines share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: identify the engine and announce its options.
    Uci,
    /// `debug on|off`: more or fewer `info string`s.
    Debug(bool),
    /// `isready`: reply `readyok`, also during a search.
    IsReady,
    /// `setoption name ... value ...`.
    SetOption(SetOption),
    /// `register ...`: recognised, so that its words aren't taken for commands, but otherwise ignored.
    Register,
    /// `ucinewgame`: the next position belongs to a different game.
    UciNewGame,
    /// `position ...`.
    Position(PositionCommand),
    /// `go ...`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: print the board (extension).
    Display,
    /// `help` (extension).
    Help,
    /// `bench [limits]`: search the benchmark positions (extension); limits as for `go`, or a bare depth.
    Bench(Go),
    /// `perft N`: count the leaves of the move tree (extension).
    Perft(u32),
    /// `eval [json|tables]`: the static evaluation, term by term (extension).
    Eval(EvalForm),
    /// `tablebase`: the legal moves with their tablebase results (extension).
    Tablebase,
    /// `speed`: moves generated and made per second (extension).
    Speed,
    /// `learn ...`: positions remembered across games (extension).
    Learn(Learn),
}

/// Output format of `eval`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvalForm {
    /// `eval`: a human-readable table.
    #[default]
    Table,
    /// `eval json`: the same as one line of JSON, plus the value of each piece.
    Json,
    /// `eval tables`: the piece-square tables as one line of JSON.
    PieceSquareTables,
}

impl EvalForm {
    /// Parses what follows `eval`; unknown words are skipped.
    fn parse(tokens: &mut Tokens<'_>) -> Self {
        std::iter::from_fn(|| tokens.next())
            .find_map(|word| match word {
                "json" => Some(Self::Json),
                "tables" => Some(Self::PieceSquareTables),
                _ => None,
            })
            .unwrap_or_default()
    }
}

/// Error for a malformed `debug`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("debug: on or off must follow")]
pub struct DebugError;

/// Error for a malformed `perft`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("perft: a depth from 0 to 255 must follow")]
pub struct PerftError;

/// Error for a malformed command, with one variant per command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// A malformed `debug`.
    #[error(transparent)]
    Debug(#[from] DebugError),
    /// A malformed `setoption`.
    #[error(transparent)]
    SetOption(#[from] SetOptionError),
    /// A malformed `position`.
    #[error(transparent)]
    PositionCommand(#[from] ParsePositionError),
    /// A malformed `go perft`.
    #[error(transparent)]
    GoPerft(#[from] GoPerftError),
    /// A malformed `perft`.
    #[error(transparent)]
    Perft(#[from] PerftError),
    /// A malformed `learn`.
    #[error(transparent)]
    Learn(#[from] LearnError),
}

impl Command {
    /// Parses a line from the GUI. Words before the first known command are skipped; a line without a command
    /// is `None`.
    ///
    /// # Errors
    /// If a known command is malformed; the caller should change nothing and report it.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let mut tokens = Tokens::new(line);
        while let Some(token) = tokens.next() {
            let command = match token {
                "uci" => Self::Uci,
                "debug" => Self::Debug(match tokens.next() {
                    Some("on") => true,
                    Some("off") => false,
                    _ => return Err(DebugError.into()),
                }),
                "isready" => Self::IsReady,
                "setoption" => Self::SetOption(SetOption::parse(&mut tokens)?),
                "register" => Self::Register,
                "ucinewgame" => Self::UciNewGame,
                "position" => Self::Position(PositionCommand::parse(&mut tokens)?),
                "go" => Self::Go(Go::parse(&mut tokens)?),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "quit" => Self::Quit,
                "d" => Self::Display,
                "help" => Self::Help,
                "bench" => Self::Bench(parse_bench(&mut tokens)?),
                "perft" => Self::Perft(
                    tokens
                        .next()
                        .and_then(|word| word.parse::<u8>().ok())
                        .map(u32::from)
                        .ok_or(PerftError)?,
                ),
                "eval" => Self::Eval(EvalForm::parse(&mut tokens)),
                "tablebase" => Self::Tablebase,
                "speed" => Self::Speed,
                "learn" => Self::Learn(Learn::parse(&mut tokens)?),
                _ => continue,
            };
            return Ok(Some(command));
        }
        Ok(None)
    }
}

/// Parses what follows `bench`: limits as for `go`, a bare depth, or Stockfish's form
/// `hash threads limit [positions [kind]]`, of which hash, threads and positions are ignored.
fn parse_bench(tokens: &mut Tokens<'_>) -> Result<Go, GoPerftError> {
    let mut numbers = Vec::new();
    while let Some(number) = tokens.peek().and_then(saturating_integer) {
        numbers.push(number);
        tokens.next();
    }
    let limit = match numbers[..] {
        [] => return Go::parse(tokens),
        [depth] => Some(depth),
        [_, _, limit, ..] => Some(limit),
        [_, _] => None,
    };
    let mut go = Go::default();
    match tokens.nth(1) {
        Some("nodes") => go.nodes = limit,
        Some("movetime") => go.movetime = limit,
        Some("mate") => go.mate = limit,
        _ => go.depth = limit,
    }
    Ok(go)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => f.write_str(if *on { "debug on" } else { "debug off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(option) => option.fmt(f),
            Self::Register => f.write_str("register later"),
            Self::UciNewGame => f.write_str("ucinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => write!(f, "go{go}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Display => f.write_str("d"),
            Self::Help => f.write_str("help"),
            Self::Bench(go) => write!(f, "bench{go}"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Eval(form) => f.write_str(match form {
                EvalForm::Table => "eval",
                EvalForm::Json => "eval json",
                EvalForm::PieceSquareTables => "eval tables",
            }),
            Self::Tablebase => f.write_str("tablebase"),
            Self::Speed => f.write_str("speed"),
            Self::Learn(learn) => learn.fmt(f),
        }
    }
}
