//! Command line of `tabia tune`.

use std::path::PathBuf;

use crate::number::{real, whole};
use clap::Args;

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// `fen,score,result` as `tabia match -sample` writes it, or EPD with a result such as c9 "1-0"
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The share of the result in the target, 0 to 1; the rest is the share of the score
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = real::<f64>(0.0..=1.0))]
    pub(super) result: f64,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value = "200", value_parser = whole::<u32>(1..=10_000_000))]
    pub(super) epochs: u32,
    /// Positions for each step
    #[arg(long, value_name = "N", default_value = "16384", value_parser = whole::<u32>(1..=10_000_000))]
    pub(super) batch: u32,
    /// The first step, in centipawns; the last is a hundredth of it
    #[arg(long, value_name = "CP", default_value = "1", value_parser = real::<f64>(0.0..))]
    pub(super) rate: f64,
    /// How strongly parameters that occur in few positions are kept at their old values
    #[arg(long, value_name = "X", default_value = "0.1", value_parser = real::<f64>(0.0..))]
    pub(super) pull: f64,
    /// Threads
    #[arg(long, value_name = "N", default_value = "2", value_parser = whole::<u32>(1..=256))]
    pub(super) threads: u32,
    /// The seed of the order of positions
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>(0..))]
    pub(super) seed: u64,
    /// Change only these parameters, named as in the source
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Write the new source to FILE (crates/engine/src/eval/params.rs) instead of printing it
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}
