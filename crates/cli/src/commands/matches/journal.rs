//! The file that a match is resumed from: its settings, then a line for every finished unit.
//!
//! Lines are JSON objects and are only ever appended, so that a match that is killed loses at most the unit that was
//! being written; such a last line is cut off when the match goes on.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tabia_arena::stats::GameResult;

use super::MatchError;

/// What the first line says the file is.
const FORMAT: &str = "tabia match 1";

/// A finished unit with what is written about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FinishedUnit {
    /// Its results, from the first engine's side.
    pub(super) results: Vec<GameResult>,
    /// Its games as PGN.
    pub(super) pgn: String,
    /// Its samples.
    pub(super) samples: String,
}

/// What makes games what they are: two journals with the same settings and seed hold the same match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The seed.
    pub(super) seed: u64,
    /// The day on which the match began, as PGN has it.
    pub(super) date: String,
    /// All other settings by name.
    pub(super) settings: BTreeMap<String, String>,
}

/// A journal that is open for writing.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

/// What a journal holds.
pub(super) type Contents = (Option<Header>, BTreeMap<usize, FinishedUnit>);

impl Journal {
    /// Reads a journal; one that does not exist or is empty holds nothing.
    pub(super) fn read(path: &Path) -> Result<Contents, MatchError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((None, BTreeMap::new())),
            Err(error) => return Err(MatchError::File { path: path.to_owned(), fault: error.to_string() }),
        };
        let mut header = None;
        let mut units = BTreeMap::new();
        for (index, line) in whole_lines(&text).lines().enumerate() {
            let fault = |fault: &str| MatchError::Journal {
                path: path.to_owned(),
                line: index + 1,
                fault: fault.to_owned(),
            };
            let value: Value = serde_json::from_str(line).map_err(|error| fault(&error.to_string()))?;
            if index == 0 {
                header =
                    Some(read_header(&value).ok_or_else(|| fault("this is not the journal of a match"))?);
            } else {
                let (id, unit) = read_unit(&value).ok_or_else(|| fault("this is not a finished pair"))?;
                units.insert(id, unit);
            }
        }
        Ok((header, units))
    }

    /// Opens a journal to go on with it, or begins it.
    pub(super) fn open(path: &Path, header: &Header, is_new: bool) -> Result<Self, MatchError> {
        let error =
            |error: std::io::Error| MatchError::File { path: path.to_owned(), fault: error.to_string() };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(error)?;
        let kept =
            if is_new { 0 } else { whole_lines(&fs::read_to_string(path).map_err(error)?).len() as u64 };
        file.set_len(kept).map_err(error)?;
        if is_new {
            let Header { seed, date, settings } = header;
            let line = json!({ "format": FORMAT, "seed": seed, "date": date, "settings": settings });
            writeln!(file, "{line}").map_err(error)?;
        }
        Ok(Self { file, path: path.to_owned() })
    }

    /// Adds a unit; it is on its way to the disk when this returns.
    pub(super) fn add(&mut self, id: usize, unit: &FinishedUnit) -> Result<(), MatchError> {
        let FinishedUnit { results, pgn, samples } = unit;
        let results: String = results.iter().map(|&result| letter(result)).collect();
        let line = format!("{}\n", json!({ "unit": id, "results": results, "pgn": pgn, "samples": samples }));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| MatchError::File { path: self.path.clone(), fault: error.to_string() })
    }
}

/// The text up to its last end of line.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| text.get(..=end).unwrap_or(""))
}

fn read_header(value: &Value) -> Option<Header> {
    (value["format"] == FORMAT).then_some(())?;
    let settings = value["settings"].as_object()?;
    let settings = settings.iter().map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    Some(Header {
        seed: value["seed"].as_u64()?,
        date: value["date"].as_str()?.to_owned(),
        settings: settings.collect::<Option<_>>()?,
    })
}

fn read_unit(value: &Value) -> Option<(usize, FinishedUnit)> {
    let results = value["results"].as_str()?.chars().map(result);
    let text = |name: &str| Some(value[name].as_str()?.to_owned());
    let unit = FinishedUnit {
        results: results.collect::<Option<_>>()?,
        pgn: text("pgn")?,
        samples: text("samples")?,
    };
    Some((value["unit"].as_u64()?.try_into().ok()?, unit))
}

fn letter(result: GameResult) -> char {
    match result {
        GameResult::Win => 'W',
        GameResult::Draw => 'D',
        GameResult::Loss => 'L',
    }
}

fn result(letter: char) -> Option<GameResult> {
    match letter {
        'W' => Some(GameResult::Win),
        'D' => Some(GameResult::Draw),
        'L' => Some(GameResult::Loss),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(results: &[GameResult]) -> FinishedUnit {
        FinishedUnit {
            results: results.to_vec(),
            pgn: "[Event \"?\"]\n\n1-0\n\n".to_owned(),
            samples: String::new(),
        }
    }

    #[test]
    fn what_was_written_is_read_and_a_torn_line_is_cut_off() {
        let path = std::env::temp_dir().join(format!("tabia-journal-{}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        assert_eq!(Journal::read(&path).unwrap(), (None, BTreeMap::new()));
        let settings = BTreeMap::from([("a".to_owned(), "1".to_owned())]);
        let header = Header { seed: u64::MAX, date: "2026.01.02".to_owned(), settings };
        let units = [(3, unit(&[GameResult::Win, GameResult::Draw])), (0, unit(&[GameResult::Loss]))];
        let mut journal = Journal::open(&path, &header, true).unwrap();
        journal.add(units[0].0, &units[0].1).unwrap();
        drop(journal);
        let mut torn = fs::read_to_string(&path).unwrap();
        torn.push_str("{\"unit\":7,\"resul");
        fs::write(&path, torn).unwrap();
        assert_eq!(Journal::read(&path).unwrap(), (Some(header.clone()), BTreeMap::from([units[0].clone()])));
        let mut journal = Journal::open(&path, &header, false).unwrap();
        journal.add(units[1].0, &units[1].1).unwrap();
        assert_eq!(Journal::read(&path).unwrap(), (Some(header), BTreeMap::from(units)));
        fs::write(&path, "hello\n").unwrap();
        assert!(Journal::read(&path).is_err());
        fs::remove_file(&path).unwrap();
    }
}
