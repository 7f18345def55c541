//! `book leaving`: where the players of games left a book.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use tabia_book_tools::leaving::{LeavingOrder, LeavingRow, LeavingTable};
use tabia_chess::Color;
use tabia_polyglot::BookReader;

use super::error::BookFailure;
use super::files::book;
use super::filter::BookFilterArgs;
use super::scan::{name_problem, scan};
use crate::file_source::FileSource;
use crate::number::whole;

/// Sort order of the rows.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RowOrder {
    Frequency,
    Result,
}

/// Arguments of `book leaving`.
#[derive(Debug, Args)]
pub(crate) struct LeavingArgs {
    /// The book
    book: PathBuf,
    /// The games
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// Sort by games or by score, worst first
    #[arg(long, value_enum, default_value = "frequency")]
    order: RowOrder,
    /// Rows to print; 0 for all
    #[arg(long, value_name = "ROWS", default_value = "20", value_parser = whole::<usize>(0..))]
    top: usize,
    /// Count moves of weight 0 as book moves
    #[arg(long)]
    zero_weights: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: BookFilterArgs,
}

type Table = LeavingTable<BookReader<FileSource>>;

pub(super) fn run(args: &LeavingArgs) -> Result<(), BookFailure> {
    let filter = &args.filter;
    let mut table =
        LeavingTable::new(book(&args.book)?, filter.filter(), filter.players(), args.zero_weights);
    scan(&args.games, &mut table, |path, table| {
        table.take_problems().iter().for_each(|problem| name_problem(path, problem));
    })?;
    if table.games + table.filtered == 0 {
        return Err(BookFailure::NoGames { paths: args.games.clone() });
    }
    let order = match args.order {
        RowOrder::Frequency => LeavingOrder::Frequency,
        RowOrder::Result => LeavingOrder::Result,
    };
    let mut rows = table.rows(order).map_err(|error| BookFailure::Read { path: args.book.clone(), error })?;
    let all = rows.len();
    if args.top > 0 {
        rows.truncate(args.top);
    }
    if args.json {
        println!("{}", as_json(&table, &rows, all));
    } else {
        print_table(&table, &rows, all);
    }
    Ok(())
}

/// Formats the displayed rows, out of `all`, as JSON.
fn as_json(table: &Table, rows: &[LeavingRow], all: usize) -> serde_json::Value {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let moves: Vec<_> =
                row.book_moves.iter().map(|(san, share)| json!({ "move": san, "share": share })).collect();
            json!({
                "line": row.line,
                "move": row.san,
                "move_number": row.move_number,
                "side": if row.side == Color::White { "white" } else { "black" },
                "games": row.games,
                "wins": row.results.wins,
                "draws": row.results.draws,
                "losses": row.results.losses,
                "score": row.score(),
                "book": moves,
            })
        })
        .collect();
    json!({
        "games": table.games,
        "filtered": table.filtered,
        "left_out": table.rejected,
        "never_left": table.never_left,
        "never_in": table.never_in,
        "ways": all,
        "unlisted": table.unlisted,
        "rows": rows,
    })
}

/// Prints the displayed rows, out of `all`, as a table.
fn print_table(table: &Table, rows: &[LeavingRow], all: usize) {
    println!(
        "{} games; {} ways to leave the book; {} sides stayed to its end.{}",
        table.games,
        all,
        table.never_left,
        match table.never_in {
            0 => String::new(),
            games => format!(" The book knows no position of {games} games."),
        }
    );
    if !rows.is_empty() {
        println!("{:>6} {:>15} {:>6}  where", "games", "won/drawn/lost", "score");
    }
    rows.iter().for_each(print_row);
    if table.unlisted > 0 {
        println!("{} games left it in further ways, which are not listed.", table.unlisted);
    }
}

fn print_row(row: &LeavingRow) {
    let results = format!("{}/{}/{}", row.results.wins, row.results.draws, row.results.losses);
    let score = row.score().map_or_else(|| "-".to_owned(), |score| format!("{:.0} %", 100.0 * score));
    let dots = if row.side == Color::White { "." } else { "..." };
    let moves: Vec<String> =
        row.book_moves.iter().map(|(san, share)| format!("{san} {:.0} %", 100.0 * share)).collect();
    let line = if row.line.is_empty() { String::new() } else { format!("{}: ", row.line) };
    println!(
        "{:>6} {results:>15} {score:>6}  {line}{}{dots} {} (book: {})",
        row.games,
        row.move_number,
        row.san,
        moves.join(", ")
    );
}
