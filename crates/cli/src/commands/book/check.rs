//! `book check` and `book repair`: faults of a book, and a book without them.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tabia_book_tools::edit::repair as repair_book;
use tabia_polyglot::{BookFault, BookReport, check as check_book};

use super::error::BookFailure;
use super::files::{Output, open};

/// Arguments of `book check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
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

pub(super) fn check(args: &CheckArgs) -> Result<bool, BookFailure> {
    let book = &args.book;
    let report =
        check_book(&mut open(book)?).map_err(|error| BookFailure::Read { path: book.clone(), error })?;
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    if args.json {
        println!(
            "{}",
            json!({
                "entries": report.entries,
                "positions": report.positions,
                "zero_weights": report.zero_weights,
                "learned": report.learned,
                "header": report.header.as_ref().map(|header| &header.text),
                "fault_count": report.fault_count,
                "faults": faults,
            })
        );
    } else {
        println!(
            "{} entries, {} positions, {} faults.",
            report.entries, report.positions, report.fault_count
        );
    }
    name_faults(book, &report);
    Ok(is_usable(&report))
}

pub(super) fn repair(args: &RepairArgs) -> Result<(), BookFailure> {
    let (from, out) = (&args.book, &args.out);
    let (entries, report) =
        repair_book(&mut open(from)?).map_err(|error| BookFailure::Read { path: from.clone(), error })?;
    let mut output = Output::create(out, [from])?;
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

/// Names the faults of a book.
pub(super) fn name_faults(bin: &Path, report: &BookReport) {
    for fault in &report.faults {
        eprintln!("{}: {fault}", bin.display());
    }
    let unlisted = report.fault_count - report.faults.len() as u64;
    if unlisted > 0 {
        eprintln!("{}: and {unlisted} more", bin.display());
    }
}

/// A few bytes too many harm nobody: some books in use have them.
pub(super) fn is_usable(report: &BookReport) -> bool {
    report.faults.iter().all(|fault| matches!(fault, BookFault::TrailingBytes(_)))
}
