//! The catalogue of engines without the page.

use std::cell::RefCell;

use js_sys::Array;
use tabia_app::services::catalogue::entry::EngineEntry;
use tabia_app::services::catalogue::{EngineContent, EngineList};
use tabia_app::services::engine::shipped::SelectedBuild;
use tabia_app::services::matches::build::{Closer, ForeignPort};
use tabia_app::storage::{Content, Database};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{File, MessagePort};

/// The engines of the page's database.
#[wasm_bindgen]
pub struct CatalogueHarness {
    catalogue: EngineList,
    /// Closers of the foreign engines opened so far, in order.
    closers: RefCell<Vec<Option<Closer>>>,
}

#[allow(clippy::needless_pass_by_value)] // For map_err.
fn told(error: impl ToString) -> JsValue {
    JsValue::from_str(&error.to_string())
}

/// One line that says everything a test wants to know.
fn line(entry: &EngineEntry) -> String {
    let options: Vec<String> = entry.options().iter().map(|option| option.name.clone()).collect();
    serde_json::json!({
        "id": entry.id, "name": entry.name, "author": entry.author, "size": entry.size(), "kind": entry.kind,
        "files": entry.files.iter().map(|file| file.name.clone()).collect::<Vec<_>>(), "options": options,
        "signature": entry.signature(), "bench": entry.bench, "builtin": entry.is_builtin,
        "app": entry.came_with_app, "latency": entry.latency_ms,
    })
    .to_string()
}

#[wasm_bindgen]
impl CatalogueHarness {
    /// A catalogue that ships the builds at these addresses.
    #[wasm_bindgen(constructor)]
    pub fn new(worker_url: String, built_ins: Vec<String>) -> Self {
        let built_ins = built_ins.into_iter().map(|url| SelectedBuild { url, threads_url: None }).collect();
        let catalogue = EngineList::new(Database::of_page(), worker_url, built_ins);
        Self { catalogue, closers: RefCell::default() }
    }

    /// Every engine as JSON.
    pub async fn list(&self) -> Result<Vec<String>, JsValue> {
        Ok(self.catalogue.list().await.map_err(told)?.iter().map(line).collect())
    }

    /// Adds the engines among files: JSON, or what was wrong.
    pub async fn add(&self, files: Array) -> Vec<String> {
        let files = files.iter().map(|file| {
            let file = File::from(file);
            (file.name(), Content::from(file))
        });
        let results = self.catalogue.add(files.collect()).await;
        results
            .into_iter()
            .map(|result| result.map_or_else(|error| error.to_string(), |entry| line(&entry)))
            .collect()
    }

    /// Renames an engine.
    pub async fn rename(&self, id: String, name: String) -> Result<String, JsValue> {
        self.catalogue.rename(&id, &name).await.map(|entry| line(&entry)).map_err(told)
    }

    /// Removes an engine.
    pub async fn remove(&self, id: String) -> Result<(), JsValue> {
        self.catalogue.remove(&id).await.map_err(told)
    }

    /// Measures every signature that is not known.
    pub async fn measure(&self) -> Result<(), JsValue> {
        self.catalogue.measure_unknown(|_| {}).await.map_err(told)
    }

    /// The length of a build's file.
    pub async fn build_size(&self, id: String) -> Result<usize, JsValue> {
        match self.catalogue.content(&id).await.map_err(told)? {
            EngineContent::Build(bytes) => Ok(bytes.len()),
            EngineContent::Foreign(_) => Err("it is no build".into()),
        }
    }

    /// Starts a foreign engine; its port.
    pub async fn open(&self, id: String) -> Result<MessagePort, JsValue> {
        let EngineContent::Foreign(sandbox) = self.catalogue.content(&id).await.map_err(told)? else {
            return Err("it is no foreign engine".into());
        };
        let ForeignPort { port, close } = sandbox.open().map_err(told)?;
        self.closers.borrow_mut().push(Some(close));
        Ok(port)
    }

    /// Ends the foreign engine that was opened as number `index`.
    pub fn close(&self, index: usize) {
        let close = self.closers.borrow_mut().get_mut(index).and_then(Option::take);
        if let Some(close) = close {
            close();
        }
    }
}
