//! Traced positions to fit to.

use std::path::Path;
use std::thread;

use tabia_chess::Position;
use tabia_engine::see;

use super::error::TuneError;
use super::model::{Expression, expression};
use super::samples::{self, SampleError};

/// A position with its result, from White's side.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub(super) expression: Expression,
    pub(super) score: Option<i32>,
    pub(super) result: f32,
}

/// Number of lines that are assigned to training or validation together: neighbouring lines are from the same game, and
/// share its result.
pub(super) const BLOCK: usize = 512;
/// One in this many blocks is for validation.
const VALIDATION: usize = 10;
/// Maximum score, in centipawns: larger ones carry no information about the parameters.
const DECIDED: i32 = 2_500;

/// Positions to fit to.
#[derive(Debug, Default)]
pub(super) struct Data {
    pub(super) training: Vec<Example>,
    /// Validation set; never fitted to.
    pub(super) validation: Vec<Example>,
    /// Number of positions left out because the evaluation is meaningless in check.
    pub(super) in_check: usize,
    /// Number left out because a capture or promotion wins something: the search would never evaluate them.
    pub(super) unquiet: usize,
    /// Number left out because an endgame rule replaces the parameters.
    pub(super) known: usize,
    /// Number left out because the score is that of a won game.
    pub(super) decided: usize,
}

/// How a line is classified.
enum LineClass {
    Empty,
    InCheck,
    Unquiet,
    Known,
    Decided,
    Taken(Box<Example>),
}

impl Data {
    /// Adds the lines of a file.
    ///
    /// # Errors
    /// If a line is malformed; reports the first one.
    pub(super) fn read(&mut self, path: &Path, text: &str, threads: usize) -> Result<(), TuneError> {
        let lines: Vec<&str> = text.lines().collect();
        let part = lines.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Vec<Result<LineClass, SampleError>>> = thread::scope(|scope| {
            let running: Vec<_> = lines
                .chunks(part)
                .map(|lines| scope.spawn(move || lines.iter().map(|line| read_line(line)).collect()))
                .collect();
            // A panicking thread ends the program.
            running.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        for (index, line) in parts.into_iter().flatten().enumerate() {
            let at_line = |fault| TuneError::Sample { path: path.to_owned(), line: index + 1, fault };
            match line.map_err(at_line)? {
                LineClass::Empty => {}
                LineClass::InCheck => self.in_check += 1,
                LineClass::Unquiet => self.unquiet += 1,
                LineClass::Known => self.known += 1,
                LineClass::Decided => self.decided += 1,
                LineClass::Taken(example) => {
                    let is_validation = index / BLOCK % VALIDATION == VALIDATION / 2;
                    let list = if is_validation { &mut self.validation } else { &mut self.training };
                    list.push(*example);
                }
            }
        }
        Ok(())
    }
}

fn read_line(line: &str) -> Result<LineClass, SampleError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(LineClass::Empty);
    }
    let sample = samples::parse(line)?;
    if sample.position.is_check() {
        return Ok(LineClass::InCheck);
    }
    if sample.score.is_some_and(|score| score.abs() > DECIDED) {
        return Ok(LineClass::Decided);
    }
    if !is_quiet(&sample.position) {
        return Ok(LineClass::Unquiet);
    }
    Ok(match expression(&sample.position) {
        None => LineClass::Known,
        Some(expression) => {
            LineClass::Taken(Box::new(Example { expression, score: sample.score, result: sample.result }))
        }
    })
}

/// Whether no capture or promotion wins anything.
fn is_quiet(position: &Position) -> bool {
    !position.legal_moves().iter().any(|&mv| mv.is_promotion() || mv.is_capture() && see(position, mv, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_counted_once() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let text = [
            &format!("{start},20,1"),
            "# a comment",
            "",
            // The queen hangs.
            "rnb1kbnr/pppppppp/8/3q4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1,900,2",
            "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2,20,1",
            "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1,0,1",
            &format!("{start},2900,2"),
        ]
        .join("\n");
        let mut data = Data::default();
        data.read(Path::new("samples.csv"), &text, 2).expect("all lines can be read");
        assert_eq!(data.training.len(), 1);
        assert_eq!((data.in_check, data.unquiet, data.known, data.decided), (1, 1, 1, 1));
        let fault =
            data.read(Path::new("samples.csv"), &format!("{text}\nnonsense"), 2).expect_err("nonsense");
        assert!(fault.to_string().starts_with("samples.csv, line 8: "), "{fault}");
    }
}
