//! Messages between the page and the engine worker.

use js_sys::WebAssembly;
use serde::{Deserialize, Serialize};

use crate::wire::{NamedFile, RequestId, SharedMemory};

/// Names one batch of lines sent to the engine, and everything that the engine prints in answer. A search's id is the id of
/// the batch that holds its `go`. Ids only grow (from 1) over the life of a page.
pub type BatchId = RequestId;

/// From the page to the engine worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToEngine {
    /// Take this engine build. Answered by [`FromEngine::Loaded`] or [`FromEngine::Fault`].
    Load(Load),
    /// Give these UCI commands, without line ends, to the engine, one after the other. Answered by [`FromEngine::Lines`], the
    /// last of them with `done`, or by [`FromEngine::Fault`].
    Lines(Vec<String>),
}

/// An engine build and the means to interrupt it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Load {
    /// The compiled build. Compiled once on the page, it is never compiled again for a fresh worker.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub module: WebAssembly::Module,
    /// Memory that `signal()` reads, laid out as in [`signals`](super::signals); `None` when the page is not cross-origin isolated.
    pub signals: Option<SharedMemory>,
    /// Whether every line is posted. Otherwise newer lines replace older ones of their kind before they are posted.
    pub all_lines: bool,
    /// Files that the engine may read.
    pub files: Vec<NamedFile>,
    /// Memory and limit of a build with threads; `None` for all others.
    pub threads: Option<Threads>,
}

/// Memory and limit of a build with threads.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Threads {
    /// The memory of all its threads.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub memory: WebAssembly::Memory,
    /// The most threads that a search may use, at least 1.
    pub limit: u32,
}

/// From the engine worker to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromEngine {
    /// The engine build was instantiated and keeps to the ABI as far as can be seen from outside.
    Loaded,
    /// Lines printed since the last such message; also the sign that it still polls for signals.
    Lines {
        /// Complete lines without line ends. May be empty.
        lines: Vec<String>,
        /// Number of lines left out because newer ones replaced them before they could be posted.
        dropped: u32,
        /// Whether the engine has handled every line of the batch.
        done: bool,
    },
    /// The engine's output about an option while it was set: why it was refused, or what came of it.
    OptionRemark {
        /// The option's name, as it was sent.
        option: String,
        /// The text of an `info string`.
        text: String,
    },
    /// A build with threads needs one more, whose stack and thread-local variables are in this block of its memory.
    StartThread {
        /// The address of the block.
        block: u32,
        /// The length of the block in bytes.
        bytes: u32,
    },
    /// The engine cannot be used any more: load it again, best in a fresh worker. What happened, in a sentence for the user.
    Fault(String),
}
