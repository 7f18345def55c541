//! `genfens`: openings for the training data games of an `OpenBench` instance.
//!
//! The client calls `./engine "genfens N seed S book FILE ..." "quit"`, with the whole command as one argument, and takes every
//! line that begins with `info string genfens `; the rest of the line must be a FEN with six fields.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use tabia_arena::Openings;
use tabia_chess::Position;
use tabia_data::play::{PlaySettings, balanced_opening};
use tabia_data::rng_for;
use tabia_engine::{Engine, OutOfMemory};
use thiserror::Error;

use crate::input_file;

/// Number of random half-moves from the start position; half of the openings, at random, have one more.
const PLIES: u32 = 8;
/// Same, after a book position.
const PLIES_BEHIND_A_BOOK: u32 = 4;
/// Soft node limit for evaluating an opening.
const NODES: u64 = 1_000;
/// Number of times moves are drawn from one book position, and number of positions tried for one opening.
const ATTEMPTS: (u32, u32) = (5, 200);

/// Arguments of `genfens`.
#[derive(Debug, Args)]
#[command(
    override_usage = "tabia \"genfens N seed S book FILE|None [plies N] [bound CP] [nodes N]\" [quit]",
    after_help = "Random moves from the start position or from positions of FILE (EPD or PGN): 8 or 9, after a book 4 or 5 \
                  (plies), with a score of at most 300 centipawns for either side (bound) in a search of 1000 nodes (nodes)."
)]
pub(crate) struct GenfensArgs {
    /// How many openings, then names and values
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Error of `genfens`.
#[derive(Debug, Error)]
pub(crate) enum GenfensError {
    #[error("genfens: {0}; the form is \"genfens N seed S book FILE|None [plies N] [bound CP] [nodes N]\"")]
    Usage(String),
    #[error("genfens: {}: {fault}", path.display())]
    Book { path: PathBuf, fault: String },
    #[error(
        "genfens: no opening in {0} attempts had a score within {1} centipawns for both sides; raise it with `bound CP`"
    )]
    Unbalanced(u32, u32),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Parsed request.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Genfens {
    count: u64,
    seed: u64,
    book: Option<PathBuf>,
    plies: u32,
    /// Maximum score for either side, in centipawns.
    bound: u32,
    nodes: u64,
}

/// Prints the requested openings.
pub(crate) fn run(args: &GenfensArgs) -> Result<bool, GenfensError> {
    Genfens::parse(&args.words)?.run()
}

impl Genfens {
    /// Parses the words after the command's name; a final `quit` is ignored.
    ///
    /// # Errors
    /// If a word is missing, unknown or not a number.
    fn parse(words: &[String]) -> Result<Self, GenfensError> {
        let usage = |fault: String| GenfensError::Usage(fault);
        let mut words = words.iter().map(String::as_str);
        let number = |name: &str, word: Option<&str>, most: u64| {
            let word = word.ok_or_else(|| usage(format!("a number must follow {name:?}")))?;
            word.parse::<u64>()
                .ok()
                .filter(|&number| number <= most)
                .ok_or_else(|| usage(format!("{word:?} after {name:?} is not a number from 0 to {most}")))
        };
        let count = number("genfens", words.next(), u64::MAX)?;
        let mut plies = None;
        let mut genfens = Self { count, seed: 0, book: None, plies: 0, bound: 300, nodes: NODES };
        while let Some(name) = words.next() {
            match name {
                "seed" => genfens.seed = number(name, words.next(), u64::MAX)?,
                "book" => {
                    let book = words
                        .next()
                        .ok_or_else(|| usage("a file or None must follow \"book\"".to_owned()))?;
                    genfens.book =
                        Some(book).filter(|book| !book.eq_ignore_ascii_case("none")).map(PathBuf::from);
                }
                "plies" => plies = Some(number(name, words.next(), 100)? as u32),
                "bound" => genfens.bound = number(name, words.next(), 10_000)? as u32,
                "nodes" => genfens.nodes = number(name, words.next(), 1_000_000)?.max(1),
                "quit" => break,
                _ => return Err(usage(format!("{name:?} is unknown"))),
            }
        }
        let usual = if genfens.book.is_some() { PLIES_BEHIND_A_BOOK } else { PLIES };
        genfens.plies = plies.unwrap_or(usual);
        Ok(genfens)
    }

