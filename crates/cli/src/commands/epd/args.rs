//! Command line of `tabia epd`.

use std::path::PathBuf;

use clap::Args;

use crate::commands::limits::{EngineArgs, LimitArgs};
use crate::engines::Run;
use crate::number::whole;

/// Arguments of `epd`.
#[derive(Debug, Args)]
#[command(
    after_help = "Every position begins with an empty hash table, so that the results at fixed nodes or depth depend neither on the \
order nor on the number of workers."
)]
pub(crate) struct EpdArgs {
    /// Suites: EPD with bm, am or dm, or Crafty's form of title, setboard and solution
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) limit: LimitArgs,
    #[command(flatten)]
    pub(super) engines: EngineArgs,
    /// End a search after N iterations in a row that end with the solution
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
    pub(super) early_exit: Option<u32>,
    /// A UCI engine with its arguments, `builtin` for this one; can be repeated to compare engines side by side
    #[arg(long, value_name = "COMMAND")]
    engine: Vec<String>,
    /// Write a table of all attempts as CSV
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Print only unsolved positions and the totals
    #[arg(long)]
    pub(super) failed: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

impl EpdArgs {
    /// Returns the engines to compare, at least the built-in one.
    pub(super) fn engines(&self) -> Vec<Run> {
        let commands = if self.engine.is_empty() { vec!["builtin".to_owned()] } else { self.engine.clone() };
        commands.iter().map(|command| self.engines.run(command)).collect()
    }
}
