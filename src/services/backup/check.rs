//! Reads a backup in slices, and checks all of it.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use tabia_arena::PairRecord;

use super::format::{
    BackupError, DATABASES, Framed, MAGIC, MAX_GAME_TEXT, MAX_LINE, MAX_NUMBER, Manifest, PartHead,
    RecordHead, SETTINGS, SLICE, VERSION,
};
use super::part::BackupPart;
use super::sources::BackupDatabase;
use crate::language::tr;
use crate::storage::files::FileRecord;
use crate::storage::games::GameEntry;
use crate::storage::hash::sha256;
use crate::storage::matches::MatchEntry;
use crate::storage::{Content, Key, KeyPart, Record, StoreError, Table};

/// Backup that was read to its end and is intact.
#[derive(Debug, Clone)]
pub struct CheckedBackup {
    /// The file.
    pub(super) file: Content,
    /// When it was written, in milliseconds since 1970.
    pub created_ms: f64,
    /// Its parts.
    pub parts: Vec<CheckedPart>,
}

/// Part of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedPart {
    /// The part.
    pub part: BackupPart,
    /// Its length in bytes.
    pub bytes: u64,
    /// Number of records.
    pub records: u64,
    /// Offset in the file.
    pub(super) start: u64,
}

/// Reads all of a file and checks it: lengths, hashes, every record. `on_progress` receives the share read, 0 to 1. Nothing is changed.
///
/// # Errors
/// [`BackupError`] if anything is wrong.
pub async fn check(file: &Content, mut on_progress: impl FnMut(f64)) -> Result<CheckedBackup, BackupError> {
    let (manifest, mut start) = read_head(file).await?;
    let total: u64 = manifest.parts.iter().fold(start, |sum, part| sum.saturating_add(part.bytes));
    if file.size() < total {
        return Err(BackupError::Truncated { missing: total - file.size() });
    }
    if file.size() > total {
        let surplus = file.size() - total;
        return Err(BackupError::Damaged(tr!("{surplus} bytes follow its end", surplus)));
    }
    let mut parts = Vec::new();
    let mut seen = BTreeSet::new();
    for head in &manifest.parts {
        if !seen.insert(head.part) {
            return Err(BackupError::Damaged(tr!(
                "the part {part} is in it twice",
                part = format_args!("{:?}", head.part)
            )));
        }
        let part = CheckedPart { part: head.part, bytes: head.bytes, records: head.records, start };
        check_hash(file, &part, head, |read| on_progress(read as f64 / total as f64)).await?;
        check_records(file, &part).await?;
        start += head.bytes;
        parts.push(part);
    }
    Ok(CheckedBackup { file: file.clone(), created_ms: manifest.created_ms, parts })
}

async fn read_head(file: &Content) -> Result<(Manifest, u64), BackupError> {
    let first = file.slice(0, 64).bytes().await?;
    let line = first.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = std::str::from_utf8(line).map_err(|_| BackupError::NotABackup)?;
    let mut words = line.split(' ');
    if words.next() != Some(MAGIC) {
        return Err(BackupError::NotABackup);
    }
    let version: u32 = words.next().and_then(|word| word.parse().ok()).ok_or(BackupError::NotABackup)?;
    if version > VERSION {
        return Err(BackupError::Newer(version));
    }
    let damaged = |what: &str| BackupError::Damaged(what.to_owned());
    if version == 0 {
        return Err(damaged(tr!("no version of it has the number 0")));
    }
    let length: usize = words
        .next()
        .and_then(|word| word.parse().ok())
        .filter(|&length| length <= MAX_LINE)
        .ok_or_else(|| damaged(tr!("its first line has no length of the table of contents")))?;
    let (start, end) = (line.len() as u64 + 1, (line.len() + 1 + length) as u64);
    if file.size() < end + 1 {
        return Err(BackupError::Truncated { missing: end + 1 - file.size() });
    }
    let json = file.slice(start, end).bytes().await?;
    if *file.slice(end, end + 1).bytes().await? != *b"\n" {
        return Err(damaged(tr!("its table of contents does not end where its first line says")));
    }
    let manifest = serde_json::from_slice(&json)
        .map_err(|error| damaged(&tr!("its table of contents cannot be read ({error})", error)))?;
    Ok((manifest, end + 1))
}

async fn check_hash(
    file: &Content,
    part: &CheckedPart,
    head: &PartHead,
    mut on_progress: impl FnMut(u64),
) -> Result<(), BackupError> {
    let mut hasher = Sha256::new();
    let (mut at, end) = (part.start, part.start + part.bytes);
    while at < end {
        hasher.update(file.slice(at, (at + SLICE).min(end)).bytes().await?);
        at = (at + SLICE).min(end);
        on_progress(at);
    }
    if format!("{:x}", hasher.finalize()) == head.sha256 {
        Ok(())
    } else {
        Err(BackupError::Damaged(tr!("the part {part} was modified", part = format_args!("{:?}", part.part))))
    }
}

