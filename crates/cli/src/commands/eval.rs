//! `eval`: the static evaluation of a position explained.

use clap::Args;

use super::fen::{FenFailure, position};

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &EvalArgs) -> Result<bool, FenFailure> {
    let position = position(args.fen.as_deref())?;
    if !args.json {
        print!("{}", tabia_session::evaluation_table(&position, None));
        return Ok(true);
    }
    println!("{}", tabia_session::evaluation_json(&position, None));
    Ok(true)
}
