//! `genfens`: openings for the games that an `OpenBench` instance plays for training data.
//!
//! The client calls `./engine "genfens N seed S book FILE ..." "quit"`, with the whole command as one argument, and takes every
//! line that begins with `info string genfens `; the rest of the line must be a FEN of six fields.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use tabia_arena::Openings;
use tabia_chess::Position;
use tabia_data::play::{PlaySettings, balanced_opening};
use tabia_data::rng_for;
use tabia_engine::Engine;
use thiserror::Error;

/// How an argument begins that is this command as one word of the shell.
const COMMAND: &str = "genfens";
/// Random half-moves from the start position; half of them, by lot, have one more.
const PLIES: u32 = 8;
/// The same behind the positions of a book.
const PLIES_BEHIND_A_BOOK: u32 = 4;
/// Soft nodes for judging an opening.
const NODES: u64 = 1_000;
/// How often moves are drawn behind one position of the book, and how many positions are tried for one opening.
const ATTEMPTS: (u32, u32) = (5, 200);

/// Why there are no openings.
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
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Genfens {
    count: u64,
    seed: u64,
    book: Option<PathBuf>,
    plies: u32,
    /// The greatest score for either side, in centipawns.
    bound: u32,
    nodes: u64,
}

/// The command, if the program's arguments (behind its name) are one: in one argument, as the client has it, or word by word.
/// A final `quit` is passed over.
pub(crate) fn command(arguments: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
    let text = words?.join(" ");
    let mut words = text.split_whitespace();
    (words.next() == Some(COMMAND)).then_some(text)
}

impl Genfens {
    /// Reads the command.
    ///
    /// # Errors
    /// What is missing, unknown or no number.
    pub(crate) fn parse(text: &str) -> Result<Self, GenfensError> {
        let usage = |fault: String| GenfensError::Usage(fault);
        let mut words = text.split_whitespace().skip(1);
        let number = |name: &str, word: Option<&str>, most: u64| {
            let word = word.ok_or_else(|| usage(format!("a number is missing behind {name:?}")))?;
            word.parse::<u64>()
                .ok()
                .filter(|&number| number <= most)
                .ok_or_else(|| usage(format!("{name}: {word:?} is no number from 0 to {most}")))
        };
        let count = number(COMMAND, words.next(), u64::MAX)?;
        let mut plies = None;
        let mut genfens = Self { count, seed: 0, book: None, plies: 0, bound: 300, nodes: NODES };
        while let Some(name) = words.next() {
            match name {
                "seed" => genfens.seed = number(name, words.next(), u64::MAX)?,
                "book" => {
                    let book = words
                        .next()
                        .ok_or_else(|| usage("a file or None is missing behind \"book\"".to_owned()))?;
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
    /// When the book cannot be read, or its positions are all decided.
    pub(crate) fn run(&self) -> Result<bool, super::Failure> {
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

    /// The positions of the book.
    fn starts(&self) -> Result<Openings, GenfensError> {
        let Some(path) = &self.book else { return Ok(Openings::default()) };
        let fault = |fault: String| GenfensError::Book { path: path.clone(), fault };
        let text = fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
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

/// The position behind the moves of an opening of the book.
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

    fn parsed(arguments: &[&str]) -> Option<Result<Genfens, String>> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        command(&arguments).map(|text| Genfens::parse(&text).map_err(|error| error.to_string()))
    }

    #[test]
    fn the_clients_command_lines_are_understood() {
        // As the client's format "genfens %d seed %d book %s %s" makes them, without and with arguments of one's own.
        let none = parsed(&["genfens 64 seed 1592653589 book None ", "quit"]).expect("is one").expect("good");
        let expected =
            Genfens { count: 64, seed: 1_592_653_589, book: None, plies: 8, bound: 300, nodes: 1_000 };
        assert_eq!(none, expected);
        let book =
            parsed(&["genfens 8 seed 7 book Books/UHO_4060_v2.epd plies 2 bound 150 nodes 500", "quit"]);
        let expected = Genfens {
            count: 8,
            seed: 7,
            book: Some("Books/UHO_4060_v2.epd".into()),
            plies: 2,
            bound: 150,
            nodes: 500,
        };
        assert_eq!(book, Some(Ok(expected)));
        // Word by word, as a person may write it.
        assert_eq!(parsed(&["genfens", "64", "seed", "1592653589", "book", "None"]), Some(Ok(none)));
        assert_eq!(parsed(&["bench"]), None);
        assert_eq!(parsed(&["genfenses 3"]), None);
        assert_eq!(parsed(&[]), None);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, fault) in [
            ("genfens", "a number is missing behind \"genfens\""),
            ("genfens many", "\"many\" is no number"),
            ("genfens 3 seed", "a number is missing behind \"seed\""),
            ("genfens 3 seed -1", "\"-1\" is no number"),
            ("genfens 3 book", "a file or None is missing"),
            ("genfens 3 seed 1 book None dfrc", "\"dfrc\" is unknown"),
            ("genfens 3 plies 101", "\"101\" is no number from 0 to 100"),
        ] {
            let error = parsed(&[text]).expect("is one").expect_err(text);
            assert!(error.contains(fault) && error.contains("the form is"), "{text}: {error}");
        }
    }
}
