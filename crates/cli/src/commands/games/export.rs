//! `games export`: games written as they stand in their files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabia_library::{Order, export};

use super::error::GamesFailure;
use super::filter::{FilterArgs, PositionArgs};
use super::store::{FileSink, StoreArgs};
use crate::printing::StandardOutput;

/// Arguments of `games export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The file to write, which must not be there; the standard output if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &ExportArgs) -> Result<(), GamesFailure> {
    let writer: Box<dyn Write> = match &args.output {
        // Never over a file that is there: it may be one of those that are read.
        Some(path) => Box::new(
            File::create_new(path).map_err(|error| GamesFailure::Write { path: path.clone(), error })?,
        ),
        None => Box::new(StandardOutput),
    };
    let mut sink = FileSink(BufWriter::new(writer));
    let position = args.position.position()?;
    let query = args.filter.query(position.as_ref());
    let mut games = 0;
    let mut bytes = 0;
    for store in args.store.open() {
        let mut store = store?;
        let found = store.find(&query)?;
        let sorted = store.library.sorted(&found, Order::default());
        bytes += export(&store.library, sorted, &mut store.file, &mut sink)
            .map_err(|error| GamesFailure::file(&store.path, &error))?;
        games += found.len();
    }
    sink.0.flush()?;
    match (&args.output, args.store.json) {
        (_, true) => eprintln!("{}", json!({ "games": games, "bytes": bytes })),
        (Some(path), false) => println!("{games} games written to {}", path.display()),
        (None, false) => {}
    }
    Ok(())
}
