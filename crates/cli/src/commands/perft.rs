//! `perft`: counts the leaves of the tree of legal moves.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use tabia_chess::{FenError, Setup, parse_perft_suite, perft as count_leaves, perft_divide};
use thiserror::Error;

use super::fen::{FenFailure, position};
use crate::input_file;
use crate::number::whole;

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Depth in plies; with --suite, the greatest depth to check
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(0..=30))]
    depth: u32,
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN", conflicts_with = "suite")]
    fen: Option<String>,
    /// Print the count of each move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Check the counts of a file of EPD lines such as `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Error of `perft`.
#[derive(Debug, Error)]
pub(crate) enum PerftError {
    #[error(transparent)]
    Fen(#[from] FenFailure),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}, line {line}: {fault}", path.display())]
    Suite { path: PathBuf, line: usize, fault: String },
}

pub(crate) fn run(args: &PerftArgs) -> Result<bool, PerftError> {
    if let Some(path) = &args.suite {
        return perft_suite(path, args.depth, args.json);
    }
    let position = position(args.fen.as_deref())?;
    let start = Instant::now();
    let divided: Vec<(String, u64)> = if args.divide && args.depth > 0 {
        perft_divide(&position, args.depth).into_iter().map(|(mv, nodes)| (position.uci(mv), nodes)).collect()
    } else {
        Vec::new()
    };
    let nodes = if divided.is_empty() {
        count_leaves(&position, args.depth)
    } else {
        divided.iter().map(|(_, nodes)| nodes).sum()
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let moves: serde_json::Map<_, _> =
            divided.into_iter().map(|(mv, nodes)| (mv, nodes.into())).collect();
        let mut object = serde_json::json!({ "depth": args.depth, "nodes": nodes, "seconds": seconds });
        if args.divide {
            object["moves"] = moves.into();
        }
        println!("{object}");
    } else {
        for (mv, nodes) in &divided {
            println!("{mv}: {nodes}");
        }
        if args.divide {
            println!();
        }
        println!("Nodes searched: {nodes}");
    }
    Ok(true)
}

/// Checks the counts of a perft suite up to `depth`. Suites have positions that can't arise in a game.
fn perft_suite(path: &Path, depth: u32, json: bool) -> Result<bool, PerftError> {
    let text = input_file::read_to_string(path)
        .map_err(|error| PerftError::File { path: path.to_owned(), error })?;
    let at_line = |line: usize, fault: String| PerftError::Suite { path: path.to_owned(), line, fault };
    let suite = parse_perft_suite(&text).map_err(|error| at_line(error.line, error.fault.to_string()))?;
    let start = Instant::now();
    let (mut right, mut wrong, mut nodes) = (0_u64, 0_u64, 0_u64);
    for case in &suite {
        let setup: Setup =
            case.fen.parse().map_err(|error: FenError| at_line(case.line, error.to_string()))?;
        let position = setup.position_lenient().map_err(|error| at_line(case.line, error.to_string()))?;
        for &(plies, expected) in case.counts.iter().filter(|&&(plies, _)| plies <= depth) {
            let found = count_leaves(&position, plies);
            nodes += found;
            if found == expected {
                right += 1;
            } else {
                wrong += 1;
                eprintln!("line {}: {}: depth {plies}: {found}, not {expected}", case.line, case.fen);
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let positions = suite.len();
    if json {
        let object = serde_json::json!({
            "positions": positions, "right": right, "wrong": wrong, "nodes": nodes, "seconds": seconds,
        });
        println!("{object}");
    } else {
        println!("{positions} positions, {right} of {} counts right, {nodes} nodes", right + wrong);
    }
    Ok(wrong == 0 && right > 0)
}
