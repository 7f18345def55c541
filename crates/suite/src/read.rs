//! Suites as text.

use tabia_pgn::epd::{EpdLine, read_epds};
use tabia_pgn::{Epd, needs_chess960};

use crate::crafty;
use crate::points::points;
use crate::problem::Problem;
use crate::suite::{Fault, Suite, check, start};

impl Suite {
    /// Reads a suite. As in Crafty, the first meaningful line decides the format: with one of the words `title`, `setboard`
    /// and `solution` it is Crafty's, otherwise EPD. A line that is not a problem, or has no question, is skipped and reported.
    pub fn read(text: &str) -> Self {
        let mut reader = SuiteReader::new(text);
        while !reader.read_while(|| true) {}
        reader.finish()
    }
}

/// Incremental reader of suites, for hosts that have other work to do in between.
#[derive(Debug)]
pub struct SuiteReader<'a> {
    rest: &'a str,
    length: usize,
    /// Lines read so far.
    lines: usize,
    form: Form,
    suite: Suite,
}

#[derive(Debug)]
enum Form {
    Epd,
    Crafty(crafty::Draft),
}

impl<'a> SuiteReader<'a> {
    /// Creates a reader at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let is_crafty = first.is_some_and(crafty::is_command);
        let form = if is_crafty { Form::Crafty(crafty::Draft::default()) } else { Form::Epd };
        Self { rest: text, length: text.len(), lines: 0, form, suite: Suite::default() }
    }

    /// Reads at least one line, and more while `go_on` returns true between lines. Returns whether everything has been read.
    pub fn read_while(&mut self, mut go_on: impl FnMut() -> bool) -> bool {
        while !self.rest.is_empty() {
            match &mut self.form {
                Form::Epd => self.read_block(),
                Form::Crafty(_) => self.read_command(),
            }
            if !go_on() {
                break;
            }
        }
        self.rest.is_empty()
    }

    /// Returns the share of the text read so far, in percent.
    pub fn percent(&self) -> u8 {
        let read = (self.length - self.rest.len()) as u64;
        (read * 100 / self.length.max(1) as u64) as u8
    }

    /// Returns the suite read so far.
    pub fn finish(mut self) -> Suite {
        if let Form::Crafty(draft) = &mut self.form {
            draft.end(&mut self.suite);
        }
        self.suite
    }

    /// Returns the next line, including its line ending.
    fn next_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.lines += 1;
        line
    }

    fn read_command(&mut self) {
        let line = self.next_line();
        if let Form::Crafty(draft) = &mut self.form
            && !draft.line(&mut self.suite, self.lines, line)
        {
            self.rest = "";
        }
    }

    /// Reads one position: a line, with the preceding lines that name it.
    fn read_block(&mut self) {
        let (before, text) = (self.lines, self.rest);
        loop {
            let line = self.next_line().trim_start();
            let is_open = line.is_empty() || line.starts_with(['#', '%']) || line.starts_with("id ");
            if !is_open || self.rest.is_empty() {
                break;
            }
        }
        let (lines, problems) = read_epds(&text[..text.len() - self.rest.len()]);
        let mut faults: Vec<Fault> = Vec::new();
        for problem in problems {
            faults.push(Fault { line: before + problem.line, message: problem.message });
        }
        for mut line in lines {
            line.line += before;
            match of_epd(&line) {
                Ok((problem, correction)) => {
                    self.suite.problems.push(problem);
                    self.suite.corrections.extend(correction);
                }
                Err(message) => faults.push(Fault { line: line.line, message }),
            }
        }
        faults.sort_by_key(|fault| fault.line);
        self.suite.faults.append(&mut faults);
    }
}

fn of_epd(line: &EpdLine) -> Result<(Problem, Option<Fault>), String> {
    let (epd, position, correction) = start(line)?;
    let problem = || {
        check(Problem {
            line: line.line,
            id: epd.text("id").unwrap_or_default(),
            is_chess960: needs_chess960(&position),
            best: epd.best_moves().map_err(|error| error.to_string())?,
            avoid: epd.avoid_moves().map_err(|error| error.to_string())?,
            mate_in: mate_in(&epd)?,
            points: points(&epd, &position),
            position,
        })
    };
    match (problem(), correction) {
        // The correction may be why its moves are illegal.
        (Err(message), Some(correction)) => Err(format!("{message}; {}", correction.message)),
        (problem, correction) => Ok((problem?, correction)),
    }
}

/// Returns the length of the mate to find: `dm 3`, or `bm #3` as some suites write it.
fn mate_in(epd: &Epd) -> Result<Option<u32>, String> {
    let Some(text) = epd.text("dm") else { return Ok(epd.mate_to_find()) };
    match text.parse() {
        Ok(moves) if moves > 0 => Ok(Some(moves)),
        _ => Err(format!("dm {text}: this is not a number of moves")),
    }
}
