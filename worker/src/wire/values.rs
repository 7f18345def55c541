//! Values that messages carry without a copy: files and shared memory.

use js_sys::{Array, Function, Reflect, SharedArrayBuffer};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::Blob;

/// A file: its bytes stay with the browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileBytes(#[serde(with = "serde_wasm_bindgen::preserve")] pub Blob);

/// A file with its name. Its bytes stay with the browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedFile {
    /// The name without a folder.
    pub name: String,
    /// The content.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub blob: Blob,
}

/// Memory that page and worker share. Not every page can make it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedMemory(#[serde(with = "serde_wasm_bindgen::preserve")] pub SharedArrayBuffer);

impl SharedMemory {
    /// Memory of so many bytes, all zero; `None` where the browser has no shared memory, or not so much.
    ///
    /// The class is looked for by its name: a browser may lack it although it calls the page isolated (that of `WebKitGTK` 2.50 does),
    /// and naming it there throws an exception that ends the program.
    pub fn allocate(bytes: u32) -> Option<Self> {
        let class = Reflect::get(&js_sys::global(), &"SharedArrayBuffer".into()).ok()?;
        let class: Function = class.dyn_into().ok()?;
        let buffer = Reflect::construct(&class, &Array::of1(&bytes.into())).ok()?;
        buffer.dyn_into().ok().map(Self)
    }
}
