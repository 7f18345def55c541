//! Values that messages carry without a copy: files and shared memory.

use js_sys::SharedArrayBuffer;
use serde::{Deserialize, Serialize};
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

/// Memory that page and worker share. Only a cross-origin isolated page can make it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedMemory(#[serde(with = "serde_wasm_bindgen::preserve")] pub SharedArrayBuffer);
