//! Restores a checked backup.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use sha2::{Digest, Sha256};

use super::check::{CheckedBackup, Frames};
use super::format::{BackupError, Framed};
use super::part::{BackupPart, deleting, keys_of};
use super::sources::{BackupDatabase, BackupSources};
use crate::language::tr;
use crate::storage::files::FileRecord;
use crate::storage::games::GameEntry;
use crate::storage::{Change, Content, Database, Key, Range, Record, Store, Table};

/// Size of a transaction, in bytes and in records.
const BATCH_BYTES: u64 = 4 << 20;
const BATCH_RECORDS: usize = 400;

/// Contents up to this size are stored inside their record; longer ones are stored by the browser as files.
const SMALL: u64 = 256 << 10;

/// Treatment of existing data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RestoreMode {
    /// Existing data stays. What is missing is added; a game that differs here is added as a copy.
    #[default]
    Merge,
    /// The chosen parts become those of the backup. Databases of the library stay all the same.
    Replace,
}

/// Result of a restore.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restored {
    /// Number of records written.
    pub written: u64,
    /// Number of records already present.
    pub present: u64,
    /// Number of games added next to another version of themselves.
    pub copies: u64,
    /// Number of records deleted because they are not in the backup.
    pub deleted: u64,
}

/// Restores the chosen parts. Everything is written before anything is deleted, so that a failure on the way loses nothing. `new_id` makes
/// ids for games added as copies; `on_part` receives the part being written.
///
/// # Errors
/// When the browser refuses; the records before are then written, and nothing is deleted.
pub async fn restore(
    database: &Database,
    outside: &dyn BackupSources,
    checked: &CheckedBackup,
    parts: &[BackupPart],
    mode: RestoreMode,
    mut new_id: impl FnMut() -> String,
    mut on_part: impl FnMut(BackupPart),
) -> Result<Restored, BackupError> {
    let mut restored = Restored::default();
    let mut kept = BTreeSet::new();
    for part in checked.parts.iter().filter(|part| parts.contains(&part.part)) {
        on_part(part.part);
        let mut frames = Frames::new(&checked.file, part);
        let mut writer = RestoreWriter {
            database,
            mode,
            changes: Vec::new(),
            bytes: 0,
            texts: None,
            restored: &mut restored,
        };
        let mut settings = BTreeMap::new();
        while let Some(framed) = frames.next().await? {
            let Some(key) = framed.head.key() else { continue };
            match (part.part, framed.head.table()) {
                (BackupPart::Settings, _) => drop(settings.insert(key.to_string(), framed.json)),
                (BackupPart::Databases, _) => add_database(outside, framed, writer.restored).await?,
                (_, Some(Table::Games)) => {
                    let text = frames.next().await?;
                    kept.insert((part.part, Table::Games, key.clone()));
                    kept.insert((part.part, Table::GameTexts, key.clone()));
                    writer.game(&key, framed, text, &mut new_id).await?;
                }
                (_, Some(table)) => {
                    kept.insert((part.part, table, key.clone()));
                    match table {
                        Table::Files => writer.file(part.part, key, framed).await?,
                        _ => writer.record(table, key, framed).await?,
                    }
                }
                (_, None) => {}
            }
        }
        writer.flush().await?;
        if part.part == BackupPart::Settings {
            restored.written += settings.len() as u64;
            outside.set_settings(settings, mode == RestoreMode::Replace)?;
        }
    }
    if mode == RestoreMode::Replace {
        for part in checked.parts.iter().map(|part| part.part).filter(|part| parts.contains(part)) {
            let mut gone = keys_of(database, part).await?;
            gone.retain(|(table, key)| !kept.contains(&(part, *table, key.clone())));
            restored.deleted += gone.len() as u64;
            database.apply(deleting(database, part, gone).await?).await?;
        }
    }
    Ok(restored)
}

async fn add_database(
    outside: &dyn BackupSources,
    framed: Framed,
    restored: &mut Restored,
) -> Result<(), BackupError> {
    let record = Record { json: framed.json, ..Record::default() };
    let item: BackupDatabase = record.read(tr!("a database"))?;
    let Some(text) = framed.content else { return Ok(()) };
    let is_same = |other: &BackupDatabase| other.name == item.name && other.games == item.games;
    if outside.databases().iter().any(is_same) {
        restored.present += 1;
        return Ok(());
    }
    let name = item.name.clone();
    outside.add_database(item, text).await.map_err(|reason| BackupError::Database { name, reason })?;
    restored.written += 1;
    Ok(())
}

struct RestoreWriter<'a> {
    database: &'a Database,
    mode: RestoreMode,
    changes: Vec<Change>,
    bytes: u64,
    /// Hashes of the texts of all games present; read when a game differs.
    texts: Option<HashSet<[u8; 32]>>,
    restored: &'a mut Restored,
}

