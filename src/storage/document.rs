//! Updates to records that several tabs change.

use super::{Change, Database, Key, Record, Store, StoreError, Table};

/// Maximum number of retries when another tab writes first.
const TRIES: u32 = 20;

/// Serialization of a document.
#[derive(Debug)]
pub struct DocumentFormat<T, E> {
    /// Parses the document.
    pub read: fn(&str) -> Result<T, E>,
    /// Serializes the document.
    pub write: fn(&T) -> Result<String, E>,
}

/// Applies `change` to the current document under `key`, or to the default if there is none. Any changes it returns are applied in the same
/// transaction. See [`update_record`].
///
/// # Errors
/// When the document cannot be read, or the database refuses.
pub async fn update<T: Default, E: From<StoreError>>(
    database: &Database,
    key: &Key,
    form: &DocumentFormat<T, E>,
    change: impl Fn(&mut T) -> Vec<Change>,
) -> Result<T, E> {
    let read = |record: Option<&Record>| match record {
        Some(record) => (form.read)(&record.json),
        None => Ok(T::default()),
    };
    update_record(database, Table::Documents, key, read, form.write, |document| Ok(change(document))).await
}

/// Reads the record under `key`, applies `change`, and writes it together with the changes that `change` returns. When another tab or task
/// writes the record first, this starts again with what it wrote, so that neither change is lost. Returns the value as stored. What cannot
/// be read is left untouched.
///
/// # Errors
/// Those of the functions, and when the database refuses.
pub async fn update_record<T, E: From<StoreError>>(
    database: &Database,
    table: Table,
    key: &Key,
    read: impl Fn(Option<&Record>) -> Result<T, E>,
    write: impl Fn(&T) -> Result<String, E>,
    change: impl Fn(&mut T) -> Result<Vec<Change>, E>,
) -> Result<T, E> {
    let mut tries = 0;
    loop {
        let stored = database.get(table, key.clone()).await?;
        let mut value = read(stored.as_ref())?;
        let also = change(&mut value)?;
        let revision = stored.map(|record| record.revision);
        let record = Record { json: write(&value)?, ..Record::default() }.revised(revision.unwrap_or(0) + 1);
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
            result => return Ok(result.map(|()| value)?),
        }
    }
}
