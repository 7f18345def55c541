//! What is known of an engine.

use serde::{Deserialize, Serialize};
use tabia_uci::{EngineOption, Message};

use crate::state::lab::latency::Timing;

/// What an engine is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineKind {
    /// One `.wasm` file behind `docs/engine-abi.md`.
    Build,
    /// A build of the app with threads, one `.wasm` file: only matches play with it.
    Threaded,
    /// A UCI worker: a `.js` file, with a `.wasm` file and others beside it where it needs them. See
    /// `docs/foreign-engines.md`.
    Foreign,
}

/// The signature of an engine: the nodes of its `bench`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bench {
    /// Not asked yet.
    #[default]
    Unknown,
    /// The number of nodes.
    Nodes(u64),
    /// The engine gives none, for this reason.
    None(String),
}

/// A file of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineFile {
    /// The file's name.
    pub name: String,
    /// Its length in bytes.
    pub size: u64,
    /// The SHA-256 of its content in hexadecimal digits.
    pub sha256: String,
}

/// An engine that is kept, without the content of its files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineEntry {
    /// What names the engine: the SHA-256 of its file. For several files it is that of their `sha256sum` list.
    pub id: String,
    /// The name shown: what the engine calls itself, or what the user called it.
    pub name: String,
    /// What it is made of.
    pub kind: EngineKind,
    /// Its files; the script of a foreign engine first.
    pub files: Vec<EngineFile>,
    /// What it calls itself (`id name`).
    #[serde(default)]
    pub id_name: String,
    /// Who wrote it (`id author`).
    #[serde(default)]
    pub author: String,
    /// Its `option` lines.
    #[serde(default)]
    pub option_lines: Vec<String>,
    /// Its signature.
    #[serde(default)]
    pub bench: Bench,
    /// The mean time from `isready` to `readyok` in milliseconds, of a foreign engine.
    #[serde(default)]
    pub latency_ms: Option<f64>,
    /// How late its moves come when it has a time for each.
    #[serde(default)]
    pub timing: Timing,
    /// Whether a version of the app brought it.
    #[serde(default)]
    pub came_with_app: bool,
    /// When it was removed, in milliseconds since 1970: it is kept for a while, so that this can be undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_ms: Option<f64>,
    /// Whether it comes with this version of the app: it cannot be removed.
    #[serde(skip)]
    pub is_builtin: bool,
    /// Whether the app has the same build with threads, and the page can run it ([`Catalogue::add_threads`](super::Catalogue::add_threads)).
    #[serde(skip)]
    pub can_have_threads: bool,
    /// When it was added, in milliseconds since 1970.
    #[serde(default)]
    pub added_ms: f64,
}

impl EngineEntry {
    /// The length of all files in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// The UCI options; lines that are none are left out.
    pub fn options(&self) -> Vec<EngineOption> {
        self.option_lines.iter().filter_map(|line| option(line)).collect()
    }

    /// The signature, if it has one.
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

/// The signature in the output of `bench`: the number of nodes in the last line that says one, `N nodes M nps` (OpenBench's
/// form) or `Nodes searched: N` (Stockfish's).
pub fn bench_nodes<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<u64> {
    lines.into_iter().filter_map(nodes).last()
}

fn nodes(line: &str) -> Option<u64> {
    let line = line.trim();
    let line = line.strip_prefix("info string ").unwrap_or(line).trim();
    if let Some(rest) = line.strip_prefix("Nodes searched") {
        return rest.trim_start_matches([' ', ':']).parse().ok();
    }
    let mut words = line.split_ascii_whitespace();
    let number = words.next()?.parse().ok()?;
    (words.next()? == "nodes").then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_last_number_of_nodes() {
        let ours = [
            "Position 1/44: 12 nodes",
            "",
            "bench nodes 3043514 time(s) 1.000s",
            "3043514 nodes 2500000 nps",
        ];
        assert_eq!(bench_nodes(ours), Some(3_043_514));
        assert_eq!(bench_nodes(["Nodes searched  : 1234", "Nodes/second : 99"]), Some(1234));
        assert_eq!(bench_nodes(["info string 77 nodes 5 nps"]), Some(77));
        assert_eq!(bench_nodes(["info depth 3 nodes 77", "nodes", "x nodes"]), None);
    }
}
