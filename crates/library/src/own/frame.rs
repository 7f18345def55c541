//! Records in a file: framed, so that a torn or damaged one is recognised and the next is found.
//!
//! The journal begins with `TABIAOWN` and the version in four bytes. A frame is a mark of four bytes, the length of the record and
//! its checksum (CRC-32) in four bytes each, and the record.

use std::ops::Range;

use tabia_polyglot::{BlockSource, SourceError};

use crate::bytes::Reader;

/// How a journal begins.
pub(super) const HEAD: &[u8; 12] = b"TABIAOWN\x01\0\0\0";
/// How a frame begins: no UTF-8 text has this.
const MARK: [u8; 4] = [0xf7, b'T', b'G', 0xf8];
/// The bytes before a record.
pub(super) const FRAME: u64 = 12;
/// The longest record.
pub(super) const MAX_BYTES: usize = 1 << 26;
/// How much is read at once.
const READ: u64 = 1 << 20;

/// Appends a record in its frame.
pub(super) fn put(record: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&MARK);
    out.extend_from_slice(&(record.len() as u32).to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(record).to_le_bytes());
    out.extend_from_slice(record);
}

/// What comes next in a journal.
pub(super) enum Next {
    /// The record in these bytes of the file; [`Frames::record`] has it.
    Record(Range<u64>),
    /// Bytes that are no record, before one that is.
    Damaged(Range<u64>),
    /// Bytes at the end that are no record: a write that was torn.
    Torn(Range<u64>),
    /// Nothing more.
    End,
}

/// Reads the frames of a journal, one after the other.
pub(super) struct Frames<'a, S> {
    source: &'a mut S,
    at: u64,
    buffer: Vec<u8>,
    /// Where the buffer begins in the file.
    base: u64,
}

impl<'a, S: BlockSource> Frames<'a, S> {
    /// Begins behind the journal's head.
    pub(super) const fn new(source: &'a mut S) -> Self {
        Self { source, at: HEAD.len() as u64, buffer: Vec::new(), base: 0 }
    }

    /// The bytes of a record that was just found.
    pub(super) fn record(&self, place: &Range<u64>) -> &[u8] {
        let start = place.start.checked_sub(self.base).map_or(usize::MAX, |start| start as usize);
        self.buffer
            .get(start..)
            .and_then(|rest| rest.get(..(place.end - place.start) as usize))
            .unwrap_or_default()
    }

    pub(super) fn next(&mut self) -> Result<Next, SourceError> {
        let start = self.at;
        if start >= self.source.len() {
            return Ok(Next::End);
        }
        while self.at < self.source.len() {
            if let Some(record) = self.frame_at(self.at)? {
                if self.at > start {
                    // The record is read again by the next call.
                    return Ok(Next::Damaged(start..self.at));
                }
                self.at = record.end;
                return Ok(Next::Record(record));
            }
            self.at = self.find_mark(self.at + 1)?;
        }
        Ok(Next::Torn(start..self.source.len()))
    }

    /// The record of the frame that begins there, if one does.
    fn frame_at(&mut self, at: u64) -> Result<Option<Range<u64>>, SourceError> {
        let mut reader = Reader(self.bytes(at, FRAME)?);
        let (Some(mark), Some(length), Some(checksum)) = (reader.take(4), reader.u32(), reader.u32()) else {
            return Ok(None);
        };
        if mark != MARK || length as usize > MAX_BYTES {
            return Ok(None);
        }
        let record = self.bytes(at + FRAME, u64::from(length))?;
        let whole = record.len() == length as usize && crc32fast::hash(record) == checksum;
        Ok(whole.then(|| at + FRAME..at + FRAME + u64::from(length)))
    }

    /// Where the next mark is, or the end.
    fn find_mark(&mut self, from: u64) -> Result<u64, SourceError> {
        let mut at = from;
        loop {
            let bytes = self.bytes(at, READ)?;
            if let Some(place) = bytes.windows(MARK.len()).position(|window| window == MARK) {
                return Ok(at + place as u64);
            }
            let step = bytes.len().saturating_sub(MARK.len() - 1) as u64;
            if step == 0 || at + READ >= self.source.len() {
                return Ok(self.source.len());
            }
            at += step;
        }
    }

    /// The bytes from there on, as many as there are of so many.
    fn bytes(&mut self, at: u64, count: u64) -> Result<&[u8], SourceError> {
        let end = at.saturating_add(count).min(self.source.len());
        let at = at.min(end);
        if at < self.base || end > self.base + self.buffer.len() as u64 {
            let length = (end - at).max(READ).min(self.source.len() - at);
            self.buffer.resize(length as usize, 0);
            self.base = at;
            self.source.read_at(at, &mut self.buffer)?;
        }
        Ok(&self.buffer[(at - self.base) as usize..(end - self.base) as usize])
    }
}
