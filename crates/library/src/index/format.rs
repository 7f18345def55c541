//! The file format of an index.
//!
//! The magic word `TABIALIB` and the version in four bytes; the blocks of positions; the columns; the tables of texts; the directory of
//! the blocks; the problems; the footer, which says where those parts begin and end and what their checksums (CRC-32) are; and
//! 16 bytes: the footer's length and checksum and `TABIAEND`.

use tabia_polyglot::{BlockSource, SourceError};
use thiserror::Error;

use super::collector::Collector;
use super::problem::{self, IndexedProblem};
use super::tables::StringTables;
use crate::bytes::{Reader, put_varint};
use crate::positions::Directory;
use crate::record::Columns;
use crate::{ByteSink, Fingerprint, SinkError};

/// The version of the format. An index of another version is rebuilt.
pub const FORMAT_VERSION: u32 = 2;

const MAGIC: &[u8; 8] = b"TABIALIB";
const END: &[u8; 8] = b"TABIAEND";
const TAIL: usize = 16;
/// Upper bound for the length of a footer.
const FOOTER_LIMIT: u32 = 4096;

/// Contents of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The file it belongs to.
    pub fingerprint: Fingerprint,
    /// Games, including those with errors.
    pub games: u64,
    /// Games with errors.
    pub errors: u64,
    /// Half-moves of all main lines.
    pub plies: u64,
    /// Positions that can be found.
    pub positions: u64,
    /// Whether positions of variations are among them.
    pub variations: bool,
}

/// Reason why an index cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It is something else.
    #[error("this is not an index of games")]
    NotAnIndex,
    /// It is of another version.
    #[error("the index has version {0}, not {FORMAT_VERSION}; build it again")]
    Version(u32),
    /// It is incomplete, or has been changed since.
    #[error("the index is damaged or was not finished; build it again")]
    Damaged,
}

/// Writes the parts of an index and remembers where they are.
#[derive(Debug, Default)]
pub(super) struct Writer {
    written: u64,
}

impl Writer {
    /// Offset of the next byte.
    pub(super) fn offset(&mut self, sink: &mut impl ByteSink) -> Result<u64, SinkError> {
        if self.written == 0 {
            let mut head = MAGIC.to_vec();
            head.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
            self.append(&head, sink)?;
        }
        Ok(self.written)
    }