/// Checks every record of a part. Even the records of a hand-made file must be valid, because [`restore`] must not fail half-way.
///
/// [`restore`]: super::restore()
async fn check_records(file: &Content, part: &CheckedPart) -> Result<(), BackupError> {
    let mut frames = Frames::new(file, part);
    let mut count = 0;
    let mut seen = BTreeSet::new();
    // First half of a game or a file, whose second half comes next.
    let mut half: Option<Half> = None;
    while let Some(framed) = frames.next().await? {
        count += 1;
        let damaged = |why: &str| {
            BackupError::Damaged(tr!(
                "record {count} of the part {part} {why}",
                count,
                part = format_args!("{:?}", part.part),
                why
            ))
        };
        let key = framed.head.key().ok_or_else(|| damaged(tr!("has no valid key")))?;
        if framed.head.revision > MAX_NUMBER {
            return Err(damaged(tr!("has no valid revision")));
        }
        let bytes = check_record(part.part, &framed, &key).await.map_err(|why| damaged(&why))?;
        // The files of this part are texts, which are read whole.
        if let Some(bytes) = bytes.filter(|&bytes| part.part == BackupPart::Games && bytes > MAX_GAME_TEXT) {
            return Err(framed.head.too_long(part.part, bytes, MAX_GAME_TEXT));
        }
        if !seen.insert((framed.head.table.clone(), key.clone())) {
            return Err(damaged(tr!("is there twice")));
        }
        match (half.take(), framed.head.table()) {
            (Some(first), _) => first.check_second(&framed, &key).map_err(|why| damaged(&why))?,
            (None, Some(table @ (Table::Games | Table::Files))) => {
                half = Some(Half { table, key, bytes });
            }
            (None, Some(Table::GameTexts)) => return Err(damaged(tr!("is only half there"))),
            (None, Some(Table::Contents)) if key.first_text() == Some("file") => {
                return Err(damaged(tr!("is only half there")));
            }
            _ => {}
        }
    }
    if count != part.records {
        let told = part.records;
        return Err(BackupError::Damaged(tr!(
            "the part {part} has {count} records, not {told}",
            part = format_args!("{:?}", part.part),
            count,
            told
        )));
    }
    match half {
        Some(Half { key, .. }) => Err(BackupError::Damaged(tr!("{key} is only half there", key))),
        None => Ok(()),
    }
}

/// Record that precedes the text of a game or the content of a file.
struct Half {
    table: Table,
    key: Key,
    /// Expected length of the content, for a file.
    bytes: Option<u64>,
}

impl Half {
    /// Checks that this is the other half.
    fn check_second(&self, framed: &Framed, key: &Key) -> Result<(), String> {
        let (table, wanted) = match self.table {
            Table::Games => (Table::GameTexts, self.key.clone()),
            _ => (
                Table::Contents,
                Key(std::iter::once(KeyPart::from("file")).chain(self.key.0.clone()).collect()),
            ),
        };
        if framed.head.table() != Some(table) || *key != wanted {
            return Err(tr!("is in the place of the content of {key}", key = self.key));
        }
        let found = framed.content.as_ref().map(Content::size);
        match self.bytes {
            Some(bytes) if found != Some(bytes) => {
                Err(tr!("does not have the {bytes} bytes that its file has", bytes))
            }
            _ => Ok(()),
        }
    }
}

/// Checks that the data of a record matches its table.
pub(super) fn check_json(table: Table, json: &Record) -> Result<(), StoreError> {
    match table {
        Table::Games => json.read::<GameEntry>(tr!("a game")).map(drop),
        Table::Files => json.read::<FileRecord>(tr!("a file")).map(drop),
        Table::Matches => json.read::<MatchEntry>(tr!("a match")).map(drop),
        Table::Units => json.read::<PairRecord>(tr!("a unit")).map(drop),
        // These consist of their content.
        Table::GameTexts | Table::Contents => Ok(()),
        // So do some documents, such as the texts of test suites.
        Table::Documents if json.json.is_empty() => Ok(()),
        _ => json.read::<serde_json::Value>(tr!("a record")).map(drop),
    }
}

