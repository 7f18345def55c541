//! The stores without the page.

#[path = "../../../src/storage/tests/contract.rs"]
mod contract;

use std::cell::RefCell;

use tabia_app::storage::files::FileStore;
use tabia_app::storage::indexed_db::IndexedDb;
use tabia_app::storage::matches::MatchStore;
use tabia_app::storage::schema::SchemaStep;
use tabia_app::storage::{
    Change, Claim, Content, Database, Keeping, Key, Memory, Range, Record, Store, StoreError, Table, device,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Blob;

#[allow(clippy::needless_pass_by_value)] // For map_err.
fn told(error: StoreError) -> JsValue {
    JsValue::from_str(&error.to_string())
}

/// The contract of stores, against a fresh database.
#[wasm_bindgen]
pub async fn storage_contract() -> Result<(), JsValue> {
    IndexedDb::delete("contract").await.map_err(told)?;
    let store = IndexedDb::open("contract").await.map_err(told)?;
    contract::check(&store).await.map_err(|error| JsValue::from_str(&error))
}

/// The same random changes in IndexedDB and in its twin.
#[wasm_bindgen]
pub async fn storage_compare(seed: u32, rounds: usize) -> Result<(), JsValue> {
    IndexedDb::delete("compare").await.map_err(told)?;
    let store = IndexedDb::open("compare").await.map_err(told)?;
    contract::compare(&store, &Memory::new(), seed.into(), rounds)
        .await
        .map_err(|error| JsValue::from_str(&error))
}

const FIRST: &[SchemaStep] = &[SchemaStep::Create("engines"), SchemaStep::Create("old")];
const SECOND: &[SchemaStep] = &[
    SchemaStep::Rewrite("engines", |json| json.replace("hash", "sha256")),
    SchemaStep::Remove("old"),
    SchemaStep::Create("units"),
    SchemaStep::Rewrite("engines", |json| format!("{json}!")),
];

/// Makes a database of version 1 and opens it as version 2; returns what the records became.
#[wasm_bindgen]
pub async fn storage_upgrade() -> Result<String, JsValue> {
    IndexedDb::delete("upgrade").await.map_err(told)?;
    let store = IndexedDb::open_as("upgrade", &[FIRST]).await.map_err(told)?;
    let put = |key: u64| Change::Put {
        table: Table::Engines,
        key: Key::of(key),
        record: Record {
            json: format!("hash{key}"),
            content: Some(vec![1, 2, 3].into()),
            ..Record::default()
        },
    };
    store.apply((0..5).map(put).collect()).await.map_err(told)?;
    if store.count(Table::Units, Range::all()).await.is_ok() {
        return Err("there was no table of units".into());
    }
    drop(store);
    let store = IndexedDb::open_as("upgrade", &[FIRST, SECOND]).await.map_err(told)?;
    let units = store.count(Table::Units, Range::all()).await.map_err(told)?;
    let records = store.list(Table::Engines, Range::all(), 9).await.map_err(told)?;
    let texts = records
        .iter()
        .map(|(_, record)| format!("{} {}", record.json, record.content.as_ref().map_or(0, Content::size)));
    Ok(format!("{units} units; {}", texts.collect::<Vec<_>>().join(", ")))
}

/// Files of the page's own database.
#[wasm_bindgen]
pub struct StorageHarness {
    database: Database,
    files: FileStore,
    matches: MatchStore,
    claim: RefCell<Option<Claim>>,
}

#[wasm_bindgen]
impl StorageHarness {
    /// Creates a separate handle.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)] // For JavaScript.
    pub fn new() -> Self {
        let database = Database::of_page();
        let (files, matches) = (FileStore::new(database.clone()), MatchStore::new(database.clone()));
        Self { database, files, matches, claim: RefCell::new(None) }
    }

    /// `browser`, or why things are kept in memory only.
    pub async fn keeping(&self) -> Result<String, JsValue> {
        Ok(match self.database.keeping().await.map_err(told)? {
            Keeping::InBrowser => "browser".to_owned(),
            Keeping::InMemory(reason) => reason.to_string(),
        })
    }

    /// Keeps a file; returns its SHA-256.
    pub async fn add(&self, name: String, blob: Blob) -> Result<String, JsValue> {
        let entry = self.files.add("test", &name, blob, serde_json::Value::Null).await.map_err(told)?;
        Ok(entry.sha256)
    }

    /// `name size` of every file.
    pub async fn list(&self) -> Result<Vec<String>, JsValue> {
        let files = self.files.list(None).await.map_err(told)?;
        Ok(files.into_iter().map(|entry| format!("{} {}", entry.name, entry.size)).collect())
    }

    /// A file's content as the browser holds it.
    pub async fn content(&self, sha256: String) -> Result<Blob, JsValue> {
        self.files.content(&sha256).await.and_then(|content| content.blob()).map_err(told)
    }

    /// Deletes a file.
    pub async fn remove(&self, sha256: String) -> Result<(), JsValue> {
        self.files.remove("test", &sha256).await.map_err(told)
    }

    /// Claims a match for this tab; whether it was granted.
    pub async fn claim(&self, id: String) -> Result<bool, JsValue> {
        let claim = self.matches.claim(&id).await.map_err(told)?;
        let is_granted = claim.is_some();
        *self.claim.borrow_mut() = claim;
        Ok(is_granted)
    }

    /// Gives the claim back.
    pub fn give_back(&self) {
        self.claim.borrow_mut().take();
    }

    /// The room as the browser estimates it: used and quota.
    pub async fn room(&self) -> Option<Vec<f64>> {
        device::space().await.map(|space| vec![space.used, space.quota])
    }
}

/// Opens the page's database in a version after this one.
#[wasm_bindgen]
pub async fn storage_open_next() -> Result<(), JsValue> {
    const NEXT: &[&[SchemaStep]] = &[&[], &[], &[], &[], &[SchemaStep::Create("next")]];
    IndexedDb::open_as("tabia", NEXT).await.map(drop).map_err(told)
}
