//! `info`: an engine's output during a search.

use std::fmt;

use thiserror::Error;

use crate::tokens::{Tokens, saturating_integer};
use crate::uci_move::UciMove;

/// A score from the engine's point of view (the side to move at the root).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Mate in N moves (not plies); negative if the engine is getting mated, 0 if it is already mated.
    Mate(i32),
}

/// Bound type of an inexact score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true score is at least this one (the search failed high).
    Lower,
    /// The true score is at most this one (the search failed low).
    Upper,
}

/// Expected results per thousand games, from the engine's point of view; the three add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Wins of 1000 games.
    pub win: u16,
    /// Draws of 1000 games.
    pub draw: u16,
    /// Losses of 1000 games.
    pub loss: u16,
}

/// One `info` line. Fields that the engine didn't send are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Selective depth: greatest depth reached, in plies.
    pub seldepth: Option<u32>,
    /// Number of the line, from 1.
    pub multipv: Option<u32>,
    /// Score of the line.
    pub score: Option<Score>,
    /// Set if the score is only a bound.
    pub bound: Option<Bound>,
    /// Expected results.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Hash table usage in permille.
    pub hashfull: Option<u32>,
    /// Tablebase hits.
    pub tbhits: Option<u64>,
    /// Distance to zeroing at the root according to the tablebases, in plies; negative if the side to move
    /// loses. Tabia's own extension, on a separate line, so that a GUI that doesn't know it loses nothing else.
    pub dtz: Option<i32>,
    /// Time since the start of the search in milliseconds.
    pub time: Option<u64>,
    /// CPU usage in permille.
    pub cpuload: Option<u32>,
    /// Move being searched at the root.
    pub currmove: Option<UciMove>,
    /// Its move number, from 1.
    pub currmovenumber: Option<u32>,
    /// Refuted move, followed by the line that refutes it.
    pub refutation: Vec<UciMove>,
    /// Line being searched, with the CPU number if the engine sent one.
    pub currline: Option<(Option<u32>, Vec<UciMove>)>,
    /// Principal variation.
    pub pv: Vec<UciMove>,
    /// Free text; takes the rest of the line.
    pub string: Option<String>,
}

/// Error in a field of an `info` line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfoError {
    /// A field without its value.
    #[error("info {field}: a value must follow")]
    MissingValue {
        /// The field's name.
        field: &'static str,
    },
    /// A field whose value is not a number in its range.
    #[error("info {field}: {value:?} is not a number in range")]
    BadValue {
        /// The field's name.
        field: &'static str,
        /// The word found.
        value: String,
    },
    /// A field followed by something other than a move.
    #[error("info {field}: {error}")]
    Move {
        /// The field's name.
        field: &'static str,
        /// What is wrong with the word found.
        error: crate::ParseUciMoveError,
    },
}

impl InfoError {
    /// Returns the field name; for a score, `cp` or `mate`.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::MissingValue { field } | Self::BadValue { field, .. } | Self::Move { field, .. } => field,
        }
    }
}

