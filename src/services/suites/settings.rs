//! Settings of a suite run.

use serde::{Deserialize, Serialize};

/// Default search limit in nodes, where no limit is given.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// Engine of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteEngine {
    /// Its id in the catalogue.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// Settings of a suite run. Several limits apply together: the first one reached ends a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SuiteSettings {
    /// The engines, compared side by side.
    pub engines: Vec<SuiteEngine>,
    /// Node limit per position.
    pub nodes: Option<u64>,
    /// Depth limit per position, in plies.
    pub depth: Option<u32>,
    /// Time limit per position, in milliseconds.
    pub time_ms: Option<u64>,
    /// Number of consecutive iterations with the solution after which a search ends.
    pub early_exit: Option<u32>,
    /// Number of engines running at once.
    pub workers: usize,
    /// Hash size of each engine in MB.
    pub hash_mb: u32,
}

impl Default for SuiteSettings {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            nodes: Some(DEFAULT_NODES),
            depth: None,
            time_ms: None,
            early_exit: None,
            workers: 1,
            // As in `tabia epd`.
            hash_mb: 64,
        }
    }
}

impl SuiteSettings {
    /// Returns the `go` command.
    pub fn go(&self) -> String {
        let depth = self.depth.map(|depth| format!(" depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!(" nodes {nodes}"));
        let time = self.time_ms.map(|ms| format!(" movetime {}", ms.max(1)));
        let limits: String = [depth, nodes, time].into_iter().flatten().collect();
        if limits.is_empty() { format!("go nodes {DEFAULT_NODES}") } else { format!("go{limits}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_said_as_tabia_epd_says_them() {
        let none = SuiteSettings { nodes: None, ..SuiteSettings::default() };
        assert_eq!(none.go(), "go nodes 1000000");
        let all = SuiteSettings { depth: Some(9), nodes: Some(5), time_ms: Some(0), ..none };
        assert_eq!(all.go(), "go depth 9 nodes 5 movetime 1");
    }
}
