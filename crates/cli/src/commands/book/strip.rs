//! `book strip`: games cleaned for a book.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tabia_book_tools::strip::GameStripper;

use super::error::BookFailure;
use super::files::Output;
use super::filter::FilterArgs;
use super::scan::{name_problem, scan};
use crate::printing::StandardOutput;

/// Arguments of `book strip`.
#[derive(Debug, Args)]
pub(crate) struct StripArgs {
    /// The games
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// The cleaned games; - for standard output
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(args: &StripArgs) -> Result<(), BookFailure> {
    let out = &args.out;
    let standard = out == Path::new("-");
    let mut output = if standard { None } else { Some(Output::create(out, &args.games)?) };
    let mut printed = Ok(());
    let mut stripper = GameStripper::new(args.filter.filter(), 1 << 28);
    scan(&args.games, &mut stripper, |path, stripper| {
        stripper.take_problems().iter().for_each(|problem| name_problem(path, problem));
        let bytes = stripper.take_output();
        match &mut output {
            Some(output) => output.write(&bytes),
            None if printed.is_ok() => printed = StandardOutput.write_all(&bytes),
            None => {}
        }
    })?;
    printed.map_err(|error| BookFailure::Write { path: "standard output".into(), error })?;
    if let Some(output) = output {
        output.finish()?;
    }
    let filtered: u64 = stripper.filtered.iter().sum();
    let text = format!(
        "{} games written, {filtered} filtered out, {} could not be read.",
        stripper.written, stripper.rejected
    );
    let object = json!({
        "written": stripper.written,
        "filtered": filtered,
        "left_out": stripper.rejected,
    });
    match (standard, args.json) {
        (true, _) => eprintln!("{text}"),
        (false, true) => println!("{object}"),
        (false, false) => println!("{text}"),
    }
    Ok(())
}