impl RestoreWriter<'_> {
    async fn record(&mut self, table: Table, key: Key, framed: Framed) -> Result<(), BackupError> {
        if self.mode == RestoreMode::Merge && self.database.get(table, key.clone()).await?.is_some() {
            self.restored.present += 1;
            return Ok(());
        }
        self.put(table, key, framed).await
    }

    /// Restores the uses of a file in this part. Its uses in other parts stay.
    async fn file(&mut self, part: BackupPart, key: Key, framed: Framed) -> Result<(), BackupError> {
        let Some(here) = self.database.get(Table::Files, key.clone()).await? else {
            return self.put(Table::Files, key, framed).await;
        };
        let what = tr!("the file {key}", key);
        let Ok(file) = here.read::<FileRecord>(&what) else {
            // The content is the same: its hash identifies it. The existing record is unreadable.
            return self.put(Table::Files, key, framed).await;
        };
        let there: FileRecord = Record { json: framed.json, ..Record::default() }.read(&what)?;
        let mut merged = file.clone();
        if self.mode == RestoreMode::Replace {
            merged.retain(|kind| BackupPart::of_file(kind) != part);
        }
        merged.take_over(there);
        if merged == file {
            self.restored.present += 1;
            return Ok(());
        }
        let (table, record) = (Table::Files, merged.record(here.revision + 1)?);
        self.changes.push(Change::Expect { table, key: key.clone(), revision: here.revision });
        self.changes.push(Change::Put { table, key, record });
        self.restored.written += 1;
        Ok(())
    }

    /// Restores a game with its text.
    async fn game(
        &mut self,
        key: &Key,
        entry: Framed,
        text: Option<Framed>,
        new_id: &mut impl FnMut() -> String,
    ) -> Result<(), BackupError> {
        let half = || BackupError::Damaged(tr!("{key} is only half there", key));
        let text = text.filter(|text| text.head.key().as_ref() == Some(key)).ok_or_else(half)?;
        let here = self.database.get(Table::GameTexts, key.clone()).await?.and_then(|record| record.content);
        let Some(here) = here.filter(|_| self.mode == RestoreMode::Merge) else {
            self.put(Table::Games, key.clone(), entry).await?;
            return self.put(Table::GameTexts, key.clone(), text).await;
        };
        let there = text.content.clone().ok_or_else(half)?;
        let there = there.bytes().await?;
        // The game itself, or the copy made by an earlier import.
        if here.bytes().await? == there || self.has_text(&there).await? {
            self.restored.present += 2;
            return Ok(());
        }
        let record = Record { json: entry.json.clone(), ..Record::default() };
        let copy = GameEntry { id: new_id(), ..record.read(&tr!("the game {key}", key))? };
        let copy_key = Key::of(copy.id.as_str());
        self.restored.copies += 1;
        self.put(Table::Games, copy_key.clone(), Framed { json: Record::of(&copy)?.json, ..entry }).await?;
        self.put(Table::GameTexts, copy_key, text).await
    }

    /// Returns whether a game with this text is present, under any id.
    async fn has_text(&mut self, text: &[u8]) -> Result<bool, BackupError> {
        if self.texts.is_none() {
            // Games added by this import count as well.
            self.flush().await?;
            self.texts = Some(texts(self.database).await?);
        }
        Ok(self.texts.as_ref().is_some_and(|texts| texts.contains(&hash(text))))
    }

    async fn put(&mut self, table: Table, key: Key, framed: Framed) -> Result<(), BackupError> {
        let content = match framed.content {
            Some(content) if content.size() <= SMALL => Some(Content::Bytes(content.bytes().await?)),
            content => content,
        };
        if let (Table::GameTexts, Some(texts), Some(text)) = (table, &mut self.texts, &content) {
            texts.insert(hash(&text.bytes().await?));
        }
        self.bytes += framed.json.len() as u64 + content.as_ref().map_or(0, Content::size);
        let record = Record { json: framed.json, content, revision: framed.head.revision };
        self.changes.push(Change::Put { table, key, record });
        self.restored.written += 1;
        // A game's entry and its text, or a file's and its content, follow each other and belong in one transaction.
        let is_first_half = matches!(table, Table::Games | Table::Files);
        if !is_first_half && (self.bytes >= BATCH_BYTES || self.changes.len() >= BATCH_RECORDS) {
            self.flush().await?;
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), BackupError> {
        self.bytes = 0;
        Ok(self.database.apply(std::mem::take(&mut self.changes)).await?)
    }
}

fn hash(text: &[u8]) -> [u8; 32] {
    Sha256::digest(text).into()
}

/// Returns the hashes of the texts of all games.
async fn texts(database: &Database) -> Result<HashSet<[u8; 32]>, BackupError> {
    let mut texts = HashSet::new();
    let mut range = Range::all();
    loop {
        let records = database.list(Table::GameTexts, range, BATCH_RECORDS).await?;
        for (_, record) in &records {
            if let Some(content) = &record.content {
                texts.insert(hash(&content.bytes().await?));
            }
        }
        let Some((last, _)) = records.last() else { return Ok(texts) };
        range = Range::all().after(last.clone());
    }
}
