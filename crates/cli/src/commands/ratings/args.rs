//! Command line of `tabia ratings`.

use std::path::PathBuf;

use clap::Args;
use thiserror::Error;

use crate::number::real;

/// Arguments of `ratings`.
#[derive(Debug, Args)]
#[command(
    after_help = "The ratings are those of maximum likelihood in the logistic model, as Ordo's (docs/statistics.md). In PGN files only \
the tags White, Black and Result count. A match file given twice, or in parts, counts once."
)]
pub(crate) struct RatingsArgs {
    /// PGN files and match files (docs/match-file.md)
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Give this player this rating
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    pub(super) anchor: Option<Anchor>,
    /// The average rating, without an anchor
    #[arg(long, value_name = "ELO", default_value = "0", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) average: f64,
    /// Estimate the advantage of White, too
    #[arg(long)]
    pub(super) white_advantage: bool,
    /// Write the list as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Write the list and the results of all against all as one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
}

/// A player whose rating is given.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    pub(super) name: String,
    pub(super) elo: f64,
}

/// Error for a malformed anchor.
#[derive(Debug, Error)]
#[error("expected NAME=ELO with a number, such as Stockfish=3000")]
struct AnchorTextError;

fn anchor(text: &str) -> Result<Anchor, AnchorTextError> {
    let (name, elo) = text.rsplit_once('=').ok_or(AnchorTextError)?;
    let elo = real::<f64>(..)(elo).map_err(|_| AnchorTextError)?;
    Ok(Anchor { name: name.to_owned(), elo })
}