    pub(super) fn append(&mut self, bytes: &[u8], sink: &mut impl ByteSink) -> Result<(), SinkError> {
        sink.append(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn finish(
        mut self,
        summary: &Summary,
        collector: &Collector,
        directory: &Directory,
        sink: &mut impl ByteSink,
    ) -> Result<(), SinkError> {
        let mut footer = Vec::new();
        let Summary { fingerprint, games, errors, plies, positions, variations } = *summary;
        for number in [fingerprint.length, games, errors, plies, positions, u64::from(variations)] {
            put_varint(&mut footer, number);
        }
        footer.extend_from_slice(&fingerprint.sample);

        self.section(&mut footer, sink, |write| collector.records.write(write))?;
        self.section(&mut footer, sink, |write| collector.tables.write(write))?;
        self.section(&mut footer, sink, |write| directory.write(write))?;
        self.section(&mut footer, sink, |write| problem::write(&collector.problems, write))?;
        let mut tail = (footer.len() as u32).to_le_bytes().to_vec();
        tail.extend_from_slice(&crc32fast::hash(&footer).to_le_bytes());
        tail.extend_from_slice(END);
        self.append(&footer, sink)?;
        self.append(&tail, sink)
    }

    /// Writes a part as its bytes arrive, and notes its place in the footer.
    fn section(
        &mut self,
        footer: &mut Vec<u8>,
        sink: &mut impl ByteSink,
        part: impl FnOnce(&mut dyn FnMut(&[u8])),
    ) -> Result<(), SinkError> {
        let (start, mut hash, mut result) = (self.written, crc32fast::Hasher::new(), Ok(()));
        part(&mut |bytes| {
            hash.update(bytes);
            if result.is_ok() {
                result = self.append(bytes, sink);
            }
        });
        result?;
        put_varint(footer, start);
        put_varint(footer, self.written - start);
        put_varint(footer, u64::from(hash.finalize()));
        Ok(())
    }
}

/// The parts of an index that are read on opening: all but the blocks of positions.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) summary: Summary,
    pub(crate) columns: Columns,
    pub(crate) tables: StringTables,
    pub(crate) directory: Directory,
    pub(crate) problems: Vec<IndexedProblem>,
}

/// Reads an index.
pub(crate) fn read(source: &mut impl BlockSource) -> Result<Contents, OpenError> {
    let length = source.len();
    let mut head = [0; 12];
    if length < (head.len() + TAIL) as u64 {
        return Err(OpenError::NotAnIndex);
    }
    source.read_at(0, &mut head)?;
    let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
    match (&head[..8] == MAGIC, version) {
        (false, _) => return Err(OpenError::NotAnIndex),
        (true, FORMAT_VERSION) => {}
        (true, other) => return Err(OpenError::Version(other)),
    }
    let footer = read_footer(source, length)?;
    let mut reader = Reader(&footer);
    let (summary, mut sections) = parse_footer(&mut reader).ok_or(OpenError::Damaged)?;
    let games = usize::try_from(summary.games).map_err(|_| OpenError::Damaged)?;
    let columns = read_columns(source, games, sections[0])?;
    let mut part = |index: usize| {
        let (start, bytes, checksum) = std::mem::take(&mut sections[index]);
        read_part(source, start, bytes, checksum)
    };
    let tables = StringTables::read(&mut Reader(&part(1)?)).ok_or(OpenError::Damaged)?;
    let directory = Directory::read(&mut Reader(&part(2)?), length).ok_or(OpenError::Damaged)?;
    let problems = problem::read(&mut Reader(&part(3)?)).ok_or(OpenError::Damaged)?;
    Ok(Contents { summary, columns, tables, directory, problems })
}

fn read_footer(source: &mut impl BlockSource, length: u64) -> Result<Vec<u8>, OpenError> {
    let mut tail = [0; TAIL];
    source.read_at(length - TAIL as u64, &mut tail)?;
    let mut reader = Reader(&tail);
    let (Some(bytes), Some(checksum)) = (reader.u32(), reader.u32()) else { return Err(OpenError::Damaged) };
    let start = (length - TAIL as u64).checked_sub(u64::from(bytes));
    match start {
        Some(start) if reader.0 == END && bytes <= FOOTER_LIMIT => {
            read_part(source, start, u64::from(bytes), checksum)
        }
        _ => Err(OpenError::Damaged),
    }
}

/// The place, length and checksum of each part.
type Parts = [(u64, u64, u32); 4];

fn parse_footer(reader: &mut Reader<'_>) -> Option<(Summary, Parts)> {
    let mut numbers = [0; 6];
    for number in &mut numbers {
        *number = reader.varint()?;
    }
    let [length, games, errors, plies, positions, variations] = numbers;
    let sample = reader.take(16)?.try_into().ok()?;
    let fingerprint = Fingerprint { length, sample };
    let summary = Summary { fingerprint, games, errors, plies, positions, variations: variations != 0 };
    let mut parts = Parts::default();
    for part in &mut parts {
        *part = (reader.varint()?, reader.varint()?, u32::try_from(reader.varint()?).ok()?);
    }
    Some((summary, parts))
}

/// Reads the columns of `games` games.
fn read_columns(
    source: &mut impl BlockSource,
    games: usize,
    (start, bytes, checksum): (u64, u64, u32),
) -> Result<Columns, OpenError> {
    let end = start.checked_add(bytes).filter(|&end| end <= source.len()).ok_or(OpenError::Damaged)?;
    let mut place = start;
    let mut hash = crc32fast::Hasher::new();
    let columns = Columns::read(games, |count| {
        if count as u64 > end - place {
            return Err(OpenError::Damaged);
        }
        let mut column = vec![0; count];
        source.read_at(place, &mut column)?;
        hash.update(&column);
        place += count as u64;
        Ok(column)
    })?;
    if place == end && hash.finalize() == checksum { Ok(columns) } else { Err(OpenError::Damaged) }
}

fn read_part(
    source: &mut impl BlockSource,
    start: u64,
    bytes: u64,
    checksum: u32,
) -> Result<Vec<u8>, OpenError> {
    if start.checked_add(bytes).is_none_or(|end| end > source.len()) {
        return Err(OpenError::Damaged);
    }
    let mut part = vec![0; usize::try_from(bytes).map_err(|_| OpenError::Damaged)?];
    source.read_at(start, &mut part)?;
    if crc32fast::hash(&part) == checksum { Ok(part) } else { Err(OpenError::Damaged) }
}
