//! Output files of a match.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use tabia_arena::pgn::Verbosity;
use tabia_arena::{MatchProgress, PairRecord};

use super::error::MatchError;
use super::options::Options;
use crate::input_file::is_standard;
use crate::printing::{StandardOutput, print_to_standard_error};

/// Files to which units are written once they count.
pub(super) struct Sinks {
    pgn: Option<(Sink, Verbosity)>,
    epd: Option<Sink>,
    samples: Option<Sink>,
}

/// What happens to the existing contents of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Kept; new text is appended.
    Kept,
    /// Replaced.
    Replaced,
    /// May contain text that this match wrote before it was interrupted.
    Resumed,
}

/// An output file to which games are appended.
struct Sink {
    /// `None` for standard output.
    file: Option<File>,
    path: PathBuf,
    /// Text that the match has written so far according to the match file, until it is compared with the existing
    /// contents.
    replayed: Option<String>,
}

impl Sinks {
    /// Opens the output files of the options.
    pub(super) fn open(options: &Options, before: Before) -> Result<Self, MatchError> {
        let pgn = options.pgn.as_ref().map(|file| {
            let before = if file.is_replaced { Before::Replaced } else { before };
            Sink::open(&file.path, before).map(|sink| (sink, file.verbosity))
        });
        let epd = options
            .epd
            .as_ref()
            .map(|file| Sink::open(&file.path, if file.is_replaced { Before::Replaced } else { before }));
        Ok(Self {
            pgn: pgn.transpose()?,
            epd: epd.transpose()?,
            samples: options.sample.as_deref().map(|path| Sink::open(path, before)).transpose()?,
        })
    }

    /// Writes a unit.
    pub(super) fn write(&mut self, lab: &MatchProgress, unit: &PairRecord) -> Result<(), MatchError> {
        let output = lab.output(unit).map_err(|error| MatchError::Game { unit: unit.unit, error })?;
        if let Some((sink, verbosity)) = &mut self.pgn {
            sink.write(&output.pgn(*verbosity))?;
        }
        if let Some(sink) = &mut self.epd {
            sink.write(&output.final_epd())?;
        }
        if let Some(sink) = &mut self.samples {
            sink.write(&output.samples())?;
        }
        Ok(())
    }

    /// Called when all units of the match file have been written: from now on units are new.
    pub(super) fn settle(&mut self) -> Result<(), MatchError> {
        let pgn = self.pgn.as_mut().map(|(sink, _)| sink);
        pgn.into_iter().chain(&mut self.epd).chain(&mut self.samples).try_for_each(Sink::settle)
    }
}

impl Sink {
    fn open(path: &Path, before: Before) -> Result<Self, MatchError> {
        if is_standard(path) {
            print_to_standard_error();
            return Ok(Self { file: None, path: path.to_owned(), replayed: None });
        }
        let mut options = OpenOptions::new();
        match before {
            Before::Replaced => options.write(true).truncate(true),
            Before::Kept => options.append(true),
            Before::Resumed => options.read(true).append(true),
        };
        let file = options.create(true).open(path).map_err(|error| fault(path, &error))?;
        let replayed = (before == Before::Resumed).then(String::new);
        Ok(Self { file: Some(file), path: path.to_owned(), replayed })
    }

    fn write(&mut self, text: &str) -> Result<(), MatchError> {
        if let Some(replayed) = &mut self.replayed {
            replayed.push_str(text);
            return Ok(());
        }
        let written = match &mut self.file {
            Some(file) => file.write_all(text.as_bytes()),
            None => StandardOutput.write_all(text.as_bytes()).and_then(|()| StandardOutput.flush()),
        };
        written.map_err(|error| fault(&self.path, &error))
    }

