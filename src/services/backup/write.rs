//! Writing a backup.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::check::check_json;
use super::format::{
    BackupError, DATABASES, Manifest, PartHead, RecordHead, SETTINGS, SLICE, head, key_json,
};
use super::part::{BackupPart, keys_of};
use super::sources::{BackupSources, OnShare};
use crate::language::tr;
use crate::storage::files::FileRecord;
use crate::storage::{Content, Database, Key, Record, Store, StoreError, Table};

/// Contents up to this size are copied into the piece being written.
const COPIED: u64 = 64 << 10;

/// Number of records read at once.
const BATCH: usize = 128;

/// Callback for the part being written and its progress in percent, on every change.
pub type OnProgress = Rc<dyn Fn(BackupPart, u8)>;

/// Writes the chosen parts. Returns the pieces of the file in order; contents of files are pieces as stored, without being read into memory
/// together. Dropping the future cancels the export.
///
/// # Errors
/// When stored data cannot be read.
pub async fn write(
    database: &Database,
    outside: &dyn BackupSources,
    parts: &[BackupPart],
    created_ms: f64,
    on_progress: OnProgress,
) -> Result<Vec<Content>, BackupError> {
    let mut pieces = Vec::new();
    let mut heads = Vec::new();
    for &part in parts {
        let on_share = in_percent(part, Rc::clone(&on_progress));
        on_share(0.0);
        let mut writer = PartWriter::default();
        match part {
            BackupPart::Settings => {
                for (name, value) in outside.settings() {
                    writer.record(SETTINGS, &Key::of(name), 0, &value, None, |_| ()).await?;
                }
            }
            BackupPart::Databases => write_databases(outside, &mut writer, &on_share).await?,
            _ => write_records(database, part, &mut writer, &on_share).await?,
        }
        let (head, of_part) = writer.finish(part)?;
        heads.push(head);
        pieces.extend(of_part);
    }
    let head = head(&Manifest { created_ms, parts: heads })?;
    pieces.insert(0, Content::from(head.as_str()));
    Ok(pieces)
}

/// Returns a callback that reports a part's progress whenever its whole percentage changes.
fn in_percent(part: BackupPart, on_progress: OnProgress) -> OnShare {
    let last = Cell::new(None);
    Rc::new(move |share| {
        let percent = (share.clamp(0.0, 1.0) * 100.0) as u8;
        if last.replace(Some(percent)) != Some(percent) {
            on_progress(part, percent);
        }
    })
}

async fn write_databases(
    outside: &dyn BackupSources,
    writer: &mut PartWriter,
    on_share: &OnShare,
) -> Result<(), BackupError> {
    let items = outside.databases();
    let count = items.len() as f64;
    for (index, item) in items.into_iter().enumerate() {
        // Half of the work is reading the games, the other half hashing them.
        let of_item = move |half: f64, share: f64| (index as f64 + f64::midpoint(half, share)) / count;
        let on_read: OnShare = {
            let on_share = Rc::clone(on_share);
            Rc::new(move |share| on_share(of_item(0.0, share)))
        };
        let text = outside.database_text(&item.id, on_read).await;
        let text = text.map_err(|reason| BackupError::Database { name: item.name.clone(), reason })?;
        on_share(of_item(1.0, 0.0));
        let (key, json) = (Key::of(item.id.as_str()), json_of(&item)?);
        writer.record(DATABASES, &key, 0, &json, Some(text), |share| on_share(of_item(1.0, share))).await?;
    }
    Ok(())
}

/// Writes the records of a part. Records deleted in the meantime are left out, and so are unreadable ones, which no import would take; they
/// stay in the browser. The two records of a game or a file go together.
async fn write_records(
    database: &Database,
    part: BackupPart,
    writer: &mut PartWriter,
    on_share: &OnShare,
) -> Result<(), BackupError> {
    let keys = keys_of(database, part).await?;
    let (total, mut rest) = (keys.len() as f64, keys.as_slice());
    while !rest.is_empty() {
        let (batch, others) = rest.split_at(batch_length(rest));
        let mut records = read(database, batch).await?.into_iter();
        let mut done = (keys.len() - rest.len()) as f64;
        while let Some((table, key, record)) = records.next() {
            let second = if is_first_half(table) { records.next() } else { None };
            let is_halved = matches!(second, Some((_, _, None)));
            if let Some(record) = record.filter(|record| !is_halved && check_json(table, record).is_ok()) {
                let second = second.and_then(|(table, key, record)| Some((table, key, record?)));
                for (table, key, record) in std::iter::once((table, key, record)).chain(second) {
                    let on_content = |share: f64| on_share((done + share) / total);
                    write_record(part, table, &key, record, writer, on_content).await?;
                    done += 1.0;
                }
            }
        }
        rest = others;
        on_share((keys.len() - rest.len()) as f64 / total);
    }
    Ok(())
}

