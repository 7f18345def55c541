//! The store in the browser's IndexedDB.
//!
//! A thin layer over web-sys: every call of [`Store`] is one transaction whose requests are issued at once, so that no `await` falls in
//! the middle of it. Object stores use out-of-line keys; a value is `{json, content}`, and the browser stores a blob content as a file
//! without reading it into memory, unless it cannot store blobs.

mod blobs;
mod fault;
mod request;
mod upgrade;
mod values;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Event, IdbDatabase, IdbFactory, IdbObjectStore, IdbRequest, IdbTransaction, IdbTransactionMode,
};

use self::fault::fault;
use self::request::{finished, kept};
use self::values::{key_from_js, key_to_js, range_to_js, record_from_js, record_to_js, revision_of};
use super::error::{StoreError, reason};
use super::key::{Key, Range};
use super::record::Record;
use super::schema::{SchemaStep, Table, VERSIONS};
use super::store::{Change, Pending, Store};
use crate::language::tr;

/// An open database. Closed when dropped, and when another tab wants to upgrade or delete it.
pub struct IndexedDb {
    name: String,
    database: IdbDatabase,
    /// Whether opening created the database.
    is_new: bool,
    /// Why the connection is closed.
    ended: Rc<RefCell<Option<StoreError>>>,
    /// Whether the browser can store blobs; `None` until tested.
    takes_blobs: Cell<Option<bool>>,
    _on_version_change: Closure<dyn FnMut(Event)>,
    _on_close: Closure<dyn FnMut(Event)>,
}

impl std::fmt::Debug for IndexedDb {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("IndexedDb").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Drop for IndexedDb {
    fn drop(&mut self) {
        // The closures are dropped with this value.
        self.database.set_onversionchange(None);
        self.database.set_onclose(None);
        self.database.close();
    }
}

impl IndexedDb {
    /// Opens the database of this name and upgrades it to the current version.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the browser has no storage, [`StoreError::Newer`] and [`StoreError::Blocked`] when
    /// another version of the page is in the way.
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        Self::open_as(name, VERSIONS).await
    }

