//! Search limits and engines of the analysis commands.

use clap::Args;

use crate::engines::{Program, Run};
use crate::number::{real, whole};

/// How long a position is searched. Limits can be combined: the first one reached ends the search.
#[derive(Debug, Clone, Args)]
pub(crate) struct LimitArgs {
    /// Depth in plies for each position
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=200))]
    depth: Option<u32>,
    /// Nodes for each position; 1,000,000 if no limit is given
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,
    /// Seconds for each position
    #[arg(long, value_name = "S", value_parser = real::<f64>(0.001..=10_000_000.0))]
    time: Option<f64>,
}

/// Nodes for each position if no limit is given.
const DEFAULT_NODES: u64 = 1_000_000;

/// Extra time before an engine counts as stalled, in milliseconds: many check the clock late, and a busy machine is
/// slow.
const MARGIN_MS: f64 = 5000.0;

impl LimitArgs {
    /// Returns the milliseconds after which an engine that has not moved counts as stalled; infinite without a time
    /// limit.
    pub(crate) fn time_ms(&self) -> f64 {
        self.time.map_or(f64::INFINITY, |seconds| seconds * 1000.0 + MARGIN_MS)
    }

    /// Returns the `go` command.
    pub(crate) fn go(&self) -> String {
        let depth = self.depth.map(|depth| format!(" depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!(" nodes {nodes}"));
        let time = self.time.map(|seconds| format!(" movetime {:.0}", (seconds * 1000.0).max(1.0)));
        let limits: String = [depth, nodes, time].into_iter().flatten().collect();
        if limits.is_empty() { format!("go nodes {DEFAULT_NODES}") } else { format!("go{limits}") }
    }
}

/// The engines that search.
#[derive(Debug, Clone, Args)]
pub(crate) struct EngineArgs {
    /// Positions searched at a time, each by a separate engine
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256), default_value = "1")]
    pub(crate) workers: u16,
    /// Size of each engine's hash table in MB
    #[arg(long, value_name = "MB", value_parser = whole::<u32>(1..=33_554_432), default_value = "64")]
    hash: u32,
    /// A UCI option of every engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,
}

impl EngineArgs {
    /// Returns an engine with these settings: `builtin`, or the given command.
    pub(crate) fn run(&self, command: &str) -> Run {
        let program =
            if command == "builtin" { Program::Builtin } else { Program::Command(command.to_owned()) };
        let mut options = vec![("Hash".to_owned(), self.hash.to_string())];
        options.extend(self.option.clone());
        Run::new(program, options)
    }
}

/// Parses `NAME=VALUE`.
fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    if name.is_empty() {
        Err("the option has no name".to_owned())
    } else {
        Ok((name.to_owned(), value.to_owned()))
    }
}
