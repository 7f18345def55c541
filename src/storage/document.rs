//! Updates to a document that several tabs change.

use super::{Change, Database, Key, Record, Store, StoreError, Table};

/// Maximum number of retries when another tab writes first.
const TRIES: u32 = 20;

/// Serialization of a document.
#[derive(Debug)]
pub struct Form<T, E> {
    /// Parses the document.
    pub read: fn(&str) -> Result<T, E>,
    /// Serializes the document.
    pub write: fn(&T) -> Result<String, E>,
}

/// Applies `change` to the current document under `key`, or to the default if there is none. `change` may be called again when another
/// tab writes first. Any changes it returns are applied in the same transaction. Returns the document as stored. An unreadable
/// document is left untouched.
///
/// # Errors
/// When the document cannot be read, or the database refuses.
pub async fn update<T: Default, E: From<StoreError>>(
    database: &Database,
    key: &Key,
    form: &Form<T, E>,
    change: impl Fn(&mut T) -> Vec<Change>,
) -> Result<T, E> {
    let table = Table::Documents;
    let mut tries = 0;
    loop {
        let kept = database.get(table, key.clone()).await?;
        let mut document = match &kept {
            Some(record) => (form.read)(&record.json)?,
            None => T::default(),
        };
        let also = change(&mut document);
        let revision = kept.map(|record| record.revision);
        let json = (form.write)(&document)?;
        let record = Record { json, ..Record::default() }.revised(revision.unwrap_or(0) + 1);
        let mut changes = match revision {
            Some(revision) => vec![
                Change::Expect { table, key: key.clone(), revision },
                Change::Put { table, key: key.clone(), record },
            ],
            None => vec![Change::Insert { table, key: key.clone(), record }],
        };
        changes.extend(also);
        match database.apply(changes).await {
            Err(StoreError::Conflict { .. } | StoreError::Exists { .. }) if tries < TRIES => tries += 1,
            result => return Ok(result.map(|()| document)?),
        }
    }
}