/// Returns whether a record of this table is followed by one that belongs to it: a game's text, a file's content.
const fn is_first_half(table: Table) -> bool {
    matches!(table, Table::Games | Table::Files)
}

/// Returns the number of these records to read at once. The halves of a game or a file are not separated.
fn batch_length(keys: &[(Table, Key)]) -> usize {
    let length = keys.len().min(BATCH);
    let is_halved = length > 0 && is_first_half(keys[length - 1].0);
    keys.len().min(length + usize::from(is_halved))
}

/// Reads the records with these keys, those of each table in one transaction.
async fn read(
    database: &Database,
    keys: &[(Table, Key)],
) -> Result<Vec<(Table, Key, Option<Record>)>, StoreError> {
    let mut by_table: BTreeMap<Table, Vec<Key>> = BTreeMap::new();
    for (table, key) in keys {
        by_table.entry(*table).or_default().push(key.clone());
    }
    let mut found = BTreeMap::new();
    for (table, keys) in by_table {
        found.insert(table, database.get_many(table, keys).await?.into_iter());
    }
    let mut record = |table: Table| found.get_mut(&table).and_then(Iterator::next).flatten();
    Ok(keys.iter().map(|(table, key)| (*table, key.clone(), record(*table))).collect())
}

async fn write_record(
    part: BackupPart,
    table: Table,
    key: &Key,
    mut record: Record,
    writer: &mut PartWriter,
    on_content: impl Fn(f64),
) -> Result<(), BackupError> {
    if table == Table::Files {
        // The record also has the file's uses in other parts.
        let mut file: FileRecord = record.read(&tr!("the file {key}", key))?;
        file.retain(|kind| BackupPart::of_file(kind) == part);
        record = file.record(record.revision)?;
    }
    writer.record(table.name(), key, record.revision, &record.json, record.content, on_content).await
}

fn json_of(data: &impl Serialize) -> Result<String, BackupError> {
    serde_json::to_string(data).map_err(|error| BackupError::Damaged(error.to_string()))
}

#[derive(Default)]
struct PartWriter {
    hasher: Sha256,
    bytes: u64,
    records: u64,
    buffer: Vec<u8>,
    pieces: Vec<Content>,
}

impl PartWriter {
    async fn record(
        &mut self,
        table: &str,
        key: &Key,
        revision: u64,
        json: &str,
        content: Option<Content>,
        on_content: impl Fn(f64),
    ) -> Result<(), BackupError> {
        let head = RecordHead {
            table: table.to_owned(),
            key: key_json(key),
            revision,
            json: json.len() as u64,
            content: content.as_ref().map(Content::size),
        };
        self.take(json_of(&head)?.as_bytes());
        self.take(b"\n");
        self.take(json.as_bytes());
        match content {
            Some(content) if content.size() <= COPIED => self.take(&content.bytes().await?),
            Some(content) => self.take_content(content, on_content).await?,
            None => {}
        }
        self.records += 1;
        if self.buffer.len() as u64 >= SLICE {
            self.flush()?;
        }
        Ok(())
    }

    fn take(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        self.buffer.extend_from_slice(bytes);
    }

    async fn take_content(&mut self, content: Content, on_share: impl Fn(f64)) -> Result<(), BackupError> {
        self.flush()?;
        let mut start = 0;
        while start < content.size() {
            self.hasher.update(content.slice(start, start + SLICE).bytes().await?);
            start += SLICE;
            on_share(start.min(content.size()) as f64 / content.size() as f64);
        }
        self.bytes += content.size();
        self.pieces.push(content);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), BackupError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let piece = Content::from(std::mem::take(&mut self.buffer));
        self.pieces.push(if cfg!(target_arch = "wasm32") { Content::Blob(piece.blob()?) } else { piece });
        Ok(())
    }

    fn finish(mut self, part: BackupPart) -> Result<(PartHead, Vec<Content>), BackupError> {
        self.flush()?;
        let sha256 = format!("{:x}", self.hasher.finalize());
        Ok((PartHead { part, bytes: self.bytes, records: self.records, sha256 }, self.pieces))
    }
}
