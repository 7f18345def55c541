//! Command line of `tabia train`.

use std::path::PathBuf;

use clap::Args;
use tabia_nnue::architecture::{HIDDEN_STEP, MAX_HIDDEN, is_hidden_size};
use tabia_trainer::SLICES;

use super::error::TrainError;
use crate::number::{real, whole};

/// Factor by which a drop multiplies the learning rate.
const DROP: f32 = 0.1;

/// Arguments of `train`.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Positions to learn from, made by `tabia data shuffle`
    #[arg(long, value_name = "FILE")]
    pub(super) data: PathBuf,
    /// Positions of other games for validation
    #[arg(long, value_name = "FILE")]
    pub(super) held_out: PathBuf,
    /// The net; its log is written to FILE.json
    #[arg(long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Train this net further, instead of one with random weights
    #[arg(long, value_name = "FILE", conflicts_with = "hidden")]
    pub(super) from: Option<PathBuf>,
    /// Neurons in the first layer for each view, a multiple of 16 up to 512
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = whole::<usize>(0..))]
    pub(super) hidden: usize,
    /// Passes over all positions
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=10_000), default_value_t = 20)]
    pub(super) passes: u32,
    /// Positions for each step
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_048_576), default_value_t = 16_384)]
    pub(super) batch: u32,
    /// The learning rate at the start
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = real::<f32>(0.0..=1.0))]
    pub(super) rate: f32,
    /// Passes after which the learning rate drops to a tenth [default: 60% and 85% of all]
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = whole::<u32>(0..))]
    pub(super) drop_after: Option<Vec<u32>>,
    /// Weight decay, multiplied by the learning rate
    #[arg(long, value_name = "DECAY", default_value_t = 0.01, value_parser = real::<f32>(0.0..=1.0))]
    pub(super) decay: f32,
    /// The share of the game's result in the target, 0 to 1; the rest is the score's
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = real::<f32>(0.0..=1.0))]
    pub(super) wdl: f32,
    /// The share in the last pass, if it changes from pass to pass
    #[arg(long, value_name = "SHARE", value_parser = real::<f32>(0.0..=1.0))]
    pub(super) wdl_end: Option<f32>,
    /// The seed of the initial weights and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..))]
    pub(super) seed: u64,
    /// Threads; the net is the same with any number
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=SLICES as u32), default_value_t = 1)]
    pub(super) threads: u32,
}

impl TrainArgs {
    /// Checks what the parser doesn't.
    pub(super) fn check(&self) -> Result<(), TrainError> {
        if !is_hidden_size(self.hidden) {
            return Err(TrainError::Usage(format!(
                "--hidden: a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}, not {}",
                self.hidden
            )));
        }
        Ok(())
    }

    /// Returns the passes after which the learning rate drops.
    pub(super) fn drops(&self) -> Vec<u32> {
        let usual = || vec![self.passes * 60 / 100, self.passes * 85 / 100];
        self.drop_after.clone().unwrap_or_else(usual)
    }

    /// Returns the learning rate of a pass, counted from 1.
    pub(super) fn rate_of(&self, pass: u32) -> f32 {
        self.drops().iter().filter(|&&after| after < pass).fold(self.rate, |rate, _| rate * DROP)
    }

    /// Returns the share of the game's result in the target of a pass, counted from 1.
    pub(super) fn result_share(&self, pass: u32) -> f32 {
        let done = if self.passes > 1 { (pass - 1) as f32 / (self.passes - 1) as f32 } else { 1.0 };
        self.wdl + (self.wdl_end.unwrap_or(self.wdl) - self.wdl) * done
    }
}
