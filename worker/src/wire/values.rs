//! Values that messages carry without copying: files and shared memory.

use js_sys::{Array, Function, Reflect, SharedArrayBuffer};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::Blob;

/// A file whose bytes stay in the browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileBytes(#[serde(with = "serde_wasm_bindgen::preserve")] pub Blob);

/// A named file whose bytes stay in the browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedFile {
    /// File name without a folder.
    pub name: String,
    /// File contents.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub blob: Blob,
}

/// Memory shared between page and worker. Not every page can create it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedMemory(#[serde(with = "serde_wasm_bindgen::preserve")] pub SharedArrayBuffer);

impl SharedMemory {
    /// Allocates `bytes` zeroed bytes; `None` if the browser has no shared memory or not enough of it.
    ///
    /// The class is looked up by name: a browser may lack it even if it reports the page as isolated (`WebKitGTK` 2.50 does), and
    /// referring to it directly would throw an exception that ends the program.
    pub fn allocate(bytes: u32) -> Option<Self> {
        let class = Reflect::get(&js_sys::global(), &"SharedArrayBuffer".into()).ok()?;
        let class: Function = class.dyn_into().ok()?;
        let buffer = Reflect::construct(&class, &Array::of1(&bytes.into())).ok()?;
        buffer.dyn_into().ok().map(Self)
    }
}
