//! Logs of the traffic between match workers and engines, stored as they are written.
//!
//! A worker's log is a sequence of chunks, each a separate record with the text as its content; the newest grows until it is full.
//! All logs in the browser together are limited to [`LIMIT`]; beyond that the oldest chunks are deleted, whatever match they belong to.
//! A chunk's key has its offset in the worker's log, so that a missing beginning can be detected.

use std::collections::BTreeMap;

use super::error::StoreError;
use super::key::{Key, KeyPart, Range};
use super::record::{Content, Record};
use super::schema::Table;
use super::store::{Change, Store};
use super::{Database, files::now_ms};

/// Maximum total size of all logs in the browser, in bytes.
pub const LIMIT: u64 = 256 << 20;

/// Size in bytes at which a chunk is full.
pub const CHUNK: usize = 256 << 10;

/// A chunk of a worker's log, without its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chunk {
    /// Start time in milliseconds since 1970, made unique. Chunks are ordered by it.
    pub since: u64,
    /// Match id.
    pub id: String,
    /// Worker number, from 0.
    pub worker: u64,
    /// Offset of the chunk in the worker's log, in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub bytes: u64,
}

impl Chunk {
    fn key(&self) -> Key {
        let Self { since, id, worker, offset, bytes } = self;
        Key::of(id.as_str()).and(*since).and(*worker).and(*offset).and(*bytes)
    }

    /// Parses a key; `None` if it is not the key of a chunk.
    fn of(key: &Key) -> Option<Self> {
        let [
            KeyPart::Text(id),
            KeyPart::Number(since),
            KeyPart::Number(worker),
            KeyPart::Number(offset),
            KeyPart::Number(bytes),
        ] = &key.0[..]
        else {
            return None;
        };
        Some(Self { since: *since, id: id.clone(), worker: *worker, offset: *offset, bytes: *bytes })
    }
}

/// Stored and deleted parts of a worker's log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogExtent {
    /// Number of stored bytes.
    pub kept: u64,
    /// Number of deleted bytes before them.
    pub dropped: u64,
}

/// Returns the extents of a match's logs, by worker.
///
/// # Errors
/// When the database cannot be read.
pub async fn extents(database: &Database, id: &str) -> Result<BTreeMap<u64, LogExtent>, StoreError> {
    let mut extents: BTreeMap<u64, LogExtent> = BTreeMap::new();
    for chunk in chunks(database, Range::below(Key::of(id))).await? {
        let extent = extents.entry(chunk.worker).or_insert(LogExtent { kept: 0, dropped: chunk.offset });
        extent.kept += chunk.bytes;
    }
    Ok(extents)
}

/// Returns the log of one worker, oldest part first, in pieces that the browser may store on disk. If the beginning was deleted, the
/// first line says so.
///
/// # Errors
/// When it cannot be read.
pub async fn read(database: &Database, id: &str, worker: u64) -> Result<Vec<Content>, StoreError> {
    let mut pieces = Vec::new();
    let chunks = chunks(database, Range::below(Key::of(id))).await?;
    for chunk in chunks.into_iter().filter(|chunk| chunk.worker == worker) {
        if pieces.is_empty() && chunk.offset > 0 {
            let line = format!("# {} earlier bytes were deleted\n", chunk.offset);
            pieces.push(Content::from(line.as_str()));
        }
        pieces.extend(content(database, &chunk).await?);
    }
    Ok(pieces)
}

/// Returns the text of a chunk; `None` if it has been deleted in the meantime.
async fn content(database: &Database, chunk: &Chunk) -> Result<Option<Content>, StoreError> {
    let mut key = Some(chunk.key());
    while let Some(present) = key {
        if let Some(record) = database.get(Table::Logs, present).await? {
            return Ok(record.content);
        }
        // It has grown since, and is stored under another key.
        let range = Range::below(Key::of(chunk.id.as_str()).and(chunk.since).and(chunk.worker));
        key = database.keys(Table::Logs, range, 1).await?.pop();
    }
    Ok(None)
}

/// Returns the change that deletes the logs of a match.
pub fn remove(id: &str) -> Change {
    Change::DeleteBelow { table: Table::Logs, prefix: Key::of(id) }
}

async fn chunks(database: &Database, range: Range) -> Result<Vec<Chunk>, StoreError> {
    let keys = database.keys(Table::Logs, range, usize::MAX).await?;
    let mut chunks: Vec<Chunk> = keys.iter().filter_map(Chunk::of).collect();
    chunks.sort();
    Ok(chunks)
}

