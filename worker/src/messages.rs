//! What the page and the engine host say to each other.

use js_sys::{SharedArrayBuffer, WebAssembly};
use serde::{Deserialize, Serialize};
use web_sys::Blob;

/// Counts up with every incompatible change of the messages. The names of the worker's files carry no hash,
/// so after an update of the app a browser may pair a new page with a cached worker: the host then says so.
pub const PROTOCOL_VERSION: u32 = 2;

/// Names one batch of lines sent to the engine, and everything the engine prints in answer. A search's id is
/// the id of the batch that holds its `go`. Ids only grow (from 1) over the life of a page.
pub type BatchId = i32;

/// From the page to the host.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToHost {
    /// Take this engine build. Answered by [`FromHost::Loaded`] or [`FromHost::Fault`].
    Load(Load),
    /// Give these lines to the engine, one after the other. Answered by [`FromHost::Lines`], the last of them
    /// with `done`, or by [`FromHost::Fault`].
    Lines {
        /// Names the batch.
        batch: BatchId,
        /// UCI commands without line ends.
        lines: Vec<String>,
    },
}

/// An engine build and the means to interrupt it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Load {
    /// The page's [`PROTOCOL_VERSION`].
    pub protocol: u32,
    /// The compiled build. Compiled once on the page, it is never compiled again for a fresh worker.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub module: WebAssembly::Module,
    /// Where `signal()` reads; `None` when the page is not cross-origin isolated.
    pub signals: Option<SignalBuffer>,
    /// Files that the engine may read.
    #[serde(default)]
    pub files: Vec<NamedFile>,
}

/// A file with its name. Its bytes stay with the browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedFile {
    /// The name without a folder.
    pub name: String,
    /// The content.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub blob: Blob,
}

/// Memory shared by page and worker, laid out as [`crate::signals`] says.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SignalBuffer(#[serde(with = "serde_wasm_bindgen::preserve")] pub SharedArrayBuffer);

/// From the host to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromHost {
    /// The engine build was instantiated and keeps to the ABI as far as can be seen from outside.
    Loaded {
        /// The host's [`PROTOCOL_VERSION`].
        protocol: u32,
    },
    /// What the engine printed since the last such message; also the sign that it still asks for signals.
    Lines {
        /// The batch in whose answer the lines were printed.
        batch: BatchId,
        /// Complete lines without line ends. May be empty.
        lines: Vec<String>,
        /// How many lines were left out because newer ones replaced them before they could be posted.
        dropped: u32,
        /// Whether the engine has handled every line of the batch.
        done: bool,
    },
    /// The engine cannot be used any more: load it again, best in a fresh worker.
    Fault {
        /// The batch that was being handled; `None` while loading.
        batch: Option<BatchId>,
        /// What happened, in a sentence for the user.
        message: String,
    },
}
