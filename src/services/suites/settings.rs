//! What a suite is solved with.

use serde::{Deserialize, Serialize};

/// What is searched where no limit is given, in nodes.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// An engine of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteEngine {
    /// Its id in the catalogue.
    pub id: String,
    /// What it is called.
    pub name: String,
}

/// What a suite is solved with. More than one limit holds together: the first that is reached ends a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SuiteSettings {
    /// The engines, compared side by side.
    pub engines: Vec<SuiteEngine>,
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Depth in plies for each position.
    pub depth: Option<u32>,
    /// Milliseconds for each position.
    pub time_ms: Option<u64>,
    /// A search ends when so many iterations in a row have ended with the solution.
    pub early_exit: Option<u32>,
    /// How many engines work at once.
    pub workers: usize,
    /// Size of each engine's hash table in MB.
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
            // As `tabia epd` has it.
            hash_mb: 64,
        }
    }
}

impl SuiteSettings {
    /// The `go` command.
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