/// End of a worker's log.
#[derive(Debug, Default)]
struct Tail {
    /// Lines not written yet.
    pending: String,
    /// Newest chunk, which is still growing, with its text.
    growing: Option<(Chunk, String)>,
    /// Length of the log, including deleted chunks.
    length: u64,
}

/// Writer for the logs of one match. Lines are added with [`LogWriter::take`] and are safe after [`LogWriter::flush`].
#[derive(Debug)]
pub struct LogWriter {
    database: Database,
    id: String,
    limit: u64,
    tails: BTreeMap<u64, Tail>,
    /// All chunks in the browser, oldest first, except for the growing ones in [`Tail`].
    full: Vec<Chunk>,
    last_since: u64,
}

impl LogWriter {
    /// Continues the logs of a match; all logs together are limited to `limit` bytes ([`LIMIT`]).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn open(database: Database, id: &str, limit: u64) -> Result<Self, StoreError> {
        let full = chunks(&database, Range::all()).await?;
        let mut tails: BTreeMap<u64, Tail> = BTreeMap::new();
        for chunk in full.iter().filter(|chunk| chunk.id == id) {
            tails.entry(chunk.worker).or_default().length = chunk.offset + chunk.bytes;
        }
        let last_since = full.last().map_or(0, |chunk| chunk.since);
        Ok(Self { database, id: id.to_owned(), limit, tails, full, last_since })
    }

    /// Adds lines to a worker's log.
    pub fn take(&mut self, worker: u64, text: &str) {
        self.tails.entry(worker).or_default().pending.push_str(text);
    }

    /// Returns whether there are unwritten lines.
    pub fn has_pending(&self) -> bool {
        self.tails.values().any(|tail| !tail.pending.is_empty())
    }

    /// Writes the pending lines, all or nothing, and deletes the oldest chunks beyond the limit.
    ///
    /// # Errors
    /// When the browser refuses; the lines stay pending.
    pub async fn flush(&mut self) -> Result<(), StoreError> {
        let mut changes = Vec::new();
        let mut grown: Vec<(u64, Chunk, String)> = Vec::new();
        let now = (now_ms() as u64).max(self.last_since + 1);
        for (place, (&worker, tail)) in self.tails.iter().enumerate() {
            if tail.pending.is_empty() {
                continue;
            }
            let (chunk, text) = if let Some((chunk, text)) = &tail.growing {
                changes.push(Change::Delete { table: Table::Logs, key: chunk.key() });
                let text = text.clone() + &tail.pending;
                (Chunk { bytes: text.len() as u64, ..chunk.clone() }, text)
            } else {
                let (since, bytes) = (now + place as u64, tail.pending.len() as u64);
                let chunk = Chunk { since, id: self.id.clone(), worker, offset: tail.length, bytes };
                (chunk, tail.pending.clone())
            };
            let record = Record::default().with(Content::from(text.as_str()));
            changes.push(Change::Put { table: Table::Logs, key: chunk.key(), record });
            grown.push((worker, chunk, text));
        }
        if grown.is_empty() {
            return Ok(());
        }
        let dropped = self.beyond_the_limit(&grown);
        for chunk in self.full.iter().take(dropped) {
            changes.push(Change::Delete { table: Table::Logs, key: chunk.key() });
        }
        self.database.apply(changes).await?;
        self.full.drain(..dropped);
        for (worker, chunk, text) in grown {
            self.last_since = self.last_since.max(chunk.since);
            let Some(tail) = self.tails.get_mut(&worker) else { continue };
            tail.pending.clear();
            tail.length = chunk.offset + chunk.bytes;
            if text.len() >= CHUNK {
                tail.growing = None;
                self.full.push(chunk);
            } else {
                tail.growing = Some((chunk, text));
            }
        }
        self.full.sort();
        Ok(())
    }

    /// Returns the number of oldest chunks to delete.
    fn beyond_the_limit(&self, grown: &[(u64, Chunk, String)]) -> usize {
        let resting = self.tails.iter().filter(|(_, tail)| tail.pending.is_empty());
        let growing: u64 =
            resting.filter_map(|(_, tail)| tail.growing.as_ref()).map(|(chunk, _)| chunk.bytes).sum();
        let new: u64 = grown.iter().map(|(_, chunk, _)| chunk.bytes).sum();
        let mut total = growing + new + self.full.iter().map(|chunk| chunk.bytes).sum::<u64>();
        let mut dropped = 0;
        while let Some(chunk) = self.full.get(dropped).filter(|_| total > self.limit) {
            total -= chunk.bytes;
            dropped += 1;
        }
        dropped
    }
}