    /// Opens a database in the version that results from `versions`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_as(name: &str, versions: &'static [&'static [SchemaStep]]) -> Result<Self, StoreError> {
        let factory = factory()?;
        let (database, is_new) = upgrade::open(&factory, name, versions).await?;
        let ended = Rc::new(RefCell::new(None));
        let on_version_change = {
            let (database, ended) = (database.clone(), ended.clone());
            // Makes way for another tab, which has a newer Tabia or deletes everything; reopening will show which.
            Closure::new(move |_: Event| {
                *ended.borrow_mut() = Some(StoreError::Newer);
                database.close();
            })
        };
        let on_close = {
            let ended = ended.clone();
            Closure::new(move |_: Event| {
                ended.borrow_mut().get_or_insert(StoreError::Failed {
                    action: tr!("the browser closed the stored data").to_owned(),
                    reason: tr!("it was probably cleared; reload this page").to_owned(),
                });
            })
        };
        database.set_onversionchange(Some(on_version_change.as_ref().unchecked_ref()));
        database.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Ok(Self {
            name: name.to_owned(),
            database,
            is_new,
            ended,
            takes_blobs: Cell::new(None),
            _on_version_change: on_version_change,
            _on_close: on_close,
        })
    }

    /// Returns whether opening created the database.
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// Deletes the database of this name with all its data. Connections of this page must be dropped first.
    ///
    /// # Errors
    /// When the browser refuses.
    pub async fn delete(name: &str) -> Result<(), StoreError> {
        let refused = |error: JsValue| fault(tr!("the database could not be deleted"), &error);
        let request = factory()?.delete_database(name).map_err(refused)?;
        finished(request.as_ref()).await.map(drop).map_err(refused)
    }

    fn transaction(&self, tables: &[Table], mode: IdbTransactionMode) -> Result<IdbTransaction, StoreError> {
        if let Some(error) = &*self.ended.borrow() {
            return Err(error.clone());
        }
        let names: js_sys::Array = tables.iter().map(|table| JsValue::from_str(table.name())).collect();
        let is_durable =
            mode == IdbTransactionMode::Readwrite && tables.iter().any(|table| table.is_durable());
        let transaction = if is_durable {
            durable_transaction(&self.database, &names)
        } else {
            self.database.transaction_with_str_sequence_and_mode(&names, mode)
        };
        transaction.map_err(|error| {
            self.ended
                .borrow()
                .clone()
                .unwrap_or_else(|| fault(tr!("the stored data cannot be used"), &error))
        })
    }

    fn reading(&self, table: Table) -> Result<IdbObjectStore, StoreError> {
        let transaction = self.transaction(&[table], IdbTransactionMode::Readonly)?;
        transaction.object_store(table.name()).map_err(|error| cannot_read(&error))
    }

    fn issue(
        transaction: &IdbTransaction,
        change: Change,
        refusal: &AbortReason,
    ) -> Result<(IdbRequest, Option<Key>), JsValue> {
        let store = transaction.object_store(change.table().name())?;
        match change {
            Change::Put { key, record, .. } => {
                Ok((store.put_with_key(&record_to_js(&record)?, &key_to_js(&key))?, None))
            }
            Change::Insert { key, record, .. } => {
                Ok((store.add_with_key(&record_to_js(&record)?, &key_to_js(&key))?, Some(key)))
            }
            Change::Expect { key, revision, .. } => {
                Ok((expect(transaction, &store, key, revision, refusal)?, None))
            }
            Change::Delete { key, .. } => Ok((store.delete(&key_to_js(&key))?, None)),
            Change::DeleteBelow { prefix, .. } => {
                let request = match range_to_js(&Range::below(prefix))? {
                    Some(range) => store.delete(&range)?,
                    None => store.clear()?,
                };
                Ok((request, None))
            }
        }
    }

    /// Tests whether the browser can store blobs: writes one under the key of an upcoming record, and rolls back.
    ///
    /// This needs a separate transaction: if `WebKitGTK` 2.50 refuses a blob while another request is pending, it neither completes that
    /// request nor ends the transaction, and later writes wait forever.
    async fn takes_blob(&self, table: Table, key: Key) -> Result<bool, StoreError> {
        let transaction = self.transaction(&[table], IdbTransactionMode::Readwrite)?;
        let put = || {
            let blob = web_sys::Blob::new()?;
            let store = transaction.object_store(table.name())?;
            store.put_with_key(&record_to_js(&Record::default().with(blob.into()))?, &key_to_js(&key))
        };
        let Ok(request) = put() else { return Ok(false) };
        let is_taken = finished(&request).await.is_ok();
        // Already ended if the blob was refused.
        let _ = transaction.abort();
        Ok(is_taken)
    }

    /// Applies all changes in one transaction, or none.
    async fn apply_once(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        let not_stored = |error: &JsValue| fault(tr!("the data could not be stored"), error);
        let mut tables: Vec<Table> = changes.iter().map(Change::table).collect();
        tables.sort_unstable();
        tables.dedup();
        if tables.is_empty() {
            return Ok(());
        }
        let transaction = self.transaction(&tables, IdbTransactionMode::Readwrite)?;
        let mut inserts = Vec::new();
        let refusal = AbortReason::default();
        for change in changes {
            match Self::issue(&transaction, change, &refusal) {
                Ok((request, Some(key))) => inserts.push((request, key)),
                Ok((_, None)) => {}
                Err(error) => {
                    // Roll back the requests issued so far. The transaction may already have ended.
                    let _ = transaction.abort();
                    return Err(not_stored(&error));
                }
            }
        }
        // Closed without completing: the page has lost its connection.
        let result = kept(&transaction).await;
        result.map_err(|error| {
            if let Some(refused) = refusal.borrow_mut().take() {
                return refused;
            }
            let is_constraint = error
                .dyn_ref::<web_sys::DomException>()
                .is_some_and(|error| error.name() == "ConstraintError");
            let failed =
                inserts.into_iter().find(|(request, _)| request.error().is_ok_and(|error| error.is_some()));
            match failed {
                Some((_, key)) if is_constraint => StoreError::Exists { key },
                _ => not_stored(&error),
            }
        })
    }
}

/// Starts a transaction that completes only when its changes are on disk, rather than with the operating system: a power loss does not
/// undo it. The option is among web-sys's unstable APIs; browsers that don't know it ignore it.
fn durable_transaction(database: &IdbDatabase, names: &js_sys::Array) -> Result<IdbTransaction, JsValue> {
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"durability".into(), &"strict".into())?;
    let begin: js_sys::Function = js_sys::Reflect::get(database, &"transaction".into())?.dyn_into()?;
    begin.call3(database, names, &"readwrite".into(), &options)?.dyn_into()
}

/// The unmet expectation that aborted a transaction, if any.
type AbortReason = Rc<RefCell<Option<StoreError>>>;

/// Reads the record and aborts the transaction if it is not the expected one. Later changes are issued at once and queue up behind
/// this request; aborting the transaction rolls them back.
fn expect(
    transaction: &IdbTransaction,
    store: &IdbObjectStore,
    key: Key,
    revision: u64,
    refusal: &AbortReason,
) -> Result<IdbRequest, JsValue> {
    let request = store.get(&key_to_js(&key))?;
    let (transaction, refusal, read) = (transaction.clone(), Rc::clone(refusal), request.clone());
    let on_read = Closure::once_into_js(move |_: Event| {
        let value = read.result().unwrap_or(JsValue::UNDEFINED);
        let found = (!value.is_undefined()).then(|| revision_of(&value));
        if found != Some(revision) {
            refusal.borrow_mut().get_or_insert(StoreError::Conflict { key, found });
            // A transaction can be aborted while one of its requests has just completed.
            let _ = transaction.abort();
        }
    });
    request.set_onsuccess(Some(on_read.unchecked_ref()));
    Ok(request)
}

