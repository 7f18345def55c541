//! The lines between match workers and engines, kept while they are written.
//!
//! A worker's log is a row of chunks, each a record of its own with the text as its content; the newest grows until it is full.
//! All logs of the browser together are kept up to [`LIMIT`]: then the oldest chunks go, of whatever match they are. A chunk's key
//! says where in its worker's log it stands, so that what is missing in front of it can be told.

use std::collections::BTreeMap;

use super::error::StoreError;
use super::key::{Key, Part, Range};
use super::record::{Content, Record};
use super::schema::Table;
use super::store::{Change, Store};
use super::{Database, files::now_ms};

/// How much all logs of the browser take together, in bytes.
pub const LIMIT: u64 = 256 << 20;

/// A chunk that has come to this size, in bytes, is full.
pub const CHUNK: usize = 256 << 10;

/// A piece of a worker's log, without its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chunk {
    /// When it was begun: chunks are ordered by it. Milliseconds since 1970, made unique.
    pub since: u64,
    /// The match.
    pub id: String,
    /// The worker, from 0.
    pub worker: u64,
    /// How many bytes of the worker's log come before it.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

impl Chunk {
    fn key(&self) -> Key {
        let Self { since, id, worker, offset, bytes } = self;
        Key::of(id.as_str()).and(*since).and(*worker).and(*offset).and(*bytes)
    }

    /// What a key says; `None` if it is not one of ours.
    fn of(key: &Key) -> Option<Self> {
        let [
            Part::Text(id),
            Part::Number(since),
            Part::Number(worker),
            Part::Number(offset),
            Part::Number(bytes),
        ] = &key.0[..]
        else {
            return None;
        };
        Some(Self { since: *since, id: id.clone(), worker: *worker, offset: *offset, bytes: *bytes })
    }
}

/// How much of a worker's log is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extent {
    /// Bytes that are kept.
    pub kept: u64,
    /// Bytes that went before them.
    pub dropped: u64,
}

/// How much is kept of the logs of a match, by worker.
///
/// # Errors
/// When the database cannot be read.
pub async fn extents(database: &Database, id: &str) -> Result<BTreeMap<u64, Extent>, StoreError> {
    let mut extents: BTreeMap<u64, Extent> = BTreeMap::new();
    for chunk in chunks(database, Range::below(Key::of(id))).await? {
        let extent = extents.entry(chunk.worker).or_insert(Extent { kept: 0, dropped: chunk.offset });
        extent.kept += chunk.bytes;
    }
    Ok(extents)
}

/// The log of one worker, oldest first, in pieces that the browser may keep on its disk. What is missing at its beginning is told in
/// its first line.
///
/// # Errors
/// When it cannot be read.
pub async fn read(database: &Database, id: &str, worker: u64) -> Result<Vec<Content>, StoreError> {
    let mut pieces = Vec::new();
    let chunks = chunks(database, Range::below(Key::of(id))).await?;
    for chunk in chunks.into_iter().filter(|chunk| chunk.worker == worker) {
        if pieces.is_empty() && chunk.offset > 0 {
            let line = format!("# {} bytes that came before are not kept any more\n", chunk.offset);
            pieces.push(Content::from(line.as_str()));
        }
        pieces.extend(content(database, &chunk).await?);
    }
    Ok(pieces)
}

/// The text of a chunk; nothing if it was dropped meanwhile.
async fn content(database: &Database, chunk: &Chunk) -> Result<Option<Content>, StoreError> {
    let mut key = Some(chunk.key());
    while let Some(present) = key {
        if let Some(record) = database.get(Table::Logs, present).await? {
            return Ok(record.content);
        }
        // It has grown since, and is kept under another key.
        let range = Range::below(Key::of(chunk.id.as_str()).and(chunk.since).and(chunk.worker));
        key = database.keys(Table::Logs, range, 1).await?.pop();
    }
    Ok(None)
}

/// Deletes the logs of a match.
pub fn remove(id: &str) -> Change {
    Change::DeleteBelow { table: Table::Logs, prefix: Key::of(id) }
}

async fn chunks(database: &Database, range: Range) -> Result<Vec<Chunk>, StoreError> {
    let keys = database.keys(Table::Logs, range, usize::MAX).await?;
    let mut chunks: Vec<Chunk> = keys.iter().filter_map(Chunk::of).collect();
    chunks.sort();
    Ok(chunks)
}

/// The end of a worker's log.
#[derive(Debug, Default)]
struct Tail {
    /// Lines that are not written yet.
    pending: String,
    /// The newest chunk, which still grows, with its text.
    growing: Option<(Chunk, String)>,
    /// How long the log is, what was dropped included.
    length: u64,
}

/// Writes the logs of one match. Lines are taken with [`LogWriter::take`] and are safe after [`LogWriter::flush`].
#[derive(Debug)]
pub struct LogWriter {
    database: Database,
    id: String,
    limit: u64,
    tails: BTreeMap<u64, Tail>,
    /// Every chunk of the browser, oldest first; those that grow are in [`Tail`].
    full: Vec<Chunk>,
    last_since: u64,
}

impl LogWriter {
    /// Goes on with the logs of a match; all logs together are kept up to `limit` bytes ([`LIMIT`]).
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

    /// Takes lines of a worker.
    pub fn take(&mut self, worker: u64, text: &str) {
        self.tails.entry(worker).or_default().pending.push_str(text);
    }

    /// Whether there are lines that are not written yet.
    pub fn has_pending(&self) -> bool {
        self.tails.values().any(|tail| !tail.pending.is_empty())
    }

    /// Writes what was taken, all or nothing, and drops the oldest chunks beyond the limit.
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

    /// How many of the oldest chunks have to go.
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
