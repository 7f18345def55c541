//! `book edit`: changes a book.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tabia_book_tools::edit::{BookEditor, MarkStorage, SaveReport};
use tabia_chess::Position;
use tabia_polyglot::{BlockSource as _, Flag, open_book};

use super::error::BookFailure;
use super::files::{AtomicFile, LISTED_PROBLEMS, book_source, bytes, open};
use crate::commands::line_of_moves::moves_of;
use crate::file_source::FileSource;
use crate::output_file::check_apart;

/// Arguments of `book edit`.
#[derive(Debug, Args)]
pub(crate) struct EditArgs {
    /// The book
    book: PathBuf,
    /// The changed book
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// A change, "LINE: MOVE WHAT", as "e4 c5: Nf3 weight 30"; WHAT is weight N, add N, delete, !, ?, none or play N
    /// (percent)
    #[arg(long = "do", value_name = "CHANGE")]
    changes: Vec<String>,
    /// Games whose moves are added before the changes, with their variations, !, ? and {play nn%}
    #[arg(long, value_name = "FILE")]
    import: Vec<PathBuf>,
    /// Write marks as weights, for programs that support only weights
    #[arg(long)]
    plain: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &EditArgs) -> Result<(), BookFailure> {
    let mut book = edited_or_new(&args.book)?;
    check_apart(&args.out, &args.import).map_err(BookFailure::unwritable(&args.out))?;
    let mut imported = Vec::new();
    for from in &args.import {
        let report = book.import_pgn(&pgn_text(from)?).map_err(|error| BookFailure::file(from, &error))?;
        for problem in report.problems.iter().take(LISTED_PROBLEMS) {
            eprintln!("{}: {problem}", from.display());
        }
        imported.push((from, report));
    }
    for change in &args.changes {
        apply(&mut book, change)?;
    }
    let report = save(&mut book, &args.book, &args.out, args.plain)?;
    if args.json {
        println!(
            "{}",
            json!({
                "changes": args.changes.len(),
                "imported": imported.iter().map(|(_, report)| report.added + report.changed).sum::<u64>(),
                "entries": report.entries,
                "marked": report.marked,
                "weights_lost": report.weights_lost,
                "learning_lost": report.learning_lost,
            })
        );
    } else {
        for (from, report) in &imported {
            println!("{}: {}.", from.display(), report.summary());
        }
        println!("{} changes, {} entries in {}.", args.changes.len(), report.entries, args.out.display());
        if report.weights_lost + report.learning_lost > 0 {
            println!(
                "Marks replaced {} weights and the learning data of {} moves.",
                report.weights_lost, report.learning_lost
            );
        }
    }
    Ok(())
}

/// Opens a book for editing.
pub(super) fn edited(book: &Path) -> Result<BookEditor<FileSource>, BookFailure> {
    editor(book, book_source(book)?)
}

fn editor(book: &Path, source: FileSource) -> Result<BookEditor<FileSource>, BookFailure> {
    BookEditor::open(source).map_err(|error| BookFailure::Read { path: book.to_owned(), error })
}

/// Opens a book for editing; an empty file counts as a new book.
fn edited_or_new(book: &Path) -> Result<BookEditor<FileSource>, BookFailure> {
    let mut source = open(book)?;
    if !source.is_empty() {
        open_book(&mut source).map_err(|error| BookFailure::file(book, &error))?;
    }
    editor(book, source)
}

/// Writes an edited book; `plain` turns its marks into weights.
pub(super) fn save(
    book: &mut BookEditor<FileSource>,
    from: &Path,
    out: &Path,
    plain: bool,
) -> Result<SaveReport, BookFailure> {
    let storage = if plain { MarkStorage::Weights } else { MarkStorage::Learn };
    let mut output = AtomicFile::create(out, [from])?;
    let report = book
        .save(storage, |record| output.write(&record))
        .map_err(|error| BookFailure::file(from, &error))?;
    output.finish()?;
    Ok(report)
}

/// Reads games in any encoding.
fn pgn_text(path: &Path) -> Result<String, BookFailure> {
    Ok(tabia_pgn::decode(&bytes(path)?).text.into_owned())
}

/// Applies one change, `LINE: MOVE WHAT`.
fn apply(book: &mut BookEditor<FileSource>, change: &str) -> Result<(), BookFailure> {
    let wrong = |why: &str| {
        BookFailure::Usage(format!(
            "{change:?}: {why}; a change is \"LINE: MOVE WHAT\", as \"e4 c5: Nf3 weight 30\""
        ))
    };
    let (line, rest) = change.split_once(':').ok_or_else(|| wrong("no colon"))?;
    let mut position = Position::default();
    moves_of(&mut position, line)?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mv = words.first().ok_or_else(|| wrong("no move"))?;
    let mv = moves_of(&mut position.clone(), mv)?.first().copied().ok_or_else(|| wrong("no move"))?;
    let number = |most: u16| {
        let number = words.get(2).and_then(|number| number.parse::<u16>().ok());
        number
            .filter(|&number| number <= most)
            .ok_or_else(|| wrong(&format!("expected a number from 0 to {most}")))
    };
    let done = match (words.get(1).copied(), words.len()) {
        (Some("weight"), 3) => book.set_weight(&position, mv, number(u16::MAX)?),
        (Some("add"), 3) => book.add(&position, mv, number(u16::MAX)?),
        (Some("play"), 3) => book.set_play_percent(&position, mv, number(100)? as u8),
        (Some("delete"), 2) => book.delete(&position, mv),
        (Some("!"), 2) => book.set_flag(&position, mv, Some(Flag::Recommended)),
        (Some("?"), 2) => book.set_flag(&position, mv, Some(Flag::Avoided)),
        (Some("none"), 2) => book.clear_marks(&position, mv),
        _ => return Err(wrong("WHAT is weight N, add N, delete, !, ?, none or play N")),
    };
    done.map_err(|error| BookFailure::Usage(format!("{change:?}: {error}")))
}
