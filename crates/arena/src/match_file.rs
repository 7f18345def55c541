//! The match file: JSON lines, first the settings and then a line for every finished unit, in any order.
//!
//! Lines are only ever appended. A last line that is not whole (a program was killed while writing) is
//! ignored; a whole one needs no line end. docs/match-file.md describes the format.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

use crate::settings::{InvalidSettings, MatchSettings};
use crate::stored_game::UnitRecord;

/// The format named in the first line.
pub const FORMAT: &str = "tabia match 2";

/// The longest id, in bytes.
const MAX_ID: usize = 64;
/// The longest first line, in bytes: 1 MiB.
const MAX_HEADER_BYTES: usize = 1 << 20;
/// The longest line of a unit, in bytes: 8 MiB.
const MAX_UNIT_BYTES: usize = 8 << 20;
/// The longest name of a host, in bytes.
const MAX_HOST: usize = 64;

/// The format named in files of an earlier version.
const FORMAT_1: &str = "tabia match 1";

/// The id and settings of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// A random id (UUID), given when the match is created: results can be merged only if it is the same.
    pub id: String,
    /// When the match was created, in milliseconds since 1970 (UTC); 0 if not known.
    #[serde(default)]
    pub created_ms: u64,
    /// What is played.
    pub settings: MatchSettings,
}

#[derive(Serialize, Deserialize)]
struct HeaderLine<T> {
    format: String,
    #[serde(flatten)]
    header: T,
}

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFile {
    /// Which match.
    pub header: MatchHeader,
    /// Its units in the order of the file, including duplicates.
    pub units: Vec<UnitRecord>,
    /// How many bytes of the text are whole lines, the last of them perhaps without its end; the rest is a line that was begun.
    pub whole: usize,
}

/// What is wrong with a file.
#[derive(Clone, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct MatchFileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: MatchLineError,
}

/// What is wrong with a line.
#[derive(Clone, Debug, Error)]
pub enum MatchLineError {
    /// The first line names no format.
    #[error("this is no file of a match: its first line does not say {FORMAT:?}")]
    NoFormat,
    /// The format of an earlier version, which held no settings.
    #[error(
        "this is the journal of an earlier version ({FORMAT_1:?}), which holds no settings that this one could go on \
         with; finish the match with the version that began it, or begin anew with another file"
    )]
    EarlierVersion,
    /// A format of another version.
    #[error("its format is {0:?}; this version reads {FORMAT:?}")]
    UnknownFormat(String),
    /// The settings cannot be read.
    #[error("{0}")]
    Header(Arc<serde_json::Error>),
    /// The id is none that a program gives.
    #[error("its id {0:?} is none: it must have 1 to 64 letters, digits, hyphens or underscores")]
    Id(String),
    /// The settings go beyond what a match may have.
    #[error("its settings are refused: {0}")]
    Settings(InvalidSettings),
    /// The line is too long.
    #[error("it has {found} bytes; at most {most} are allowed")]
    TooLong {
        /// Its length in bytes.
        found: usize,
        /// The most bytes.
        most: usize,
    },
    /// A unit has more games than a pair.
    #[error("this unit has {0} games; a unit has one or two")]
    Games(usize),
    /// The name of a unit's host is none.
    #[error("the host of this unit is refused: it must have at most 64 bytes, without control characters")]
    Host,
    /// A finished unit cannot be read.
    #[error("this is not a finished unit: {0}")]
    Unit(Arc<serde_json::Error>),
}

/// The first line of a file, with its end.
pub fn header_line(header: &MatchHeader) -> String {
    line(&HeaderLine { format: FORMAT.to_owned(), header })
}

/// The line of a unit, with its end.
pub fn unit_line(unit: &UnitRecord) -> String {
    line(unit)
}

fn line(value: &impl Serialize) -> String {
    // Neither type has maps with keys other than text, the only thing that JSON cannot represent.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}

impl MatchHeader {
    /// Checks what anybody may have written, before anything is stored or made for it: the id, and the bounds of the settings.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), MatchLineError> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if self.id.is_empty() || self.id.len() > MAX_ID || !self.id.bytes().all(is_plain) {
            return Err(MatchLineError::Id(self.id.chars().take(MAX_ID).collect()));
        }
        self.settings.check_bounds().map_err(MatchLineError::Settings)
    }
}

/// Refuses a line that is longer than any of its kind.
fn check_length(line: &str, most: usize) -> Result<(), MatchLineError> {
    if line.len() > most { Err(MatchLineError::TooLong { found: line.len(), most }) } else { Ok(()) }
}

/// Reads the first line.
///
/// # Errors
/// What is wrong with it.
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

/// Reads the line of a unit.
///
/// # Errors
/// What is wrong with it.
pub fn parse_unit(line: &str) -> Result<UnitRecord, MatchLineError> {
    check_length(line, MAX_UNIT_BYTES)?;
    let unit: UnitRecord = serde_json::from_str(line).map_err(|error| MatchLineError::Unit(error.into()))?;
    if !(1..=2).contains(&unit.games.len()) {
        return Err(MatchLineError::Games(unit.games.len()));
    }
    if unit.host.len() > MAX_HOST || unit.host.chars().any(char::is_control) {
        return Err(MatchLineError::Host);
    }
    Ok(unit)
}

/// Reads a whole file.
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

/// Reads a file in pieces of any size. A piece may end in the middle of a line or of a character; what is kept between two pieces is
/// never more than a line may have.
#[derive(Debug, Default)]
pub struct Reader {
    header: Option<MatchHeader>,
    /// How many lines have been read.
    lines: usize,
    /// How many bytes they had.
    whole: usize,
    /// The beginning of the line whose end has not come yet.
    begun: Vec<u8>,
}

impl Reader {
    /// Takes the next bytes and returns the units of the lines that they complete.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<Vec<UnitRecord>, MatchFileError> {
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

    /// The header, once all bytes have come, and the unit of a last line without an end. A last line that was only begun is ignored.
    ///
    /// # Errors
    /// When there is no header.
    pub fn finish(mut self) -> Result<(MatchHeader, Option<UnitRecord>), MatchFileError> {
        let unit = self.last_line()?;
        let header = self.header.ok_or(MatchFileError { line: 1, fault: MatchLineError::NoFormat })?;
        Ok((header, unit))
    }

    /// The header, once its line has come.
    pub fn header(&self) -> Option<&MatchHeader> {
        self.header.as_ref()
    }

    /// Takes what has come of the last line as that line. Half of a unit is none, because an object ends with its brace.
    fn last_line(&mut self) -> Result<Option<UnitRecord>, MatchFileError> {
        let begun = std::mem::take(&mut self.begun);
        if begun.is_empty() {
            return Ok(None);
        }
        let is_header = self.lines == 0;
        self.line(&begun).or_else(|fault| if is_header { Err(fault) } else { Ok(None) })
    }

    fn line(&mut self, bytes: &[u8]) -> Result<Option<UnitRecord>, MatchFileError> {
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

    /// A fault of the line that is being read.
    fn fault(&self, fault: MatchLineError) -> MatchFileError {
        MatchFileError { line: self.lines + 1, fault }
    }
}
