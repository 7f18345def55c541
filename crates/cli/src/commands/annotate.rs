//! `annotate`: reports on games.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use serde_json::json;
use tabia_pgn::{Game, Problem, Reader};
use tabia_report::{Report, SideReport};
use thiserror::Error;

/// Arguments of `annotate`.
#[derive(Debug, Args)]
pub(crate) struct AnnotateArgs {
    /// PGN files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Take the evaluations that the games carry in their comments, as lichess exports them ([%eval 0.31], [%eval #-3])
    #[arg(long, required = true)]
    from_evals: bool,
    /// Print one JSON object a game
    #[arg(long)]
    json: bool,
}

/// Why there is no report.
#[derive(Debug, Error)]
pub(crate) enum AnnotateError {
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
}

/// Prints the reports on all games of the files. What is wrong with a game is said on standard error; its moves before the fault count.
pub(crate) fn run(args: &AnnotateArgs) -> Result<(), AnnotateError> {
    for path in &args.files {
        let bytes = fs::read(path).map_err(|error| AnnotateError::Read { path: path.clone(), error })?;
        let decoded = tabia_pgn::decode(&bytes);
        tell(path, tabia_pgn::encoding_problem(&decoded).as_slice());
        let mut reader = Reader::new(&decoded.text);
        for read in reader.by_ref() {
            tell(path, &read.problems);
            let report = Report::of_game(&read.game);
            if args.json {
                println!(
                    "{}",
                    json!({ "white": side_json(&report.white), "black": side_json(&report.black) })
                );
            } else {
                print(&read.game, &report);
            }
        }
        tell(path, reader.leftover_problems());
    }
    Ok(())
}

/// Says what was lost in reading.
fn tell(path: &Path, problems: &[Problem]) {
    for problem in problems.iter().filter(|problem| problem.is_loss) {
        eprintln!("{}: {problem}", path.display());
    }
}

fn side_json(side: &SideReport) -> serde_json::Value {
    json!({
        "accuracy": side.accuracy,
        "acpl": side.acpl,
        "inaccuracies": side.inaccuracies,
        "mistakes": side.mistakes,
        "blunders": side.blunders,
    })
}

fn print(game: &Game, report: &Report) {
    let tag = |name| game.tags().get(name).unwrap_or("?");
    println!("{} - {}  {}", tag("White"), tag("Black"), game.result().as_str());
    for (name, side) in [("White", &report.white), ("Black", &report.black)] {
        let (Some(accuracy), Some(acpl)) = (side.accuracy, side.acpl) else {
            println!("  {name}: no evaluations");
            continue;
        };
        println!(
            "  {name}: accuracy {accuracy:.0} %, average loss {acpl:.0} cp, {} inaccuracies, {} mistakes, {} blunders",
            side.inaccuracies, side.mistakes, side.blunders
        );
    }
}
