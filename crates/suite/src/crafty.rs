//! Crafty's suite format.
//!
//! ```text
//! title wac299
//! setboard 1n2rr2/1pk3pp/pNn2p2/2N1p3/8/6P1/PP2PPKP/2RR4 w
//! solution Nca4
//! end
//! ```
//!
//! A move with `?` is to be avoided. Castling rights and the en-passant square may be missing, ranks may be short, and
//! the side to move may be upper-case.

use tabia_pgn::epd::EpdLine;
use tabia_pgn::{Epd, needs_chess960};

use crate::problem::Problem;
use crate::suite::{Fault, Suite, check, start};

/// Returns whether a line is in this format.
pub(crate) fn is_command(line: &str) -> bool {
    ["title", "setboard", "solution"].contains(&line.split_whitespace().next().unwrap_or_default())
}

/// The problem under construction.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    title: String,
    /// The position and its line.
    board: Option<(String, usize)>,
}

impl Draft {
    /// Processes the line with this number, from 1. Returns `false` at the end of the suite.
    pub(crate) fn line(&mut self, suite: &mut Suite, number: usize, line: &str) -> bool {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            _ if line.starts_with('#') => {}
            "title" => {
                tell_unasked(suite, self);
                rest.trim().clone_into(&mut self.title);
            }
            "setboard" => {
                tell_unasked(suite, self);
                self.board = Some((rest.trim().to_owned(), number));
            }
            "solution" => match problem(&std::mem::take(self), rest, number) {
                Ok((problem, correction)) => {
                    suite.problems.push(problem);
                    suite.corrections.extend(correction);
                }
                Err(fault) => suite.faults.push(fault),
            },
            "end" => return false,
            _ => {
                let message = format!("{word:?} is not title, setboard, solution or end");
                suite.faults.push(Fault { line: number, message });
            }
        }
        true
    }

    /// Handles the end of the input.
    pub(crate) fn end(&mut self, suite: &mut Suite) {
        tell_unasked(suite, self);
    }
}

/// Reports a position without a solution.
fn tell_unasked(suite: &mut Suite, draft: &mut Draft) {
    if let Some((_, line)) = draft.board.take() {
        suite.faults.push(Fault { line, message: "no solution follows this position".to_owned() });
    }
}

fn problem(draft: &Draft, solution: &str, line: usize) -> Result<(Problem, Option<Fault>), Fault> {
    let fault = |line: usize, message: String| Fault { line, message };
    let Some((board, at)) = &draft.board else {
        return Err(fault(line, "there is no setboard before this solution".to_owned()));
    };
    let (best, avoid): (Vec<&str>, Vec<&str>) =
        solution.split_whitespace().partition(|word| !word.ends_with('?'));
    let text = format!("{} bm {}; am {};", whole_board(board), best.join(" "), avoid.join(" "));
    let epd = Epd::parse(&text).map_err(|error| fault(*at, error.to_string()))?;
    let (epd, position, correction) =
        start(&EpdLine::new(*at, &text, epd)).map_err(|message| fault(*at, message))?;
    let of_line = |error: &dyn std::fmt::Display| fault(line, error.to_string());
    let problem = Problem {
        line: *at,
        id: draft.title.clone(),
        is_chess960: needs_chess960(&position),
        best: epd.best_moves().map_err(|error| of_line(&error))?,
        avoid: epd.avoid_moves().map_err(|error| of_line(&error))?,
        mate_in: None,
        points: Vec::new(),
        position,
    };
    Ok((check(problem).map_err(|message| fault(line, message))?, correction))
}

/// Fills short ranks with empty squares, `k2r/ppp////Q/5PPP/7K/`, and makes the side to move lower-case.
fn whole_board(text: &str) -> String {
    let (board, rest) = text.split_once(char::is_whitespace).unwrap_or((text, "w"));
    let ranks: Vec<String> = board.split('/').map(whole_rank).collect();
    // A slash after the last rank doesn't start a ninth one.
    let count = if ranks.len() == 9 && board.ends_with('/') { 8 } else { ranks.len() };
    let rest = rest.trim_start();
    let turn = rest.split(char::is_whitespace).next().unwrap_or_default();
    let rest = if matches!(turn, "W" | "B") { turn.to_lowercase() + &rest[1..] } else { rest.to_owned() };
    format!("{} {rest}", ranks[..count].join("/"))
}

fn whole_rank(rank: &str) -> String {
    let squares: u32 = rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
    match 8_u32.checked_sub(squares) {
        Some(missing) if missing > 0 => {
            // Two digits must not follow each other.
            match rank.char_indices().next_back().and_then(|(at, c)| Some((at, c.to_digit(10)?))) {
                Some((at, digit)) => format!("{}{}", &rank[..at], digit + missing),
                None => format!("{rank}{missing}"),
            }
        }
        _ => rank.to_owned(),
    }
}
