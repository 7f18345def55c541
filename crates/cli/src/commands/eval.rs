//! `eval`: explains the static evaluation of a position.

use std::path::PathBuf;

use clap::Args;
use tabia_session::BUILT_IN_NET;
use thiserror::Error;

use super::fen::{FenFailure, position};
use crate::net_file::{self, NetFileError};

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Show what this net says as well; `<empty>` is none
    #[arg(long, value_name = "FILE", default_value = BUILT_IN_NET)]
    eval_file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Error of `eval`.
#[derive(Debug, Error)]
pub(crate) enum EvalError {
    #[error(transparent)]
    Fen(#[from] FenFailure),
    #[error(transparent)]
    Net(#[from] NetFileError),
}

pub(crate) fn run(args: &EvalArgs) -> Result<bool, EvalError> {
    let position = position(args.fen.as_deref())?;
    let net = net_file::read(&args.eval_file)?;
    if args.json {
        println!("{}", tabia_session::evaluation_json(&position, None, net.as_ref()));
        return Ok(true);
    }
    print!("{}", tabia_session::evaluation_table(&position, None));
    if let Some(net) = &net {
        print!("{}", tabia_session::net_table(&position, net));
    }
    Ok(true)
}
