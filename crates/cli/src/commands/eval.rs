//! `eval`: the static evaluation of a position explained.

use clap::Args;
use tabia_engine::eval as evaluation;

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
    let breakdown = evaluation::explain(&position, None);
    let pair = |score: evaluation::Packed| serde_json::json!([score.middlegame(), score.endgame()]);
    let terms: serde_json::Map<_, _> = evaluation::Term::ALL
        .into_iter()
        .zip(breakdown.terms)
        .map(|(term, [white, black])| {
            (term.name().to_owned(), serde_json::json!({ "white": pair(white), "black": pair(black) }))
        })
        .collect();
    let object = serde_json::json!({
        "total": breakdown.total,
        "terms": terms,
        "phase": breakdown.phase,
        "scale": breakdown.scale,
        "complexity": breakdown.complexity,
        "tempo": breakdown.tempo,
        "known_ending": breakdown.is_known_ending,
    });
    println!("{object}");
    Ok(true)
}
