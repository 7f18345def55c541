//! `book strip`: cleans games for a book.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabia_book_tools::strip::GameStripper;

use super::error::BookFailure;
use super::files::AtomicFile;
use super::filter::BookFilterArgs;
use super::scan::{name_problem, scan};

/// Arguments of `book strip`.
#[derive(Debug, Args)]
pub(crate) struct StripArgs {
    /// The games
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// The cleaned games
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: BookFilterArgs,
}

pub(super) fn run(args: &StripArgs) -> Result<(), BookFailure> {
    let mut output = AtomicFile::create(&args.out, &args.games)?;
    let mut stripper = GameStripper::new(args.filter.filter(), 1 << 28);
    scan(&args.games, &mut stripper, |path, stripper| {
        stripper.take_problems().iter().for_each(|problem| name_problem(path, problem));
        output.write(&stripper.take_output());
    })?;
    let filtered: u64 = stripper.filtered.iter().sum();
    if stripper.written + filtered == 0 {
        return Err(BookFailure::NoGames { paths: args.games.clone() });
    }
    output.finish()?;
    if args.json {
        let object = json!({
            "written": stripper.written,
            "filtered": filtered,
            "left_out": stripper.rejected,
        });
        println!("{object}");
    } else {
        println!(
            "{} games written, {filtered} filtered out, {} could not be read.",
            stripper.written, stripper.rejected
        );
    }
    Ok(())
}
