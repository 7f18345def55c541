//! The trait behind which everything is kept.

use std::pin::Pin;

use super::error::StoreError;
use super::key::{Key, Range};
use super::record::Record;
use super::schema::Table;

/// What a store will have done. Not `Send`: the browser's objects stay on their thread.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + 'a>>;

/// One change of a table.
#[derive(Debug, Clone)]
pub enum Change {
    /// Keeps a record, in place of the one there may be under its key.
    Put {
        /// The table.
        table: Table,
        /// The record's key.
        key: Key,
        /// The record.
        record: Record,
    },
    /// Keeps a record that is new; [`StoreError::Exists`] if there is one under its key.
    Insert {
        /// The table.
        table: Table,
        /// The record's key.
        key: Key,
        /// The record.
        record: Record,
    },
    /// Changes nothing, but has all the other changes refused with [`StoreError::Conflict`] unless the record has this
    /// revision. Before a [`Put`](Self::Put) or [`Delete`](Self::Delete) of the same record it says which one is meant, so
    /// that what another tab has written meanwhile is not overwritten unseen.
    Expect {
        /// The table.
        table: Table,
        /// The record's key.
        key: Key,
        /// The revision that the record must have.
        revision: u64,
    },
    /// Deletes a record, if it is there.
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
        /// What the keys begin with.
        prefix: Key,
    },
}

impl Change {
    /// The table that is changed.
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
/// Every call is a transaction of its own. What [`apply`](Self::apply) was given is kept when its future is ready with
/// `Ok`, and not in the least otherwise. Futures do nothing before they are polled.
pub trait Store {
    /// Whether it has lost its connection: every call fails from now on, and it can be opened again.
    fn is_ended(&self) -> bool {
        false
    }

    /// The record under `key`.
    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>>;

    /// The records under some keys, in the order of the keys. One call is much faster than [`get`](Self::get) for each.
    fn get_many(&self, table: Table, keys: Vec<Key>) -> Pending<'_, Vec<Option<Record>>> {
        Box::pin(async move {
            let mut records = Vec::with_capacity(keys.len());
            for key in keys {
                records.push(self.get(table, key).await?);
            }
            Ok(records)
        })
    }

    /// Up to `limit` records in the order of their keys.
    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>>;

    /// Up to `limit` keys in their order.
    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>>;

    /// The number of records.
    fn count(&self, table: Table, range: Range) -> Pending<'_, u64>;

    /// Makes the changes, one after the other, all or none.
    fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()>;
}
