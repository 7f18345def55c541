//! The match file: JSON lines, first the settings and then one line per finished unit, in any order.
//!
//! Lines are only ever appended. An incomplete last line (the program was killed while writing) is ignored; a
//! complete one needs no line end. docs/match-file.md describes the format.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

use crate::settings::{InvalidSettings, MatchSettings};
use crate::stored_game::PairRecord;

/// The format name in the first line.
pub const FORMAT: &str = "tabia match 2";

/// The maximum length of an id, in bytes.
const MAX_ID: usize = 64;
/// The maximum length of the first line, in bytes: 1 MiB.
const MAX_HEADER_BYTES: usize = 1 << 20;
/// The maximum length of a unit's line, in bytes: 8 MiB.
const MAX_UNIT_BYTES: usize = 8 << 20;
/// The maximum length of a host name, in bytes.
const MAX_HOST: usize = 64;

/// The format name of an earlier version.
const FORMAT_1: &str = "tabia match 1";

/// The id and settings of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// A random id (UUID), assigned when the match is created: only results with the same id can be merged.
    pub id: String,
    /// Creation time of the match, in milliseconds since 1970 (UTC); 0 if unknown.
    #[serde(default)]
    pub created_ms: u64,
    /// The settings.
    pub settings: MatchSettings,
}

#[derive(Serialize, Deserialize)]
struct HeaderLine<T> {
    format: String,
    #[serde(flatten)]
    header: T,
}

/// The contents of a match file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFile {
    /// The id and settings of the match.
    pub header: MatchHeader,
    /// The units in file order, including duplicates.
    pub units: Vec<PairRecord>,
    /// The length of all complete lines in bytes, the last perhaps without its line end; the rest is an
    /// incomplete line.
    pub whole: usize,
}

/// An error in a match file.
#[derive(Clone, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct MatchFileError {
    /// The line number, from 1.
    pub line: usize,
    /// The error.
    pub fault: MatchLineError,
}

/// An error in a line.
#[derive(Clone, Debug, Error)]
pub enum MatchLineError {
    /// The first line has no format name.
    #[error("not a match file: its first line does not contain {FORMAT:?}")]
    NoFormat,
    /// The format of an earlier version, without settings.
    #[error(
        "this is the journal of an earlier version ({FORMAT_1:?}), which has no settings to resume from; finish the match with the version that started it, or start again with another file"
    )]
    EarlierVersion,
    /// The format of an unknown version.
    #[error("its format is {0:?}; this version reads {FORMAT:?}")]
    UnknownFormat(String),
    /// The settings cannot be read.
    #[error("{0}")]
    Header(Arc<serde_json::Error>),
    /// An invalid match id.
    #[error("invalid match id {0:?}: use 1 to 64 letters, digits, hyphens or underscores")]
    Id(String),
    /// The settings exceed a bound.
    #[error("invalid settings: {0}")]
    Settings(InvalidSettings),
    /// The line is too long.
    #[error("it has {found} bytes; at most {most} are allowed")]
    TooLong {
        /// Its length in bytes.
        found: usize,
        /// The maximum length in bytes.
        most: usize,
    },
    /// A unit has more games than a pair.
    #[error("this unit has {0} games; a unit has one or two")]
    Games(usize),
    /// An invalid host name.
    #[error("invalid host of this unit: use at most 64 bytes, without control characters")]
    Host,
    /// A finished unit cannot be read.
    #[error("this is not a finished unit: {0}")]
    Unit(Arc<serde_json::Error>),
}

/// Formats the first line of a file, with its line end.
pub fn header_line(header: &MatchHeader) -> String {
    line(&HeaderLine { format: FORMAT.to_owned(), header })
}

/// Formats the line of a unit, with its line end.
pub fn unit_line(unit: &PairRecord) -> String {
    line(unit)
}

fn line(value: &impl Serialize) -> String {
    // Neither type has maps with non-string keys, the only thing that JSON cannot represent.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}

impl MatchHeader {
    /// Checks untrusted input before anything is stored or allocated for it: the id, and the bounds of the
    /// settings.
    ///
    /// # Errors
    /// If either is invalid.
    pub fn check(&self) -> Result<(), MatchLineError> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if self.id.is_empty() || self.id.len() > MAX_ID || !self.id.bytes().all(is_plain) {
            return Err(MatchLineError::Id(self.id.chars().take(MAX_ID).collect()));
        }
        self.settings.check_bounds().map_err(MatchLineError::Settings)
    }
}

/// Rejects a line longer than `most` bytes.
fn check_length(line: &str, most: usize) -> Result<(), MatchLineError> {
    if line.len() > most { Err(MatchLineError::TooLong { found: line.len(), most }) } else { Ok(()) }
}