    /// Completes the text that the match has written. Text of others before it stays; text after it that is not
    /// in the match file is moved to a `.old` file.
    fn settle(&mut self) -> Result<(), MatchError> {
        let (Some(text), Some(file)) = (self.replayed.take(), &mut self.file) else { return Ok(()) };
        let error = |error: std::io::Error| fault(&self.path, &error);
        let mut there = Vec::new();
        file.read_to_end(&mut there).map_err(error)?;
        let Place { end, written } = place(&there, text.as_bytes());
        let behind = there.get(end..).unwrap_or_default();
        if !behind.is_empty() {
            let mut aside = self.path.as_os_str().to_owned();
            aside.push(".old");
            let aside = PathBuf::from(aside);
            let mut old = OpenOptions::new().append(true).create(true).open(&aside).map_err(error)?;
            old.write_all(behind).and_then(|()| old.sync_all()).map_err(|error| fault(&aside, &error))?;
            eprintln!(
                "Warning: {} had {} bytes that are not in the match's own file; moved to {}",
                self.path.display(),
                behind.len(),
                aside.display()
            );
            file.set_len(end as u64).map_err(error)?;
        }
        file.write_all(text.as_bytes().get(written..).unwrap_or_default()).map_err(error)
    }
}

fn fault(path: &Path, error: &std::io::Error) -> MatchError {
    MatchError::File { path: path.to_owned(), fault: error.to_string() }
}

/// Position of the match's text in a file.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    /// End of the part that is there.
    end: usize,
    /// Length of the part that is there.
    written: usize,
}

/// Finds the text of a match in a file that may have other text before it and may have only a part of it: at the
/// first line from which the file continues like the text for a whole game, or up to the end of the file. If
/// there is none, all of the text belongs at the end.
fn place(there: &[u8], text: &[u8]) -> Place {
    // Games in PGN are separated by an empty line after the moves; other files by lines.
    let is_end = |at: usize| text.get(at..at + 2) == Some(b"\n\n") && text.get(at + 2) == Some(&b'[');
    let line = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
    let game = if text.first() == Some(&b'[') { (0..text.len()).find(|&at| is_end(at)) } else { Some(line) };
    let enough = game.unwrap_or(text.len()).max(1);
    let starts = (0..there.len()).filter(|&at| at == 0 || there.get(at - 1) == Some(&b'\n'));
    for start in starts {
        let rest = there.get(start..).unwrap_or_default();
        let written = rest.iter().zip(text).take_while(|(one, other)| one == other).count();
        if written >= enough || (written > 0 && written == rest.len()) {
            return Place { end: start + written, written };
        }
    }
    Place { end: there.len(), written: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str =
        "[Event \"m\"]\n[Round \"1\"]\n\n1. e4 *\n\n[Event \"m\"]\n[Round \"2\"]\n\n1. d4 *\n\n";
    const OTHERS: &str = "[Event \"m\"]\n[Round \"7\"]\n\n1. c4 *\n\n";

    fn found(there: &str, text: &str) -> (usize, usize) {
        let Place { end, written } = place(there.as_bytes(), text.as_bytes());
        (end, written)
    }

    #[test]
    fn what_is_there_of_a_match_is_found() {
        let (all, before) = (MATCH.len(), OTHERS.len());
        assert_eq!(found("", MATCH), (0, 0));
        assert_eq!(found(MATCH, MATCH), (all, all));
        // Torn anywhere, with or without the games of another match before it.
        for torn in 1..all {
            assert_eq!(found(&MATCH[..torn], MATCH), (torn, torn), "{torn}");
            let there = format!("{OTHERS}{}", &MATCH[..torn]);
            assert_eq!(found(&there, MATCH), (before + torn, torn), "{torn}");
        }
        // No part of it: all of it is appended.
        assert_eq!(found(OTHERS, MATCH), (before, 0));
        assert_eq!(found(OTHERS, ""), (before, 0));
        // The first is followed by a second game that the match doesn't know.
        let there = format!("{}{OTHERS}", &MATCH[..all / 2]);
        let (end, written) = found(&there, MATCH);
        assert!(end == written && written >= all / 2 && end < there.len(), "{end}");
    }

    #[test]
    fn lists_of_positions_are_compared_by_lines() {
        assert_eq!(found("a w\nb b\n", "b b\nc w\n"), (8, 4));
        assert_eq!(found("a w\nb b\n", "c w\n"), (8, 0));
        assert_eq!(found("a w\nb b\nx\n", "b b\nc w\n"), (8, 4));
    }
}
