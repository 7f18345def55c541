//! The match file: JSON lines, first the settings and then a line for every finished unit, in any order.
//!
//! Lines are only ever appended. A last line without a line end (a program was killed while writing) is
//! ignored. docs/match-file.md describes the format.

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
    /// How many bytes of the text are complete lines; the rest is an incomplete line.
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
/// The first line that cannot be read, unless it is the last one and has no line end.
pub fn read(text: &str) -> Result<MatchFile, MatchFileError> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text.get(..whole).unwrap_or_default().lines().enumerate();
    let at = |index: usize| move |fault: MatchLineError| MatchFileError { line: index + 1, fault };
    let first = lines.next().map_or("", |(_, line)| line.trim_start_matches('\u{feff}'));
    let header = parse_header(first).map_err(at(0))?;
    let units = lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| parse_unit(line).map_err(at(index)))
        .collect::<Result<_, _>>()?;
    Ok(MatchFile { header, units, whole })
}
