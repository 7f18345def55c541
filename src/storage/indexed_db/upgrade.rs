//! Opening and upgrading a database.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::oneshot;
use js_sys::Reflect;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    DomException, Event, IdbCursorWithValue, IdbDatabase, IdbFactory, IdbOpenDbRequest, IdbRequest,
    IdbTransaction, IdbVersionChangeEvent,
};

use crate::language::tr;
use crate::storage::error::{StoreError, reason};
use crate::storage::schema::{SchemaStep, steps};

type OpenResult = Result<IdbDatabase, StoreError>;

/// Opens the database in the version that results from `versions`. Also returns whether it was created.
pub(super) async fn open(
    factory: &IdbFactory,
    name: &str,
    versions: &'static [&'static [SchemaStep]],
) -> Result<(IdbDatabase, bool), StoreError> {
    let request = factory.open_with_u32(name, versions.len() as u32).map_err(|error| open_fault(&error))?;
    let (answer, receiver) = answer_once();
    let upgrade_fault = Rc::new(RefCell::new(None));
    let is_new = Rc::new(Cell::new(false));
    let on_upgrade = {
        let (request, upgrade_fault, is_new) = (request.clone(), upgrade_fault.clone(), Rc::clone(&is_new));
        Closure::once_into_js(move |event: IdbVersionChangeEvent| {
            is_new.set(event.old_version() < 1.0);
            if let Err(error) = upgrade(&request, event.old_version() as usize, versions) {
                *upgrade_fault.borrow_mut() = Some(reason(&error));
                if let Some(transaction) = request.transaction() {
                    // Leave everything as it was.
                    let _ = transaction.abort();
                }
            }
        })
    };
    let on_success = {
        let (request, answer) = (request.clone(), answer.clone());
        Closure::once_into_js(move |_: Event| {
            let database = request.result().and_then(JsCast::dyn_into);
            answer(database.map_err(|error| open_fault(&error)));
        })
    };
    let on_error = {
        let (request, answer) = (request.clone(), answer.clone());
        Closure::once_into_js(move |event: Event| {
            // The caller gets the error; keep it out of the console.
            event.prevent_default();
            let error = request.error().ok().flatten();
            answer(Err(match upgrade_fault.borrow_mut().take() {
                Some(reason) => {
                    let action = tr!("the stored data could not be updated").to_owned();
                    StoreError::Failed { action, reason }
                }
                None => error.map_or_else(|| open_fault(&JsValue::UNDEFINED), |error| open_fault(&error)),
            }));
        })
    };
    // Older tabs of ours close at once, so that `blocked` never fires; this one did not.
    let on_blocked = Closure::once_into_js(move |_: Event| answer(Err(StoreError::Blocked)));
    request.set_onupgradeneeded(Some(on_upgrade.unchecked_ref()));
    request.set_onsuccess(Some(on_success.unchecked_ref()));
    request.set_onerror(Some(on_error.unchecked_ref()));
    request.set_onblocked(Some(on_blocked.unchecked_ref()));
    let database = receiver
        .await
        .unwrap_or_else(|_| Err(open_fault(&JsValue::from_str(tr!("the request was dropped")))))?;
    Ok((database, is_new.get()))
}

/// Returns a channel for the first answer to a request. The request outlives the waiting future if that is dropped; its result is
/// then closed.
fn answer_once() -> (impl Fn(OpenResult) + Clone, oneshot::Receiver<OpenResult>) {
    let (sender, receiver) = oneshot::channel::<OpenResult>();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let answer = move |result: OpenResult| {
        let unreceived = match sender.borrow_mut().take() {
            Some(sender) => sender.send(result).err(),
            None => Some(result),
        };
        if let Some(Ok(database)) = unreceived {
            database.close();
        }
    };
    (answer, receiver)
}

fn open_fault(error: &JsValue) -> StoreError {
    match error.dyn_ref::<DomException>().map(DomException::name).as_deref() {
        Some("VersionError") => StoreError::Newer,
        Some("QuotaExceededError") => StoreError::Full,
        // Whatever the error is called, there may be data that cannot be read now.
        _ => StoreError::NotOpened { reason: reason(error) },
    }
}

/// Runs the steps inside the upgrade transaction. A rewrite continues asynchronously until the transaction ends; the steps after it
/// wait for it, because requests complete in order and a table is changed only by requests.
fn upgrade(
    request: &IdbOpenDbRequest,
    from: usize,
    versions: &'static [&'static [SchemaStep]],
) -> Result<(), JsValue> {
    let database: IdbDatabase = request.result()?.dyn_into()?;
    let transaction = request.transaction().ok_or_else(|| tr!("there is no transaction to update in"))?;
    let steps: Vec<&'static SchemaStep> = steps(versions, from).collect();
    take(&database, &transaction, &Rc::new(steps), 0)
}

fn take(
    database: &IdbDatabase,
    transaction: &IdbTransaction,
    steps: &Rc<Vec<&'static SchemaStep>>,
    first: usize,
) -> Result<(), JsValue> {
    for (index, step) in steps.iter().enumerate().skip(first) {
        match step {
            SchemaStep::Create(name) => {
                database.create_object_store(name)?;
            }
            SchemaStep::Remove(name) => database.delete_object_store(name)?,
            SchemaStep::Rewrite(name, rewrite) => {
                let cursor = transaction.object_store(name)?.open_cursor()?;
                let (database, transaction) = (database.clone(), transaction.clone());
                let steps = steps.clone();
                rewrite_all(&cursor, *rewrite, move || take(&database, &transaction, &steps, index + 1));
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Rewrites the records that a cursor visits; calls `then` after the last.
fn rewrite_all(
    request: &IdbRequest,
    rewrite: fn(&str) -> String,
    then: impl FnOnce() -> Result<(), JsValue> + 'static,
) {
    let mut then = Some(then);
    let owned = request.clone();
    let advance = Closure::wrap(Box::new(move |_: Event| {
        let mut step = || -> Result<(), JsValue> {
            let Ok(cursor) = owned.result()?.dyn_into::<IdbCursorWithValue>() else {
                return then.take().map_or(Ok(()), |then| then());
            };
            let value = cursor.value()?;
            let json = Reflect::get(&value, &"json".into())?.as_string().unwrap_or_default();
            Reflect::set(&value, &"json".into(), &rewrite(&json).into())?;
            cursor.update(&value)?;
            cursor.continue_()
        };
        if let Err(error) = step()
            && let Some(transaction) = owned.transaction()
        {
            web_sys::console::error_1(&error);
            let _ = transaction.abort();
        }
    }) as Box<dyn FnMut(Event)>);
    request.set_onsuccess(Some(advance.as_ref().unchecked_ref()));
    // Lives as long as the transaction; there is one per rewritten table in the lifetime of a database.
    advance.forget();
}
