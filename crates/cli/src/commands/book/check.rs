//! `book check` and `book repair`: find and fix faults of a book.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tabia_book_tools::edit::repair as repair_book;
use tabia_book_tools::illegal::{Reached, reached};
use tabia_polyglot::{BookFault, BookReader, BookReport, check as check_book};

use super::error::BookFailure;
use super::files::{AtomicFile, book_source};

/// Number of illegal moves that are listed individually.
const LISTED_ILLEGAL: usize = 20;

/// Arguments of `book check`.
#[derive(Debug, Args)]
pub(crate) struct BookCheckArgs {
    /// The book
    book: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Arguments of `book repair`.
#[derive(Debug, Args)]
pub(crate) struct RepairArgs {
    /// The book
    book: PathBuf,
    /// The repaired book
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn check(args: &BookCheckArgs) -> Result<bool, BookFailure> {
    let book = &args.book;
    let unreadable = |error| BookFailure::Read { path: book.clone(), error };
    let mut source = book_source(book)?;
    let report = check_book(&mut source).map_err(unreadable)?;
    // If the keys are not sorted, lookups miss lines of the book.
    let reached = if report.entries > 0 && report.unsorted == 0 {
        let mut lines = BookReader::open(source).map_err(unreadable)?;
        reached(&mut lines, LISTED_ILLEGAL).map_err(unreadable)?
    } else {
        Reached::default()
    };
    let mut faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    faults.extend(reached.listed.iter().map(ToString::to_string));
    let fault_count = report.fault_count + reached.illegal;
    if args.json {
        println!(
            "{}",
            json!({
                "entries": report.entries,
                "positions": report.positions,
                "zero_weights": report.zero_weights,
                "learned": report.learned,
                "header": report.header.as_ref().map(|header| &header.text),
                "reached_positions": reached.positions,
                "fault_count": fault_count,
                "faults": faults,
            })
        );
    } else {
        println!(
            "{} entries, {} positions, {} of them by lines from the start position; {fault_count} faults.",
            report.entries, report.positions, reached.positions
        );
    }
    name_faults(book, &report);
    for illegal in &reached.listed {
        eprintln!("{}: {illegal}", book.display());
    }
    let unlisted = reached.illegal - reached.listed.len() as u64;
    if unlisted > 0 {
        eprintln!("{}: and {unlisted} illegal moves more", book.display());
    }
    Ok(is_usable(&report) && reached.illegal == 0)
}

pub(super) fn repair(args: &RepairArgs) -> Result<(), BookFailure> {
    let (from, out) = (&args.book, &args.out);
    let (entries, report) = repair_book(&mut book_source(from)?)
        .map_err(|error| BookFailure::Read { path: from.clone(), error })?;
    let mut output = AtomicFile::create(out, [from])?;
    for entry in &entries {
        output.write(&entry.to_bytes());
    }
    output.finish()?;
    if args.json {
        println!(
            "{}",
            json!({
                "entries": report.entries,
                "dropped": report.dropped,
                "joined": report.joined,
                "sorted": report.sorted,
                "trailing_bytes": report.trailing_bytes,
            })
        );
    } else {
        println!(
            "{} entries in {}; {}{} dropped, {} joined.",
            report.entries,
            out.display(),
            if report.sorted { "sorted, " } else { "" },
            report.dropped,
            report.joined
        );
    }
    Ok(())
}

/// Prints the faults of a book.
pub(super) fn name_faults(bin: &Path, report: &BookReport) {
    for fault in &report.faults {
        eprintln!("{}: {fault}", bin.display());
    }
    let unlisted = report.fault_count - report.faults.len() as u64;
    if unlisted > 0 {
        eprintln!("{}: and {unlisted} more", bin.display());
    }
}

/// Whether a book can be used. A few trailing bytes do no harm: some books in use have them.
pub(super) fn is_usable(report: &BookReport) -> bool {
    report.faults.iter().all(|fault| matches!(fault, BookFault::TrailingBytes(_)))
}
