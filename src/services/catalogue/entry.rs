//! Data about an engine.

use serde::{Deserialize, Serialize};
use tabia_uci::{EngineOption, Message};

use crate::state::lab::check::EngineCheck;
use crate::state::lab::latency::Timing;

/// Kind of an engine, by its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineKind {
    /// A `.wasm` file that follows `docs/engine-abi.md`.
    Build,
    /// A multi-threaded build of the app, one `.wasm` file; used only in matches.
    Threaded,
    /// A UCI worker: a `.js` file, with a `.wasm` file and others next to it if needed. See `docs/foreign-engines.md`.
    Foreign,
}

/// Signature of an engine: the node count of its `bench`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bench {
    /// Not measured yet.
    #[default]
    Unknown,
    /// Node count.
    Nodes(u64),
    /// The engine has no signature, for this reason.
    None(String),
}

/// File of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineFile {
    /// Name of the file.
    pub name: String,
    /// Length in bytes.
    pub size: u64,
    /// SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

/// Stored engine, without the content of its files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineEntry {
    /// Id of the engine: the SHA-256 of its file, or for several files, of their `sha256sum` list.
    pub id: String,
    /// Display name: the engine's own name, or the one given by the user.
    pub name: String,
    /// Kind of engine.
    pub kind: EngineKind,
    /// Files; the script of a foreign engine comes first.
    pub files: Vec<EngineFile>,
    /// Name reported by the engine (`id name`).
    #[serde(default)]
    pub id_name: String,
    /// Author reported by the engine (`id author`).
    #[serde(default)]
    pub author: String,
    /// `option` lines.
    #[serde(default)]
    pub option_lines: Vec<String>,
    /// Signature.
    #[serde(default)]
    pub bench: Bench,
    /// Mean time from `isready` to `readyok` of a foreign engine, in milliseconds.
    #[serde(default)]
    pub latency_ms: Option<f64>,
    /// Delay of its moves at a fixed time per move.
    #[serde(default)]
    pub timing: Timing,
    /// Result of its last check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<EngineCheck>,
    /// Whether it was shipped with some version of the app.
    #[serde(default)]
    pub came_with_app: bool,
    /// Time of removal, in milliseconds since 1970. The engine stays for a while so that this can be undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_ms: Option<f64>,
    /// Whether it is shipped with this version of the app and so cannot be removed.
    #[serde(skip)]
    pub is_builtin: bool,
    /// Whether the app has a multi-threaded variant that the page can run ([`EngineList::add_threads`](super::EngineList::add_threads)).
    #[serde(skip)]
    pub can_have_threads: bool,
    /// Time of addition, in milliseconds since 1970.
    #[serde(default)]
    pub added_ms: f64,
}

impl EngineEntry {
    /// Returns the total length of all files in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// Returns the UCI options; invalid lines are left out.
    pub fn options(&self) -> Vec<EngineOption> {
        self.option_lines.iter().filter_map(|line| option(line)).collect()
    }

    /// Returns the signature, if any.
    pub fn signature(&self) -> Option<u64> {
        match self.bench {
            Bench::Nodes(nodes) => Some(nodes),
            Bench::Unknown | Bench::None(_) => None,
        }
    }
}

fn option(line: &str) -> Option<EngineOption> {
    match Message::parse(line) {
        Ok(Some(Message::Option(option))) => Some(option),
        _ => None,
    }
}
