//! Parts of the stored data that the user can choose.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::storage::files::{FileRecord, FileStore};
use crate::storage::{Change, Database, Key, KeyPart, Range, Store, StoreError, Table};

/// Part of the stored data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackupPart {
    /// The user's games, and texts that were on the board.
    Games,
    /// Databases of the library.
    Databases,
    /// Opening books with their results, lessons and changes.
    Books,
    /// Engines added by the user.
    Engines,
    /// Matches with their games.
    Matches,
    /// Other files: match openings, tablebases.
    Files,
    /// All other documents.
    Documents,
    /// Settings and forms.
    Settings,
}

/// Document kinds that belong to books.
const BOOK_DOCUMENTS: [&str; 2] = ["book-lessons", "book-changes"];
/// Document kind that belongs to one tab only.
const TAB_DOCUMENTS: &str = "workspace";

impl BackupPart {
    /// All parts, in the order of the page.
    pub const ALL: [Self; 8] = [
        Self::Games,
        Self::Databases,
        Self::Books,
        Self::Engines,
        Self::Matches,
        Self::Files,
        Self::Documents,
        Self::Settings,
    ];

    /// Returns the part of a kind of file.
    pub fn of_file(kind: &str) -> Self {
        match kind {
            "games" => Self::Games,
            "book" | "book-stats" | "match-book" | "removed-book" => Self::Books,
            _ => Self::Files,
        }
    }

    /// Returns the part of a document; `None` if it belongs to a tab.
    pub(super) fn of_document(key: &Key) -> Option<Self> {
        match key.0.first() {
            Some(KeyPart::Text(kind)) if kind == TAB_DOCUMENTS => None,
            Some(KeyPart::Text(kind)) if BOOK_DOCUMENTS.contains(&kind.as_str()) => Some(Self::Books),
            _ => Some(Self::Documents),
        }
    }

    /// Returns whether the part may contain records with this table and key. For contents of files, only the files can tell.
    pub(super) fn may_have(self, table: Table, key: &Key) -> bool {
        let first = match key.0.first() {
            Some(KeyPart::Text(first)) => first.as_str(),
            _ => "",
        };
        match table {
            Table::Games | Table::GameTexts => self == Self::Games,
            Table::Files => matches!(self, Self::Games | Self::Books | Self::Files),
            Table::Contents if first == "file" => matches!(self, Self::Games | Self::Books | Self::Files),
            Table::Contents => self == Self::Engines && first == "engine",
            Table::Engines => self == Self::Engines,
            Table::Matches | Table::Units => self == Self::Matches,
            Table::Documents => Self::of_document(key) == Some(self),
            _ => false,
        }
    }
}

/// Lists the keys of all records of a part; a game's entry comes before its text, a file's before its content.
///
/// # Errors
/// When the database cannot be read.
pub(super) async fn keys_of(database: &Database, part: BackupPart) -> Result<Vec<(Table, Key)>, StoreError> {
    let mut keys = Vec::new();
    let all = |table, prefix: Key| database.keys(table, Range::below(prefix), usize::MAX);
    match part {
        BackupPart::Games => {
            for key in all(Table::Games, Key::default()).await? {
                keys.push((Table::Games, key.clone()));
                keys.push((Table::GameTexts, key));
            }
        }
        BackupPart::Engines => {
            let engines = all(Table::Engines, Key::default()).await?;
            keys.extend(engines.into_iter().map(|key| (Table::Engines, key)));
            let contents = all(Table::Contents, Key::of("engine")).await?;
            keys.extend(contents.into_iter().map(|key| (Table::Contents, key)));
        }
        BackupPart::Matches => {
            for table in [Table::Matches, Table::Units] {
                // Units that were set aside cannot be read by anyone.
                let own =
                    all(table, Key::default()).await?.into_iter().filter(|key| key.first_text().is_some());
                keys.extend(own.map(|key| (table, key)));
            }
        }
        BackupPart::Books | BackupPart::Documents => {
            let documents = all(Table::Documents, Key::default()).await?;
            let own = documents.into_iter().filter(|key| BackupPart::of_document(key) == Some(part));
            keys.extend(own.map(|key| (Table::Documents, key)));
        }
        BackupPart::Databases | BackupPart::Files | BackupPart::Settings => {}
    }
    if matches!(part, BackupPart::Games | BackupPart::Books | BackupPart::Files) {
        let files = FileStore::new(database.clone()).list(None).await?;
        let mut files: Vec<String> = files
            .into_iter()
            .filter(|file| BackupPart::of_file(&file.kind) == part)
            .map(|file| file.sha256)
            .collect();
        // A book may have several uses within the part.
        files.sort_unstable();
        files.dedup();
        for sha256 in files {
            keys.push((Table::Files, Key::of(sha256.as_str())));
            keys.push((Table::Contents, Key::of("file").and(sha256)));
        }
    }
    Ok(keys)
}

/// Returns the changes that delete records of a part. A file that another part uses as well only loses its uses in this part.
///
/// # Errors
/// When the database cannot be read.
pub(super) async fn deleting(
    database: &Database,
    part: BackupPart,
    keys: impl IntoIterator<Item = (Table, Key)>,
) -> Result<Vec<Change>, StoreError> {
    let mut changes = Vec::new();
    let mut still_used = BTreeSet::new();
    for (table, key) in keys {
        if table == Table::Contents
            && key.0.get(1).is_some_and(|name| still_used.contains(&Key(vec![name.clone()])))
        {
            continue;
        }
        if table == Table::Files
            && let Some(record) = database.get(table, key.clone()).await?
            && let Ok(mut file) = record.read::<FileRecord>("a file")
        {
            changes.push(Change::Expect { table, key: key.clone(), revision: record.revision });
            file.retain(|kind| BackupPart::of_file(kind) != part);
            if file.is_used() {
                let record = file.record(record.revision + 1)?;
                changes.push(Change::Put { table, key: key.clone(), record });
                still_used.insert(key);
                continue;
            }
        }
        changes.push(Change::Delete { table, key });
    }
    Ok(changes)
}
