//! Command line of `tabia data`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tabia_data::filter::Filter;
use tabia_data::sets::HeldOut;
use tabia_session::BUILT_IN_NET;

use super::recipe::SelfplayRecipeArgs;
use crate::number::{real, whole};

/// What to do with games.
#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Play games of the engine against itself until interrupted; the same command resumes
    Play(PlayArgs),
    /// Count games and positions, and those that the filter selects for training
    Stats(DataStatsArgs),
    /// Print positions as `FEN | score | result`, score and result from White's side
    Text(TextArgs),
    /// Filter the positions of games and write them in random order, 32 bytes each
    Shuffle(ShuffleArgs),
}

/// Arguments of `data play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The games; their settings are saved in FILE.json
    #[arg(long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Stop when the file has N games
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u32::MAX.into()))]
    pub(super) games: Option<u64>,
    /// Games at a time; the file is the same with any number
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u32::MAX.into()), default_value = "1")]
    pub(super) threads: u64,
    /// How often to print the progress
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u64>(1..=u32::MAX.into()), default_value = "60")]
    pub(super) report: u64,
    /// Evaluate with this net; `<empty>` is none: the classical terms
    #[arg(long, value_name = "FILE", default_value = BUILT_IN_NET)]
    pub(super) eval_file: PathBuf,
    #[command(flatten)]
    pub(super) recipe: SelfplayRecipeArgs,
}

/// Arguments of `data stats`.
#[derive(Debug, Args)]
pub(crate) struct DataStatsArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) filter: PositionFilterArgs,
}

/// Arguments of `data text`.
#[derive(Debug, Args)]
pub(crate) struct TextArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The files hold positions, as `tabia data shuffle` writes them
    #[arg(long)]
    pub(super) positions: bool,
    /// Print all positions, whatever the filter
    #[arg(long)]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) filter: PositionFilterArgs,
}

/// Arguments of `data shuffle`.
#[derive(Debug, Args)]
pub(crate) struct ShuffleArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The positions to train on
    #[arg(long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// The positions of the games that are held out for validation
    #[arg(long, value_name = "FILE")]
    pub(super) held_out: PathBuf,
    /// The percentage of the games that are held out
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = real::<f64>(0.0..=100.0))]
    share: f64,
    /// The seed of the order and of the choice
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>(0..))]
    seed: u64,
    /// Memory for shuffling; more positions are split into several files first
    #[arg(long, value_name = "MB", value_parser = whole::<u64>(1..=u32::MAX.into()), default_value = "1024")]
    pub(super) memory: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) filter: PositionFilterArgs,
}

impl ShuffleArgs {
    /// Returns which games to hold out.
    pub(super) fn games_held_out(&self) -> HeldOut {
        HeldOut { share: self.share / 100.0, seed: self.seed }
    }
}

/// The limits of the filter.
#[derive(Debug, Args)]
#[command(
    next_help_heading = "Filter (positions in check, captures, promotions and mates are always left out)"
)]
pub(super) struct PositionFilterArgs {
    /// Skip the first N half-moves of a game
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_ply, value_parser = whole::<u32>(0..))]
    min_ply: u32,
    /// The minimum number of pieces on the board
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_men, value_parser = whole::<u32>(0..=32))]
    min_men: u32,
    /// The maximum score for either side [default: none]
    #[arg(long, value_name = "CP", value_parser = whole::<u16>(0..=31_000))]
    max_score: Option<u16>,
}

impl PositionFilterArgs {
    /// Returns the requested filter.
    pub(super) fn filter(&self) -> Filter {
        let usual = Filter::default();
        Filter {
            min_ply: self.min_ply,
            min_men: self.min_men,
            max_score: self.max_score.unwrap_or(usual.max_score),
        }
    }
}
