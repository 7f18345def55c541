//! Storage usage, by kind.

use super::part::{BackupPart, deleting, keys_of};
use super::sources::BackupSources;
use crate::storage::files::FileStore;
use crate::storage::games::SavedGames;
use crate::storage::{Change, Content, Database, Key, Range, Record, Store, StoreError, Table};

/// Usage of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// The part.
    pub part: BackupPart,
    /// Number of items as a person would count them: games, databases, books.
    pub count: u64,
    /// Bytes, as far as known without reading everything.
    pub bytes: u64,
}

/// Returns the usage of each part, and that of the match logs.
///
/// # Errors
/// When the database cannot be read.
pub async fn usage(
    database: &Database,
    outside: &dyn BackupSources,
) -> Result<(Vec<Usage>, u64), StoreError> {
    let mut all = Vec::new();
    for part in BackupPart::ALL {
        all.push(usage_of(database, outside, part).await?);
    }
    let logs = database.keys(Table::Logs, Range::all(), usize::MAX).await?;
    Ok((all, logs.iter().filter_map(Key::last_number).sum()))
}

async fn usage_of(
    database: &Database,
    outside: &dyn BackupSources,
    part: BackupPart,
) -> Result<Usage, StoreError> {
    let (mut count, mut bytes) = (0, 0);
    match part {
        BackupPart::Settings => {
            let settings = outside.settings();
            count = settings.len() as u64;
            bytes = settings.iter().map(|(name, value)| (name.len() + value.len()) as u64).sum();
        }
        BackupPart::Databases => {
            let databases = outside.databases();
            count = databases.len() as u64;
            bytes = databases.iter().fold(0, |sum, item| sum.saturating_add(item.bytes));
        }
        BackupPart::Games => {
            let games = SavedGames::new(database.clone()).list().await?;
            count = games.len() as u64;
            // What records report about themselves may be anything.
            bytes = games.iter().fold(0, |sum, entry| sum.saturating_add(entry.bytes));
        }
        BackupPart::Matches => {
            count = database.count(Table::Matches, Range::all()).await?;
            bytes = size_of(database, Table::Units).await?;
        }
        BackupPart::Engines => {
            count = database.count(Table::Engines, Range::all()).await?;
            for (_, record) in
                database.list(Table::Contents, Range::below(Key::of("engine")), usize::MAX).await?
            {
                bytes += record.content.as_ref().map_or(0, Content::size);
            }
        }
        BackupPart::Documents | BackupPart::Books => (count, bytes) = documents(database, part).await?,
        BackupPart::Files => {}
    }
    if matches!(part, BackupPart::Games | BackupPart::Books | BackupPart::Files) {
        for file in FileStore::new(database.clone()).list(None).await? {
            if BackupPart::of_file(&file.kind) == part {
                count += 1;
                bytes = bytes.saturating_add(file.size);
            }
        }
    }
    Ok(Usage { part, count, bytes })
}

/// Returns the number and the total length of a part's documents.
async fn documents(database: &Database, part: BackupPart) -> Result<(u64, u64), StoreError> {
    let (mut count, mut bytes) = (0, 0);
    let visit = |key: &Key, record: &Record| {
        if BackupPart::of_document(key) == Some(part) {
            count += 1;
            bytes += record.json.len() as u64 + record.content.as_ref().map_or(0, Content::size);
        }
    };
    for_each(database, Table::Documents, visit).await?;
    Ok((count, bytes))
}

/// Returns the total length of a table's records.
async fn size_of(database: &Database, table: Table) -> Result<u64, StoreError> {
    let mut bytes = 0;
    for_each(database, table, |_, record| bytes += record.json.len() as u64).await?;
    Ok(bytes)
}

/// Reads the records of a table in batches.
async fn for_each(
    database: &Database,
    table: Table,
    mut visit: impl FnMut(&Key, &Record),
) -> Result<(), StoreError> {
    let mut range = Range::all();
    loop {
        let records = database.list(table, range, 64).await?;
        for (key, record) in &records {
            visit(key, record);
        }
        let Some((last, _)) = records.last() else { return Ok(()) };
        range = Range::all().after(last.clone());
    }
}

/// Deletes a part, except databases and settings, which are deleted elsewhere.
///
/// # Errors
/// When the database refuses; then nothing is deleted.
pub async fn remove(database: &Database, part: BackupPart) -> Result<(), StoreError> {
    let keys = keys_of(database, part).await?;
    let mut changes = deleting(database, part, keys).await?;
    if part == BackupPart::Matches {
        changes.push(Change::DeleteBelow { table: Table::Logs, prefix: Key::default() });
    }
    database.apply(changes).await
}
