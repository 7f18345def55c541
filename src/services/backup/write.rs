//! Writing a backup.

use std::collections::BTreeSet;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::check::check_json;
use super::format::{
    BackupError, DATABASES, Manifest, PartHead, RecordHead, SETTINGS, SLICE, head, key_json,
};
use super::outside::Outside;
use super::part::{Part, keys_of};
use crate::storage::files::FileRecord;
use crate::storage::{Content, Database, Key, Store, Table};

/// A content that is not longer is copied into the piece that is being written.
const COPIED: u64 = 64 << 10;

/// Writes the chosen parts. What comes back are the pieces of the file in their order; contents of files are pieces as they are kept,
/// without being read into memory together. `on_part` hears which part is being written.
///
/// # Errors
/// When something that is kept cannot be read.
pub async fn write(
    database: &Database,
    outside: &dyn Outside,
    parts: &[Part],
    created_ms: f64,
    mut on_part: impl FnMut(Part),
) -> Result<Vec<Content>, BackupError> {
    let mut pieces = Vec::new();
    let mut heads = Vec::new();
    for &part in parts {
        on_part(part);
        let mut writer = PartWriter::default();
        match part {
            Part::Settings => {
                for (name, value) in outside.settings() {
                    writer.record(SETTINGS, &Key::of(name), 0, &value, None).await?;
                }
            }
            Part::Databases => {
                for item in outside.databases() {
                    let reason = |reason| BackupError::Database { name: item.name.clone(), reason };
                    let text = outside.database_text(&item.id).await.map_err(reason)?;
                    let json = json_of(&item)?;
                    writer.record(DATABASES, &Key::of(item.id.as_str()), 0, &json, Some(text)).await?;
                }
            }
            _ => {
                let mut left_out = BTreeSet::new();
                for (table, key) in keys_of(database, part).await? {
                    // Nobody could take over a backup with a record that cannot be read; it stays in the browser.
                    if !is_readable(database, table, &key).await? {
                        left_out.insert(key);
                        continue;
                    }
                    if table == Table::GameTexts && left_out.contains(&key) {
                        continue;
                    }
                    write_record(database, part, table, &key, &mut writer).await?;
                }
            }
        }
        let (head, of_part) = writer.finish(part)?;
        heads.push(head);
        pieces.extend(of_part);
    }
    let head = head(&Manifest { created_ms, parts: heads })?;
    pieces.insert(0, Content::from(head.as_str()));
    Ok(pieces)
}

async fn is_readable(database: &Database, table: Table, key: &Key) -> Result<bool, BackupError> {
    let record = database.get(table, key.clone()).await?;
    Ok(record.is_none_or(|record| check_json(table, &record).is_ok()))
}

async fn write_record(
    database: &Database,
    part: Part,
    table: Table,
    key: &Key,
    writer: &mut PartWriter,
) -> Result<(), BackupError> {
    // Gone since the keys were listed: it is not kept any more.
    let Some(mut record) = database.get(table, key.clone()).await? else { return Ok(()) };
    if table == Table::Files {
        // What other parts use the file for stands there.
        let mut file: FileRecord = record.read(&format!("the file {key}"))?;
        file.retain(|kind| Part::of_file(kind) == part);
        record = file.record(record.revision)?;
    }
    writer.record(table.name(), key, record.revision, &record.json, record.content).await
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
            Some(content) => self.take_content(content).await?,
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

    async fn take_content(&mut self, content: Content) -> Result<(), BackupError> {
        self.flush()?;
        let mut start = 0;
        while start < content.size() {
            self.hasher.update(content.slice(start, start + SLICE).bytes().await?);
            start += SLICE;
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

    fn finish(mut self, part: Part) -> Result<(PartHead, Vec<Content>), BackupError> {
        self.flush()?;
        let sha256 = format!("{:x}", self.hasher.finalize());
        Ok((PartHead { part, bytes: self.bytes, records: self.records, sha256 }, self.pieces))
    }
}
