//! One document that several tabs change.

use super::{Change, Database, Key, Record, Store, StoreError, Table};

/// How often a change is tried again that another tab was faster than.
const TRIES: u32 = 20;

/// How a document stands in its record.
#[derive(Debug)]
pub struct Form<T, E> {
    /// Reads it.
    pub read: fn(&str) -> Result<T, E>,
    /// Writes it.
    pub write: fn(&T) -> Result<String, E>,
}

/// Changes the document under `key` as it is now, whoever wrote it last: `change` is given that, or the default where there is none,
/// and may be called again when another tab was faster. What it returns is done in the same transaction. Returns the document as it is
/// kept then. One that cannot be read stays as it is.
///
/// # Errors
/// When it cannot be read, or the database refuses.
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
