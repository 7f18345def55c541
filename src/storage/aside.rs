//! Unreadable documents that were set aside to make room for new ones. They stay until the user saves or deletes them.

use serde::{Deserialize, Serialize};

use super::files::now_ms;
use super::{Change, Content, Database, Key, Range, Record, Store, StoreError, Table};
use crate::language::tr;

/// Key prefix of these documents in the table.
const KIND: &str = "aside";

/// A document that was set aside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SetAside {
    /// Description of the document: "the lessons of books".
    pub what: String,
    /// Why the document cannot be read.
    pub reason: String,
    /// The complete document as it was in the database.
    pub raw: String,
    /// Time when it was set aside, in milliseconds since 1970.
    #[serde(default)]
    pub set_aside_ms: f64,
}

/// Sets a document aside, which frees its key. `what` names it for the user. Does nothing if the document is gone.
///
/// # Errors
/// [`StoreError::Conflict`] when another tab has changed it in the meantime, or when the database refuses.
pub async fn set_aside(database: &Database, key: &Key, what: &str, reason: &str) -> Result<(), StoreError> {
    set_aside_from(database, Table::Documents, key, what, reason).await
}

/// Like [`set_aside`], but for a record of any table.
///
/// # Errors
/// As [`set_aside`].
pub async fn set_aside_from(
    database: &Database,
    table: Table,
    key: &Key,
    what: &str,
    reason: &str,
) -> Result<(), StoreError> {
    let Some(record) = database.get(table, key.clone()).await? else { return Ok(()) };
    database
        .apply(vec![
            Change::Expect { table, key: key.clone(), revision: record.revision },
            adding(database, what, reason, &record.json).await?,
            Change::Delete { table, key: key.clone() },
        ])
        .await
}

/// Adds a text that was stored elsewhere to the documents set aside.
///
/// # Errors
/// When the database refuses.
pub async fn add(database: &Database, what: &str, reason: &str, raw: &str) -> Result<(), StoreError> {
    database.apply(vec![adding(database, what, reason, raw).await?]).await
}

/// Sets aside an unreadable text stored in the browser's local storage under `key`, and removes it there. Nothing may be written to
/// `key` until this is done.
///
/// # Errors
/// When the database refuses; the text then stays where it is.
pub async fn set_setting_aside(
    database: &Database,
    key: &str,
    what: &str,
    reason: &str,
) -> Result<(), StoreError> {
    let Some(local) = crate::platform::local::storage() else {
        return Ok(());
    };
    let kept = || local.get_item(key).ok().flatten();
    let Some(raw) = kept() else { return Ok(()) };
    add(database, what, reason, &raw).await?;
    if kept().as_ref() == Some(&raw) {
        // If it can be read, it can be deleted.
        let _ = local.remove_item(key);
    }
    Ok(())
}

async fn adding(database: &Database, what: &str, reason: &str, raw: &str) -> Result<Change, StoreError> {
    let aside = SetAside {
        what: what.to_owned(),
        reason: reason.to_owned(),
        raw: raw.to_owned(),
        set_aside_ms: now_ms(),
    };
    // The same document may be set aside more than once.
    let table = Table::Documents;
    let taken = database.keys(table, Range::below(Key::of(KIND)), usize::MAX).await?;
    let number = taken.iter().filter_map(Key::last_number).max().map_or(0, |last| last + 1);
    Ok(Change::Insert { table, key: Key::of(KIND).and(number), record: Record::of(&aside)? })
}

/// Returns the documents that were set aside, with their keys, oldest first.
///
/// # Errors
/// When the database cannot be read.
pub async fn damaged(database: &Database) -> Result<Vec<(Key, SetAside)>, StoreError> {
    let records = database.list(Table::Documents, Range::below(Key::of(KIND)), usize::MAX).await?;
    Ok(records.into_iter().filter_map(|(key, record)| Some((key, record.read("it").ok()?))).collect())
}

/// Returns a document that was set aside, complete and as it was in the database.
///
/// # Errors
/// [`StoreError::Missing`] when it has been deleted in the meantime.
pub async fn export_raw(database: &Database, key: &Key) -> Result<Content, StoreError> {
    let missing = || StoreError::Missing { what: tr!("the damaged data").to_owned() };
    let record = database.get(Table::Documents, key.clone()).await?.ok_or_else(missing)?;
    let aside: SetAside = record.read(tr!("the damaged data"))?;
    Ok(Content::from(aside.raw.as_str()))
}

/// Deletes a document that was set aside.
///
/// # Errors
/// When the database refuses.
pub async fn remove(database: &Database, key: &Key) -> Result<(), StoreError> {
    database.apply(vec![Change::Delete { table: Table::Documents, key: key.clone() }]).await
}
