//! The store in the browser's IndexedDB.
//!
//! A thin layer over web-sys: every call of [`Store`] is one transaction that is issued at once, so that no `await` falls into
//! the middle of it. An object store has its keys outside of the values; a value is `{json, content}`, and a content that is a
//! blob is kept as a file by the browser, never read into memory, but where the browser keeps no blobs.

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
use super::schema::{Step, Table, VERSIONS};
use super::store::{Change, Pending, Store};

/// An open database. Closed when dropped, and when another tab wants to update or delete it.
pub struct IndexedDb {
    name: String,
    database: IdbDatabase,
    /// There was none of this name before.
    is_new: bool,
    /// Why the connection is no more.
    ended: Rc<RefCell<Option<StoreError>>>,
    /// Whether the browser keeps blobs; `None` until it was tried.
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
        // The closures go with this value.
        self.database.set_onversionchange(None);
        self.database.set_onclose(None);
        self.database.close();
    }
}

impl IndexedDb {
    /// Opens the database of this name, and brings it to this version.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the browser keeps nothing, [`StoreError::Newer`] and [`StoreError::Blocked`] when
    /// another version of the page is in the way.
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        Self::open_as(name, VERSIONS).await
    }

    /// Opens a database in the version that `versions` lead to.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_as(name: &str, versions: &'static [&'static [Step]]) -> Result<Self, StoreError> {
        let factory = factory()?;
        let (database, is_new) = upgrade::open(&factory, name, versions).await?;
        let ended = Rc::new(RefCell::new(None));
        let on_version_change = {
            let (database, ended) = (database.clone(), ended.clone());
            // Lets the other tab go on, which has a newer Tabia or deletes everything: who opens it again will see.
            Closure::new(move |_: Event| {
                *ended.borrow_mut() = Some(StoreError::Newer);
                database.close();
            })
        };
        let on_close = {
            let ended = ended.clone();
            Closure::new(move |_: Event| {
                ended.borrow_mut().get_or_insert(StoreError::Failed {
                    action: "the browser closed the stored data".to_owned(),
                    reason: "it was probably cleared; reload this page".to_owned(),
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

    /// Whether opening it has made it: nothing was stored before.
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// Deletes the database of this name with all that is in it. Open connections of this page must be dropped before.
    ///
    /// # Errors
    /// When the browser refuses.
    pub async fn delete(name: &str) -> Result<(), StoreError> {
        let request = factory()?
            .delete_database(name)
            .map_err(|error| fault("the database could not be deleted", &error))?;
        finished(request.as_ref())
            .await
            .map(drop)
            .map_err(|error| fault("the database could not be deleted", &error))
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
            self.ended.borrow().clone().unwrap_or_else(|| fault("the stored data cannot be used", &error))
        })
    }

    fn reading(&self, table: Table) -> Result<IdbObjectStore, StoreError> {
        let transaction = self.transaction(&[table], IdbTransactionMode::Readonly)?;
        transaction.object_store(table.name()).map_err(|error| fault(CANNOT_READ, &error))
    }

    fn issue(
        transaction: &IdbTransaction,
        change: Change,
        refusal: &Refusal,
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

    /// Whether the browser keeps blobs: one is put where a record is about to be written, and taken back.
    ///
    /// This needs a transaction of its own: where `WebKitGTK` 2.50 refuses a blob while another request is on its way, it
    /// neither answers that request nor ends the transaction, and what is written later waits for ever.
    async fn takes_blob(&self, table: Table, key: Key) -> Result<bool, StoreError> {
        let transaction = self.transaction(&[table], IdbTransactionMode::Readwrite)?;
        let put = || {
            let blob = web_sys::Blob::new()?;
            let store = transaction.object_store(table.name())?;
            store.put_with_key(&record_to_js(&Record::default().with(blob.into()))?, &key_to_js(&key))
        };
        let Ok(request) = put() else { return Ok(false) };
        let is_taken = finished(&request).await.is_ok();
        // Ended already where it was refused.
        let _ = transaction.abort();
        Ok(is_taken)
    }

    /// Makes all changes in one transaction, or none.
    async fn apply_once(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        const ACTION: &str = "the data could not be stored";
        let mut tables: Vec<Table> = changes.iter().map(Change::table).collect();
        tables.sort_unstable();
        tables.dedup();
        if tables.is_empty() {
            return Ok(());
        }
        let transaction = self.transaction(&tables, IdbTransactionMode::Readwrite)?;
        let mut inserts = Vec::new();
        let refusal = Refusal::default();
        for change in changes {
            match Self::issue(&transaction, change, &refusal) {
                Ok((request, Some(key))) => inserts.push((request, key)),
                Ok((_, None)) => {}
                Err(error) => {
                    // What was issued before must not be kept. The transaction may have ended by itself.
                    let _ = transaction.abort();
                    return Err(fault(ACTION, &error));
                }
            }
        }
        // Closed without being finished: the page's connection was taken away.
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
                _ => fault(ACTION, &error),
            }
        })
    }
}

