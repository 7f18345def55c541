//! Command line of `tabia annotate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tabia_chess::Color;

use crate::commands::limits::{EngineArgs, LimitArgs};
use crate::number::whole;

/// Arguments of `annotate`.
#[derive(Debug, Args)]
#[command(
    after_help = "The positions of a game are analysed from its end, in parts that each begin with an empty hash table, so that the \
numbers at fixed nodes or depth do not depend on the number of workers."
)]
pub(crate) struct AnnotateArgs {
    /// PGN files
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Do not analyse: take the evaluations in the games' comments, as lichess exports them ([%eval 0.31], [%eval #-3]). The other
    /// options choose which moves are commented, and how, as usual
    #[arg(long, conflicts_with_all = ["depth", "nodes", "time", "engine"])]
    pub(super) from_evals: bool,
    #[command(flatten)]
    pub(super) limit: LimitArgs,
    #[command(flatten)]
    pub(super) engines: EngineArgs,
    /// A UCI engine with its arguments instead of this one
    #[arg(long, value_name = "COMMAND", default_value = "builtin")]
    pub(super) engine: String,
    /// Annotate the moves of one side only
    #[arg(long, value_enum, default_value = "both")]
    side: SideArg,
    /// Annotate the moves of the player whose name contains NAME, whatever the colour; other games are left out. Case matters, as in
    /// Crafty, and NAME must not be in both players' names
    #[arg(long, value_name = "NAME", conflicts_with = "side")]
    pub(super) player: Option<String>,
    /// Annotate from this move on (20), or these moves (20-33)
    #[arg(long, value_name = "RANGE", value_parser = moves, default_value = "1-")]
    pub(super) moves: RangeInclusive<u32>,
    /// Also comment moves that lose at least CP centipawns; negative: every move
    #[arg(long, value_name = "CP", allow_negative_numbers = true, value_parser = whole::<i32>(..))]
    pub(super) margin: Option<i32>,
    /// Annotate the moves of variations too, not only the first one of each
    #[arg(long)]
    pub(super) variations: bool,
    /// Plies of the best line that are added as a variation
    #[arg(long, value_name = "N", default_value = "12", value_parser = whole::<usize>(0..))]
    pub(super) line: usize,
    /// Write the annotated games as PGN
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Write the annotated games as one self-contained HTML file with diagrams
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Print one JSON object per game
    #[arg(long)]
    pub(super) json: bool,
}

/// Side whose moves are annotated.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum SideArg {
    White,
    Black,
    Both,
}

impl AnnotateArgs {
    /// Returns the side whose moves are annotated; `None` for both.
    pub(super) fn side(&self) -> Option<Color> {
        match self.side {
            SideArg::White => Some(Color::White),
            SideArg::Black => Some(Color::Black),
            SideArg::Both => None,
        }
    }
}

/// Parses `20`, `20-` or `20-33`.
fn moves(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, ""));
    let number =
        |text: &str| text.trim().parse::<u32>().map_err(|_| format!("{text:?} is not a move number"));
    let from = number(from)?;
    let to = if to.trim().is_empty() { u32::MAX } else { number(to)? };
    if from <= to { Ok(from..=to) } else { Err(format!("move {from} comes after move {to}")) }
}