/// Parses the first line.
///
/// # Errors
/// If the line is not a valid header.
pub fn parse_header(line: &str) -> Result<MatchHeader, MatchLineError> {
    #[derive(Deserialize)]
    struct Format {
        format: String,
    }
    check_length(line, MAX_HEADER_BYTES)?;
    let Format { format } = serde_json::from_str(line).map_err(|_| MatchLineError::NoFormat)?;
    match format.as_str() {
        FORMAT => {
            let header: MatchHeader =
                serde_json::from_str(line).map_err(|error| MatchLineError::Header(error.into()))?;
            header.check()?;
            Ok(header)
        }
        FORMAT_1 => Err(MatchLineError::EarlierVersion),
        _ => Err(MatchLineError::UnknownFormat(format)),
    }
}

/// Parses the line of a unit.
///
/// # Errors
/// If the line is not a valid unit.
pub fn parse_unit(line: &str) -> Result<PairRecord, MatchLineError> {
    check_length(line, MAX_UNIT_BYTES)?;
    let unit: PairRecord = serde_json::from_str(line).map_err(|error| MatchLineError::Unit(error.into()))?;
    if !(1..=2).contains(&unit.games.len()) {
        return Err(MatchLineError::Games(unit.games.len()));
    }
    if unit.host.len() > MAX_HOST || unit.host.chars().any(char::is_control) {
        return Err(MatchLineError::Host);
    }
    Ok(unit)
}

/// Reads an entire file.
///
/// # Errors
/// The first line that cannot be read, unless it is the last one, has no line end and is not the header.
pub fn read(text: &str) -> Result<MatchFile, MatchFileError> {
    let mut reader = Reader::default();
    let mut units = reader.push(text.as_bytes())?;
    units.extend(reader.last_line()?);
    let whole = reader.whole;
    let (header, _) = reader.finish()?;
    Ok(MatchFile { header, units, whole })
}

/// Incremental reader of a match file. A piece may end in the middle of a line or a character; at most one
/// line is buffered between pieces.
#[derive(Debug, Default)]
pub struct Reader {
    header: Option<MatchHeader>,
    /// The number of lines read.
    lines: usize,
    /// Their length in bytes.
    whole: usize,
    /// The beginning of the current, incomplete line.
    begun: Vec<u8>,
}

impl Reader {
    /// Reads the next bytes and returns the units on the lines they complete.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<Vec<PairRecord>, MatchFileError> {
        let mut units = Vec::new();
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            let (line, rest) = bytes.split_at(end + 1);
            bytes = rest;
            if self.begun.is_empty() {
                units.extend(self.line(line)?);
            } else {
                let mut whole = std::mem::take(&mut self.begun);
                whole.extend_from_slice(line);
                units.extend(self.line(&whole)?);
            }
        }
        self.begun.extend_from_slice(bytes);
        let most = if self.lines == 0 { MAX_HEADER_BYTES } else { MAX_UNIT_BYTES };
        if self.begun.len() > most {
            return Err(self.fault(MatchLineError::TooLong { found: self.begun.len(), most }));
        }
        Ok(units)
    }

    /// Ends the file. Returns the header, and the unit of a last line without a line end; an incomplete last
    /// line is ignored.
    ///
    /// # Errors
    /// When the header is missing.
    pub fn finish(mut self) -> Result<(MatchHeader, Option<PairRecord>), MatchFileError> {
        let unit = self.last_line()?;
        let header = self.header.ok_or(MatchFileError { line: 1, fault: MatchLineError::NoFormat })?;
        Ok((header, unit))
    }

    /// Returns the header, once its line has been read.
    pub fn header(&self) -> Option<&MatchHeader> {
        self.header.as_ref()
    }

    /// Parses what has arrived of the last line. Part of a unit never parses, because an object ends with its
    /// brace.
    fn last_line(&mut self) -> Result<Option<PairRecord>, MatchFileError> {
        let begun = std::mem::take(&mut self.begun);
        if begun.is_empty() {
            return Ok(None);
        }
        let is_header = self.lines == 0;
        self.line(&begun).or_else(|fault| if is_header { Err(fault) } else { Ok(None) })
    }

    fn line(&mut self, bytes: &[u8]) -> Result<Option<PairRecord>, MatchFileError> {
        let text = String::from_utf8_lossy(bytes);
        let line = text.trim_end_matches(['\r', '\n']);
        let unit = if self.lines == 0 {
            let header = parse_header(line.trim_start_matches('\u{feff}'));
            self.header = Some(header.map_err(|fault| self.fault(fault))?);
            None
        } else if line.trim().is_empty() {
            None
        } else {
            Some(parse_unit(line).map_err(|fault| self.fault(fault))?)
        };
        self.lines += 1;
        self.whole += bytes.len();
        Ok(unit)
    }

    /// Returns an error in the current line.
    fn fault(&self, fault: MatchLineError) -> MatchFileError {
        MatchFileError { line: self.lines + 1, fault }
    }
}