/// A transaction that is complete when the disk has its changes, not only the operating system: a power loss does not undo it. web-sys
/// counts the option among its unstable parts; browsers that do not know it ignore it.
fn durable_transaction(database: &IdbDatabase, names: &js_sys::Array) -> Result<IdbTransaction, JsValue> {
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"durability".into(), &"strict".into())?;
    let begin: js_sys::Function = js_sys::Reflect::get(database, &"transaction".into())?.dyn_into()?;
    begin.call3(database, names, &"readwrite".into(), &options)?.dyn_into()
}

/// Why a transaction was ended by an expectation that was not met.
type Refusal = Rc<RefCell<Option<StoreError>>>;

/// Reads the record and ends the transaction if it is not the expected one. The changes that follow are issued at once and wait
/// in the transaction behind this request: an ended transaction takes them back.
fn expect(
    transaction: &IdbTransaction,
    store: &IdbObjectStore,
    key: Key,
    revision: u64,
    refusal: &Refusal,
) -> Result<IdbRequest, JsValue> {
    let request = store.get(&key_to_js(&key))?;
    let (transaction, refusal, read) = (transaction.clone(), Rc::clone(refusal), request.clone());
    let on_read = Closure::once_into_js(move |_: Event| {
        let value = read.result().unwrap_or(JsValue::UNDEFINED);
        let found = (!value.is_undefined()).then(|| revision_of(&value));
        if found != Some(revision) {
            refusal.borrow_mut().get_or_insert(StoreError::Conflict { key, found });
            // A transaction whose request has just been answered can be ended.
            let _ = transaction.abort();
        }
    });
    request.set_onsuccess(Some(on_read.unchecked_ref()));
    Ok(request)
}

const CANNOT_READ: &str = "the stored data could not be read";

fn factory() -> Result<IdbFactory, StoreError> {
    let unavailable = |reason: String| StoreError::Unavailable { reason };
    let value = js_sys::Reflect::get(&js_sys::global(), &"indexedDB".into())
        .map_err(|error| unavailable(reason(&error)))?;
    value.dyn_into().map_err(|_| unavailable("it has no IndexedDB".to_owned()))
}

fn count_limit(limit: usize) -> u32 {
    // IndexedDB takes 0 for "no limit".
    u32::try_from(limit).unwrap_or(0)
}

impl Store for IndexedDb {
    fn is_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>> {
        Box::pin(async move {
            let request =
                self.reading(table)?.get(&key_to_js(&key)).map_err(|error| fault(CANNOT_READ, &error))?;
            let value = finished(&request).await.map_err(|error| fault(CANNOT_READ, &error))?;
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
            let requests = issued.map_err(|error| fault(CANNOT_READ, &error))?;
            let values = futures::future::try_join_all(requests.iter().map(finished)).await;
            let values = values.map_err(|error| fault(CANNOT_READ, &error))?;
            let record = |value: &JsValue| (!value.is_undefined()).then(|| record_from_js(value));
            Ok(values.iter().map(record).collect())
        })
    }

    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>> {
        Box::pin(async move {
            // IndexedDB has no limit of 0 and no empty range.
            if limit == 0 || range.is_empty() {
                return Ok(Vec::new());
            }
            // Both in one transaction: they are of the same records.
            let store = self.reading(table)?;
            let issue = || {
                let range = range_to_js(&range)?.map_or(JsValue::UNDEFINED, JsValue::from);
                let keys = store.get_all_keys_with_key_and_limit(&range, count_limit(limit))?;
                let records = store.get_all_with_key_and_limit(&range, count_limit(limit))?;
                Ok((keys, records))
            };
            let (keys, records) = issue().map_err(|error| fault(CANNOT_READ, &error))?;
            let (keys, records) = futures::join!(finished(&keys), finished(&records));
            let keys = keys.map_err(|error| fault(CANNOT_READ, &error))?;
            let records = records.map_err(|error| fault(CANNOT_READ, &error))?;
            let pairs = js_sys::Array::from(&keys).into_iter().zip(js_sys::Array::from(&records));
            Ok(pairs.map(|(key, record)| (key_from_js(&key), record_from_js(&record))).collect())
        })
    }

    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>> {
        Box::pin(async move {
            // IndexedDB has no limit of 0 and no empty range.
            if limit == 0 || range.is_empty() {
                return Ok(Vec::new());
            }
            let store = self.reading(table)?;
            let issue = || {
                let range = range_to_js(&range)?.map_or(JsValue::UNDEFINED, JsValue::from);
                store.get_all_keys_with_key_and_limit(&range, count_limit(limit))
            };
            let request = issue().map_err(|error| fault(CANNOT_READ, &error))?;
            let keys = finished(&request).await.map_err(|error| fault(CANNOT_READ, &error))?;
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
            let request = issue().map_err(|error| fault(CANNOT_READ, &error))?;
            let count = finished(&request).await.map_err(|error| fault(CANNOT_READ, &error))?;
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
            // It was not that the browser keeps nothing at all.
            self.takes_blobs.set(Some(false));
            Ok(())
        })
    }
}
