//! Messages between the page and the engine worker.

use js_sys::WebAssembly;
use serde::{Deserialize, Serialize};

use crate::wire::{NamedFile, RequestId, SharedMemory};

/// Id of a batch of lines sent to the engine, and of all output in response. A search has the id of the batch that contains its
/// `go`. Ids only increase (from 1) over the life of a page.
pub type BatchId = RequestId;

/// From the page to the engine worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToEngine {
    /// Loads this engine build. Replies: [`FromEngine::Loaded`] or [`FromEngine::Fault`].
    Load(Load),
    /// Sends these UCI commands, without line ends, to the engine one by one. Replies: [`FromEngine::Lines`], the last of them with
    /// `done`, or [`FromEngine::Fault`].
    Lines(Vec<String>),
}

/// Engine build and the means to interrupt it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Load {
    /// Compiled build. The page compiles it once; a new worker doesn't compile it again.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub module: WebAssembly::Module,
    /// Memory that `signal()` reads, laid out as in [`signals`](super::signals); `None` when the page is not cross-origin isolated.
    pub signals: Option<SharedMemory>,
    /// Whether to post every line. Otherwise newer lines replace older ones of the same kind before they are posted.
    pub all_lines: bool,
    /// Files that the engine may read.
    pub files: Vec<NamedFile>,
    /// Memory and thread limit of a multi-threaded build; `None` for all others.
    pub threads: Option<Threads>,
}

/// Memory and thread limit of a multi-threaded build.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Threads {
    /// Memory shared by all its threads.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub memory: WebAssembly::Memory,
    /// Maximum number of threads of a search, at least 1.
    pub limit: u32,
}

/// From the engine worker to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromEngine {
    /// The engine build was instantiated and conforms to the ABI as far as can be seen from outside.
    Loaded,
    /// Lines printed since the last such message. Also a sign that the engine still polls for signals.
    Lines {
        /// Complete lines without line ends. May be empty.
        lines: Vec<String>,
        /// Number of lines dropped because newer ones replaced them before they could be posted.
        dropped: u32,
        /// Whether the engine has handled every line of the batch.
        done: bool,
    },
    /// Output of the engine about an option while it was set: why it was rejected, or its effect.
    OptionRemark {
        /// Option name as sent.
        option: String,
        /// Text of an `info string`.
        text: String,
    },
    /// A multi-threaded build needs another thread, with its stack and thread-local variables in this block of memory.
    StartThread {
        /// Address of the block.
        block: u32,
        /// Length of the block in bytes.
        bytes: u32,
    },
    /// The engine can no longer be used; load it again, preferably in a new worker. The text describes what happened, for the user.
    Fault(String),
}
