//! The engine's own book, in a file.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use tabia_book::BookReader;
use tabia_book::select::{Choice, Known, POLYGLOT_THRESHOLD, Random, Rules, Selection, select};
use tabia_chess::Position;
use tabia_session::{BookAnswer, BookSelection, OpeningBook};

use crate::commands::book::Input;

/// A book in a file, if one is open.
#[derive(Debug, Default)]
pub(crate) struct OwnBook {
    reader: Option<BookReader<Input>>,
    /// Choices so far: two in the same nanosecond must differ.
    choices: u64,
}

impl OpeningBook for OwnBook {
    fn open(&mut self, name: &str) -> Result<String, String> {
        self.close();
        let input = Input::open(Path::new(name)).map_err(|error| error.to_string())?;
        let reader = BookReader::open(input).map_err(|error| format!("{name}: {error}"))?;
        let entries = reader.entry_count();
        if entries == 0 {
            return Err(format!("{name}: the file holds no entry of a book"));
        }
        self.reader = Some(reader);
        Ok(format!("{name}: {entries} book entries"))
    }

    fn close(&mut self) {
        self.reader = None;
    }

    fn choose(
        &mut self,
        position: &Position,
        selection: BookSelection,
        width: usize,
        seed: u64,
    ) -> Result<BookAnswer, String> {
        let Some(reader) = &mut self.reader else { return Ok(BookAnswer::Nothing) };
        let probe = reader.probe(position).map_err(|error| error.to_string())?;
        let known: Vec<Known> = probe.moves.iter().map(Known::from).collect();
        let rules = Rules { width, ..Rules::default() };
        let selection = match selection {
            BookSelection::Best => Selection::Best,
            BookSelection::Random => Selection::Random { threshold: POLYGLOT_THRESHOLD },
            BookSelection::Ranked => Selection::Ranked { rules },
            BookSelection::Search => Selection::Search { rules },
        };
        self.choices += 1;
        let seed = if seed == 0 {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
            now.rotate_left(17) ^ self.choices ^ u64::from(std::process::id()) << 40
        } else {
            seed
        };
        Ok(match select(&known, &selection, &mut Random::new(seed)) {
            Choice::Play(mv) => {
                let chosen = probe.moves.iter().find(|candidate| candidate.mv == mv);
                BookAnswer::Play(mv, chosen.map_or(0.0, |candidate| probe.share(candidate)))
            }
            Choice::Search(moves) => BookAnswer::Search(moves),
            Choice::Nothing => BookAnswer::Nothing,
        })
    }
}
