//! `book dump` and `book info`: the lines of a book.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabia_chess::Color;
use tabia_polyglot::check;
use tabia_polyglot::lines::{dump as polyglot_dump, info as polyglot_info};

use super::check::{is_usable, name_faults};
use super::error::BookFailure;
use super::files::{AtomicFile, book_source, entries};
use super::filter::Side;

/// Arguments of `book dump`.
#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// The book
    #[arg(long, value_name = "FILE", default_value = "book.bin")]
    bin: PathBuf,
    /// The side that plays moves of the book
    #[arg(long, alias = "colour")]
    color: Side,
    /// The lines; without it, `book_COLOR.txt`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Arguments of `book info`.
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The book
    #[arg(long, value_name = "FILE", default_value = "book.bin")]
    bin: PathBuf,
    /// Look for positions that are reached only by leaving the book (slow)
    #[arg(long)]
    exact: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn dump(args: &DumpArgs) -> Result<(), BookFailure> {
    let entries = entries(&args.bin, &mut book_source(&args.bin)?)?;
    let (color, side) = match args.color {
        Side::White => (Color::White, "white"),
        Side::Black => (Color::Black, "black"),
    };
    let failed = |error| BookFailure::Lines { path: args.bin.clone(), error };
    if args.json {
        let mut list = Vec::new();
        polyglot_dump(&entries, color, |line| list.push(line.trim_end().to_owned())).map_err(failed)?;
        println!("{}", json!({ "color": side, "lines": list }));
        return Ok(());
    }
    let heading = format!("Dump of \"{}\" for {side}.\n", args.bin.display());
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("book_{side}.txt")));
    let mut output = AtomicFile::create(&path, [&args.bin])?;
    output.write(heading.as_bytes());
    let count = polyglot_dump(&entries, color, |line| output.write(line.as_bytes())).map_err(failed)?;
    output.finish()?;
    println!("{count} lines in {}.", path.display());
    Ok(())
}

pub(super) fn info(args: &InfoArgs) -> Result<bool, BookFailure> {
    let bin = &args.bin;
    let mut source = book_source(bin)?;
    let report = check(&mut source).map_err(|error| BookFailure::Read { path: bin.clone(), error })?;
    let entries = entries(bin, &mut source)?;
    let counts = polyglot_info(&entries, args.exact)
        .map_err(|error| BookFailure::Lines { path: bin.clone(), error })?;
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    if args.json {
        let object = json!({
            "entries": report.entries,
            "positions": report.positions,
            "zero_weights": report.zero_weights,
            "learned": report.learned,
            "header": report.header.as_ref().map(|header| &header.text),
            "white_lines": counts.white_lines,
            "black_lines": counts.black_lines,
            "white_positions": counts.white_positions,
            "black_positions": counts.black_positions,
            "unreachable_white": counts.unreachable.map(|(white, _)| white),
            "unreachable_black": counts.unreachable.map(|(_, black)| black),
            "isolated": counts.isolated,
            "fault_count": report.fault_count,
            "faults": faults,
        });
        println!("{object}");
    } else {
        print!("{counts}");
    }
    name_faults(bin, &report);
    Ok(is_usable(&report))
}