    /// Prints the openings, each as soon as it is found. The same command gives the same openings.
    ///
    /// # Errors
    /// If the book cannot be read, or no balanced opening is found.
    fn run(&self) -> Result<bool, GenfensError> {
        let starts = self.starts()?;
        let mut engine = Engine::new(1)?;
        let settings = PlaySettings { max_opening_score: self.bound, ..PlaySettings::with_nodes(self.nodes) };
        for number in 0..self.count {
            let position = self.opening(number, &starts, &mut engine, &settings)?;
            match writeln!(io::stdout(), "info string genfens {}", position.to_fen()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                written => written?,
            }
        }
        Ok(true)
    }

    /// Reads the book positions.
    fn starts(&self) -> Result<Openings, GenfensError> {
        let Some(path) = &self.book else { return Ok(Openings::default()) };
        let fault = |fault: String| GenfensError::Book { path: path.clone(), fault };
        let text = input_file::read_to_string(path).map_err(|error| fault(error.to_string()))?;
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let (starts, problems) =
            if is_pgn { Openings::from_pgn(&text, None) } else { Openings::from_epd(&text) };
        if starts.is_empty() {
            let first = problems.first().map_or_else(|| "it is empty".to_owned(), ToString::to_string);
            return Err(fault(format!("no positions: {first}")));
        }
        Ok(starts)
    }

    fn opening(
        &self,
        number: u64,
        starts: &Openings,
        engine: &mut Engine,
        settings: &PlaySettings,
    ) -> Result<Position, GenfensError> {
        let mut rng = rng_for(self.seed, number);
        let (attempts, tries) = ATTEMPTS;
        for _ in 0..tries {
            let start = behind(starts, rng.below(starts.len() as u64) as usize);
            let plies = self.plies + rng.below(2) as u32;
            if let Some(position) = balanced_opening(engine, &mut rng, &start, plies, settings, attempts) {
                return Ok(position);
            }
        }
        Err(GenfensError::Unbalanced(attempts * tries, self.bound))
    }
}

/// Returns the position after the moves of a book opening.
fn behind(starts: &Openings, index: usize) -> Position {
    let opening = starts.get(index);
    let mut position = opening.start;
    for mv in opening.moves {
        position.play_unchecked(mv);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Genfens, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Genfens::parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn the_clients_command_lines_are_understood() {
        // As produced by the client's format "genfens %d seed %d book %s %s", without and with user arguments.
        let none = parsed("64 seed 1592653589 book None quit").expect("good");
        let expected =
            Genfens { count: 64, seed: 1_592_653_589, book: None, plies: 8, bound: 300, nodes: 1_000 };
        assert_eq!(none, expected);
        let book = parsed("8 seed 7 book Books/UHO_4060_v2.epd plies 2 bound 150 nodes 500 quit");
        let expected = Genfens {
            count: 8,
            seed: 7,
            book: Some("Books/UHO_4060_v2.epd".into()),
            plies: 2,
            bound: 150,
            nodes: 500,
        };
        assert_eq!(book, Ok(expected));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, fault) in [
            ("", "a number must follow \"genfens\""),
            ("many", "genfens: \"many\" after \"genfens\" is not a number"),
            ("3 seed", "a number must follow \"seed\""),
            ("3 seed -1", "\"-1\" after \"seed\" is not a number"),
            ("3 book", "a file or None must follow"),
            ("3 seed 1 book None dfrc", "\"dfrc\" is unknown"),
            ("3 plies 101", "\"101\" after \"plies\" is not a number from 0 to 100"),
        ] {
            let error = parsed(text).expect_err(text);
            assert!(error.contains(fault) && error.contains("the form is"), "{text}: {error}");
        }
    }
}
