//! The storage trait.

use std::pin::Pin;

use super::error::StoreError;
use super::key::{Key, Range};
use super::record::Record;
use super::schema::Table;

/// Future of a store operation. Not `Send`: browser objects are bound to their thread.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + 'a>>;

/// A change to a table.
#[derive(Debug, Clone)]
pub enum Change {
    /// Writes a record, replacing any record under its key.
    Put {
        /// The table.
        table: Table,
        /// The record's key.
        key: Key,
        /// The record.
        record: Record,
    },
    /// Writes a new record; [`StoreError::Exists`] if the key is taken.
    Insert {
        /// The table.
        table: Table,
        /// The record's key.
        key: Key,
        /// The record.
        record: Record,
    },
    /// Changes nothing, but all other changes are refused with [`StoreError::Conflict`] unless the record has this revision. Placed
    /// before a [`Put`](Self::Put) or [`Delete`](Self::Delete) of the same record, it keeps writes from other tabs from being
    /// overwritten unseen.
    Expect {
        /// The table.
        table: Table,
        /// The record's key.
        key: Key,
        /// The revision the record must have.
        revision: u64,
    },
    /// Deletes a record if it exists.
    Delete {
        /// The table.
        table: Table,
        /// The record's key.
        key: Key,
    },
    /// Deletes every record whose key begins with these parts.
    DeleteBelow {
        /// The table.
        table: Table,
        /// Common prefix of the keys.
        prefix: Key,
    },
}

impl Change {
    /// Returns the table that is changed.
    pub fn table(&self) -> Table {
        match self {
            Self::Put { table, .. }
            | Self::Insert { table, .. }
            | Self::Expect { table, .. }
            | Self::Delete { table, .. }
            | Self::DeleteBelow { table, .. } => *table,
        }
    }
}

/// Tables of records, each ordered by key.
///
/// Every call is a separate transaction. The changes passed to [`apply`](Self::apply) are stored once its future resolves to `Ok`;
/// otherwise none of them is. Futures are lazy.
pub trait Store {
    /// Returns whether the connection is lost: all further calls fail, and the store has to be reopened.
    fn is_ended(&self) -> bool {
        false
    }

    /// Returns the record under `key`.
    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>>;

    /// Returns the records under `keys`, in the same order. Much faster than calling [`get`](Self::get) for each.
    fn get_many(&self, table: Table, keys: Vec<Key>) -> Pending<'_, Vec<Option<Record>>> {
        Box::pin(async move {
            let mut records = Vec::with_capacity(keys.len());
            for key in keys {
                records.push(self.get(table, key).await?);
            }
            Ok(records)
        })
    }

    /// Returns up to `limit` records in key order.
    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>>;

    /// Returns up to `limit` keys in order.
    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>>;

    /// Returns the number of records in `range`.
    fn count(&self, table: Table, range: Range) -> Pending<'_, u64>;

    /// Applies the changes in order, all or none.
    fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()>;
}