impl Info {
    /// Creates an `info string`.
    pub fn message(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Parses an `info` line, and returns the errors of the fields that could not be read. Such a field is left
    /// out and the others are kept: engines print `hashfull -1` or `time 12.5` next to a valid score. A line of
    /// another kind is `None`.
    pub fn read(line: &str) -> Option<(Self, Vec<InfoError>)> {
        let mut tokens = Tokens::new(line);
        (tokens.next() == Some("info")).then(|| {
            let mut faults = Vec::new();
            (Self::parse(&mut tokens, &mut |fault| faults.push(fault)), faults)
        })
    }

    /// Parses what follows `info`; `on_fault` is called for each field that is left out.
    pub(crate) fn parse(tokens: &mut Tokens<'_>, on_fault: &mut dyn FnMut(InfoError)) -> Self {
        let mut info = Self::default();
        let mut fields = FieldParser { tokens, on_fault };
        while let Some(token) = fields.tokens.next() {
            match token {
                "depth" => info.depth = fields.number("depth"),
                "seldepth" => info.seldepth = fields.number("seldepth"),
                "multipv" => info.multipv = fields.number("multipv"),
                // `score` itself has no value: the next word names its kind.
                "cp" => info.score = fields.number("cp").map(Score::Cp),
                "mate" => info.score = fields.number("mate").map(Score::Mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => info.wdl = fields.wdl(),
                "nodes" => info.nodes = fields.number("nodes"),
                "nps" => info.nps = fields.number("nps"),
                "hashfull" => info.hashfull = fields.number("hashfull"),
                "tbhits" => info.tbhits = fields.number("tbhits"),
                "dtz" => info.dtz = fields.number("dtz"),
                "time" => info.time = fields.number("time"),
                "cpuload" => info.cpuload = fields.number("cpuload"),
                "currmove" => info.currmove = fields.currmove(),
                "currmovenumber" => info.currmovenumber = fields.number("currmovenumber"),
                "pv" => info.pv = moves(fields.tokens),
                "refutation" => info.refutation = moves(fields.tokens),
                "currline" => {
                    let cpu = fields.tokens.peek().and_then(|word| word.parse().ok());
                    if cpu.is_some() {
                        fields.tokens.next();
                    }
                    info.currline = Some((cpu, moves(fields.tokens)));
                }
                "string" => {
                    info.string = Some(fields.tokens.rest().to_owned());
                    break;
                }
                _ => {}
            }
        }
        info
    }
}

/// Parser of field values. A word that isn't a value of its field stays unread: it may be the name of the next
/// field.
struct FieldParser<'a, 'b> {
    tokens: &'a mut Tokens<'b>,
    on_fault: &'a mut dyn FnMut(InfoError),
}

impl FieldParser<'_, '_> {
    fn number<T: TryFrom<i64>>(&mut self, field: &'static str) -> Option<T> {
        let Some(value) = self.tokens.peek() else {
            (self.on_fault)(InfoError::MissingValue { field });
            return None;
        };
        let number = saturating_integer(value).and_then(|number| T::try_from(number).ok());
        if number.is_some() {
            self.tokens.next();
        } else {
            (self.on_fault)(InfoError::BadValue { field, value: value.to_owned() });
        }
        number
    }

    fn wdl(&mut self) -> Option<Wdl> {
        let mut number = || self.number("wdl");
        Some(Wdl { win: number()?, draw: number()?, loss: number()? })
    }

    fn currmove(&mut self) -> Option<UciMove> {
        const FIELD: &str = "currmove";
        let Some(value) = self.tokens.peek() else {
            (self.on_fault)(InfoError::MissingValue { field: FIELD });
            return None;
        };
        match value.parse() {
            Ok(mv) => {
                self.tokens.next();
                Some(mv)
            }
            Err(error) => {
                (self.on_fault)(InfoError::Move { field: FIELD, error });
                None
            }
        }
    }
}

/// Parses moves, up to the first word that is not a move.
fn moves(tokens: &mut Tokens<'_>) -> Vec<UciMove> {
    let mut moves = Vec::new();
    while let Some(mv) = tokens.peek().and_then(|word| word.parse().ok()) {
        moves.push(mv);
        tokens.next();
    }
    moves
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(cp) => write!(f, "cp {cp}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Info {
    /// Writes the fields in Stockfish's order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        fn line(f: &mut fmt::Formatter<'_>, moves: &[UciMove]) -> fmt::Result {
            moves.iter().try_for_each(|mv| write!(f, " {mv}"))
        }

        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        match self.bound {
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        if let Some(Wdl { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "dtz", self.dtz)?;
        field(f, "time", self.time)?;
        field(f, "cpuload", self.cpuload)?;
        field(f, "currmove", self.currmove)?;
        field(f, "currmovenumber", self.currmovenumber)?;
        if !self.refutation.is_empty() {
            f.write_str(" refutation")?;
            line(f, &self.refutation)?;
        }
        if let Some((cpu, moves)) = &self.currline {
            f.write_str(" currline")?;
            if let Some(cpu) = cpu {
                write!(f, " {cpu}")?;
            }
            line(f, moves)?;
        }
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            line(f, &self.pv)?;
        }
        if let Some(string) = &self.string {
            f.write_str(" string")?;
            if !string.is_empty() {
                write!(f, " {string}")?;
            }
        }
        Ok(())
    }
}