/// Checks a record. Returns the expected length of a file's content, which comes next.
async fn check_record(part: BackupPart, framed: &Framed, key: &Key) -> Result<Option<u64>, String> {
    let record = || Record { json: framed.json.clone(), ..Record::default() };
    let unreadable = |error: StoreError| error.to_string();
    match (part, framed.head.table.as_str(), framed.head.table()) {
        (BackupPart::Settings, SETTINGS, _) if framed.content.is_none() => {}
        (BackupPart::Databases, DATABASES, _) if framed.content.is_some() => {
            record().read::<BackupDatabase>(tr!("a database")).map_err(unreadable)?;
        }
        (part, _, Some(table)) if part.may_have(table, key) => match table {
            Table::Games => {
                let entry: GameEntry = record().read(tr!("a game")).map_err(unreadable)?;
                if *key != Key::of(entry.id) {
                    return Err(tr!("is a game of another name").to_owned());
                }
            }
            Table::Files => {
                let file: FileRecord = record().read(tr!("a file")).map_err(unreadable)?;
                let is_of_part = file.kinds().all(|kind| BackupPart::of_file(kind) == part);
                let size = file.size;
                if *key != Key::of(file.sha256) || !is_of_part {
                    return Err(tr!("is a file of another name or kind").to_owned());
                }
                return Ok(Some(size));
            }
            Table::GameTexts | Table::Contents => check_content(framed, key).await?,
            table => check_json(table, &record()).map_err(unreadable)?,
        },
        (_, table, _) => {
            return Err(tr!("does not belong there (table {table})", table = format_args!("{table:?}")));
        }
    }
    Ok(None)
}

/// Checks that the content of a file matches its hash.
async fn check_content(framed: &Framed, key: &Key) -> Result<(), String> {
    let content = framed.content.as_ref().ok_or_else(|| tr!("has no content"))?;
    if let [KeyPart::Text(kind), KeyPart::Text(name)] = &key.0[..]
        && kind == "file"
    {
        let found = sha256(content).await.map_err(|error| error.to_string())?;
        if found != *name {
            return Err(tr!("is not the file that its hash names").to_owned());
        }
    }
    Ok(())
}

/// Reader of the records of a part.
pub(super) struct Frames<'a> {
    file: &'a Content,
    at: u64,
    end: u64,
    /// Read-ahead buffer and its offset.
    buffer: std::rc::Rc<[u8]>,
    buffer_at: u64,
    name: BackupPart,
}

impl<'a> Frames<'a> {
    pub fn new(file: &'a Content, part: &CheckedPart) -> Self {
        let end = part.start + part.bytes;
        Self { file, at: part.start, end, buffer: [].into(), buffer_at: part.start, name: part.part }
    }

    /// Reads the next record; `None` at the end of the part.
    pub async fn next(&mut self) -> Result<Option<Framed>, BackupError> {
        if self.at >= self.end {
            return Ok(None);
        }
        let name = self.name;
        let damaged = |why: &str| {
            BackupError::Damaged(tr!(
                "a record of the part {part} {why}",
                part = format_args!("{name:?}"),
                why
            ))
        };
        let ahead = self.read(self.at, (self.at + MAX_LINE as u64).min(self.end)).await?;
        let length =
            ahead.iter().position(|&byte| byte == b'\n').ok_or_else(|| damaged(tr!("has no end")))?;
        let head: RecordHead = serde_json::from_slice(&ahead[..length])
            .map_err(|error| damaged(&tr!("has a wrong head ({error})", error)))?;
        let json_at = self.at + length as u64 + 1;
        let content_at = json_at.saturating_add(head.json);
        let next = content_at.saturating_add(head.content.unwrap_or(0));
        if next > self.end {
            return Err(damaged(tr!("is longer than its part")));
        }
        let (max_json, max_content) = head.limits();
        for (bytes, limit) in [(head.json, max_json), (head.content.unwrap_or(0), max_content)] {
            if bytes > limit {
                return Err(head.too_long(name, bytes, limit));
            }
        }
        let json = self.read(json_at, content_at).await?;
        let json = String::from_utf8(json).map_err(|_| damaged(tr!("is not text")))?;
        let content = head.content.map(|_| self.file.slice(content_at, next));
        self.at = next;
        Ok(Some(Framed { head, json, content }))
    }

    /// Reads bytes; small reads are served from one slice.
    async fn read(&mut self, from: u64, to: u64) -> Result<Vec<u8>, BackupError> {
        let is_ahead = from >= self.buffer_at && to <= self.buffer_at + self.buffer.len() as u64;
        if !is_ahead {
            self.buffer = self.file.slice(from, to.max((from + SLICE).min(self.end))).bytes().await?;
            self.buffer_at = from;
        }
        let start = (from - self.buffer_at) as usize;
        let end = start + (to - from) as usize;
        let read = self.buffer.get(start..end).map(<[u8]>::to_vec);
        read.ok_or_else(|| BackupError::Truncated { missing: to - from })
    }
}
