//! Files of positions.

use super::fields::segments;
use super::operation::{Operand, Operation};
use super::{Epd, without_marks};
use crate::quote::quote;
use crate::{Problem, ProblemKind};

/// A line of an EPD file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdLine {
    /// Its number, from 1.
    pub line: usize,
    /// What it says.
    pub epd: Epd,
}

/// Reads a file of positions. Lines that are none are left out and told.
pub fn read_epds(text: &str) -> (Vec<EpdLine>, Vec<Problem>) {
    let mut lines: Vec<EpdLine> = Vec::new();
    let mut problems = Vec::new();
    // The name of the position to come, in blocks of `id`, `epd` and `perft` lines.
    let mut id: Option<Operation> = None;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let text = line.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{FEFF}');
        if text.is_empty() || text.starts_with(['#', '%']) {
            continue;
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "id" => {
                id = Some(Operation {
                    opcode: word.to_owned(),
                    operands: vec![Operand::Text(without_marks(rest.trim_matches(['"', ' ', ';'])))],
                });
                continue;
            }
            "perft" => {
                if let (Some(line), Some((depth, count))) =
                    (lines.last_mut(), rest.trim().split_once(char::is_whitespace))
                {
                    for segment in segments(&without_marks(&format!("D{depth} {}", count.trim()))) {
                        line.epd.add(segment);
                    }
                }
                continue;
            }
            _ => {}
        }
        match Epd::parse(if word == "epd" { rest } else { text }) {
            Ok(mut epd) => {
                epd.operations.extend(id.take());
                lines.push(EpdLine { line: line_number, epd });
            }
            Err(error) => problems.push(Problem {
                game: 0,
                line: line_number,
                column: 1,
                kind: ProblemKind::StartPosition,
                message: format!("{} was left out: {error}", quote(text)),
                is_loss: true,
            }),
        }
    }
    (lines, problems)
}
