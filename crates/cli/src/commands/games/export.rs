//! `games export`: writes games exactly as in their files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabia_library::{Order, ReadError, export};

use super::error::GamesFailure;
use super::filter::{GamesFilterArgs, PositionArgs};
use super::store::{FileSink, StoreArgs};
use crate::input_file::is_standard;
use crate::printing::StandardOutput;

/// Arguments of `games export`.
#[derive(Debug, Args)]
pub(crate) struct GamesExportArgs {
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    filter: GamesFilterArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Of games that are there more than once (see `games duplicates`), write the first one only
    #[arg(long)]
    without_duplicates: bool,
    /// The file to write, which must not exist yet; the standard output if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &GamesExportArgs) -> Result<(), GamesFailure> {
    let output = args.output.as_ref().filter(|path| !is_standard(path));
    let writer: Box<dyn Write> = match output {
        // Never overwrite an existing file: it may be one of the inputs.
        Some(path) => Box::new(
            File::create_new(path).map_err(|error| GamesFailure::Write { path: path.clone(), error })?,
        ),
        None => Box::new(StandardOutput),
    };
    let (games, bytes) = match write(args, writer) {
        Ok(written) => written,
        Err(failure) => {
            if let Some(path) = output {
                // A partial file would be taken for a complete one. If it can't be removed, nothing can be done.
                let _ = fs::remove_file(path);
            }
            return Err(failure);
        }
    };
    match (output, args.store.json) {
        (_, true) => eprintln!("{}", json!({ "games": games, "bytes": bytes })),
        (Some(path), false) => println!("{games} games written to {}", path.display()),
        (None, false) => {}
    }
    Ok(())
}

/// Writes the selected games; returns their number and total bytes.
fn write(args: &GamesExportArgs, writer: Box<dyn Write>) -> Result<(u64, u64), GamesFailure> {
    let mut sink = FileSink(BufWriter::new(writer));
    let position = args.position.position()?;
    let query = args.filter.query(position.as_ref());
    let unwritable = |error| {
        let path = args.output.clone().unwrap_or_else(|| "the standard output".into());
        GamesFailure::Write { path, error }
    };
    let (mut games, mut bytes) = (0, 0);
    for store in args.store.open() {
        let mut store = store?;
        let found = store.find(&query)?;
        let mut chosen = store.library.sorted(&found, Order::default());
        if args.without_duplicates {
            chosen = store.library.without_duplicates(chosen);
        }
        games += chosen.len() as u64;
        bytes += export(&store.library, chosen, &mut store.file, &mut sink).map_err(|error| match error {
            ReadError::Sink(error) => unwritable(io::Error::other(error.0)),
            error => GamesFailure::file(&store.path, &error),
        })?;
    }
    sink.0.flush().map_err(unwritable)?;
    Ok((games, bytes))
}