fn cannot_read(error: &JsValue) -> StoreError {
    fault(tr!("the stored data could not be read"), error)
}

fn factory() -> Result<IdbFactory, StoreError> {
    let unavailable = |reason: String| StoreError::Unavailable { reason };
    let value = js_sys::Reflect::get(&js_sys::global(), &"indexedDB".into())
        .map_err(|error| unavailable(reason(&error)))?;
    value.dyn_into().map_err(|_| unavailable(tr!("it has no IndexedDB").to_owned()))
}

fn count_limit(limit: usize) -> u32 {
    // IndexedDB reads 0 as "no limit".
    u32::try_from(limit).unwrap_or(0)
}

impl Store for IndexedDb {
    fn is_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>> {
        Box::pin(async move {
            let request = self.reading(table)?.get(&key_to_js(&key)).map_err(|error| cannot_read(&error))?;
            let value = finished(&request).await.map_err(|error| cannot_read(&error))?;
            Ok((!value.is_undefined()).then(|| record_from_js(&value)))
        })
    }

    fn get_many(&self, table: Table, keys: Vec<Key>) -> Pending<'_, Vec<Option<Record>>> {
        Box::pin(async move {
            if keys.is_empty() {
                return Ok(Vec::new());
            }
            let store = self.reading(table)?;
            let issued: Result<Vec<_>, JsValue> = keys.iter().map(|key| store.get(&key_to_js(key))).collect();
            let requests = issued.map_err(|error| cannot_read(&error))?;
            let values = futures::future::try_join_all(requests.iter().map(finished)).await;
            let values = values.map_err(|error| cannot_read(&error))?;
            let record = |value: &JsValue| (!value.is_undefined()).then(|| record_from_js(value));
            Ok(values.iter().map(record).collect())
        })
    }

    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>> {
        Box::pin(async move {
            // IndexedDB has no zero limit and no empty range.
            if limit == 0 || range.is_empty() {
                return Ok(Vec::new());
            }
            // Both in one transaction, so that keys and records match.
            let store = self.reading(table)?;
            let issue = || {
                let range = range_to_js(&range)?.map_or(JsValue::UNDEFINED, JsValue::from);
                let keys = store.get_all_keys_with_key_and_limit(&range, count_limit(limit))?;
                let records = store.get_all_with_key_and_limit(&range, count_limit(limit))?;
                Ok((keys, records))
            };
            let (keys, records) = issue().map_err(|error| cannot_read(&error))?;
            let (keys, records) = futures::join!(finished(&keys), finished(&records));
            let keys = keys.map_err(|error| cannot_read(&error))?;
            let records = records.map_err(|error| cannot_read(&error))?;
            let pairs = js_sys::Array::from(&keys).into_iter().zip(js_sys::Array::from(&records));
            Ok(pairs.map(|(key, record)| (key_from_js(&key), record_from_js(&record))).collect())
        })
    }

    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>> {
        Box::pin(async move {
            // IndexedDB has no zero limit and no empty range.
            if limit == 0 || range.is_empty() {
                return Ok(Vec::new());
            }
            let store = self.reading(table)?;
            let issue = || {
                let range = range_to_js(&range)?.map_or(JsValue::UNDEFINED, JsValue::from);
                store.get_all_keys_with_key_and_limit(&range, count_limit(limit))
            };
            let request = issue().map_err(|error| cannot_read(&error))?;
            let keys = finished(&request).await.map_err(|error| cannot_read(&error))?;
            Ok(js_sys::Array::from(&keys).iter().map(|key| key_from_js(&key)).collect())
        })
    }

    fn count(&self, table: Table, range: Range) -> Pending<'_, u64> {
        Box::pin(async move {
            if range.is_empty() {
                return Ok(0);
            }
            let store = self.reading(table)?;
            let issue = || match range_to_js(&range)? {
                Some(range) => store.count_with_key(&range),
                None => store.count(),
            };
            let request = issue().map_err(|error| cannot_read(&error))?;
            let count = finished(&request).await.map_err(|error| cannot_read(&error))?;
            Ok(count.as_f64().unwrap_or(0.0) as u64)
        })
    }

    fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()> {
        Box::pin(async move {
            let Some((table, key)) = blobs::first(&changes) else {
                return self.apply_once(changes).await;
            };
            let takes_blobs = match self.takes_blobs.get() {
                Some(known) => known,
                None => self.takes_blob(table, key).await?,
            };
            if takes_blobs {
                self.takes_blobs.set(Some(true));
                return self.apply_once(changes).await;
            }
            self.apply_once(blobs::read(changes).await?).await?;
            // Only now is it certain that blobs were the problem, not storage as such.
            self.takes_blobs.set(Some(false));
            Ok(())
        })
    }
}
