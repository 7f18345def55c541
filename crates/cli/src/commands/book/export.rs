//! `book export`: a book as PGN.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabia_book_tools::edit::write_pgn;

use super::edit::edited;
use super::error::BookFailure;
use super::files::AtomicFile;

/// Maximum number of entries that can be written as a tree.
const MAX_ENTRIES: u64 = 4_000_000;

/// Arguments of `book export`.
#[derive(Debug, Args)]
pub(crate) struct BookExportArgs {
    /// The book
    book: PathBuf,
    /// The PGN file
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &BookExportArgs) -> Result<(), BookFailure> {
    let (from, out) = (&args.book, &args.out);
    let entries = edited(from)?.all_entries(MAX_ENTRIES).map_err(|error| BookFailure::file(from, &error))?;
    let mut output = AtomicFile::create(out, [from])?;
    let title = from.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let report = write_pgn(&entries, &title, |piece| output.write(piece.as_bytes()));
    output.finish()?;
    if args.json {
        println!(
            "{}",
            json!({
                "moves": report.moves,
                "transpositions": report.transpositions,
                "unreachable": report.unreachable,
            })
        );
    } else {
        println!(
            "{} moves in {}; {} transpositions; {} positions that no line leads to were left out.",
            report.moves,
            out.display(),
            report.transpositions,
            report.unreachable
        );
    }
    Ok(())
}
