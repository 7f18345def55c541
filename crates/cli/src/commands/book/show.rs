//! `book show`: shows what a book contains for a position.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabia_book_tools::panel::{Panel, StatsLookup, look};
use tabia_book_tools::stats::StatsReader;
use tabia_chess::{Position, Setup};
use tabia_polyglot::Flag;

use super::error::BookFailure;
use super::files::{book, open};
use crate::commands::line_of_moves::moves_of;

/// Arguments of `book show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The book
    book: PathBuf,
    /// The moves to the position, as "e4 e5 Nf3"
    #[arg(long, value_name = "LINE", default_value = "")]
    moves: String,
    /// The position, or the one at which the moves begin
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The file of results beside the book
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ShowArgs) -> Result<(), BookFailure> {
    let mut position = args.fen.as_deref().map_or_else(|| Ok(Position::default()), position_of)?;
    moves_of(&mut position, &args.moves)?;
    let mut reader = book(&args.book)?;
    let mut stats = None;
    if let Some(path) = &args.stats {
        stats = Some(StatsReader::open(open(path)?).map_err(|error| BookFailure::file(path, &error))?);
    }
    let lookup = stats.as_mut().map(|stats| stats as &mut dyn StatsLookup);
    let panel = look(&mut reader, lookup, &position)
        .map_err(|error| BookFailure::Read { path: args.book.clone(), error })?;
    if args.json {
        println!("{}", as_json(&panel, &position));
    } else {
        print_table(&panel);
    }
    Ok(())
}

fn position_of(fen: &str) -> Result<Position, BookFailure> {
    let setup: Setup =
        fen.parse().map_err(|error: tabia_chess::FenError| BookFailure::Usage(error.to_string()))?;
    setup.position().map_err(|error| BookFailure::Usage(error.to_string()))
}

fn as_json(panel: &Panel, position: &Position) -> serde_json::Value {
    let moves: Vec<_> = panel
        .moves
        .iter()
        .map(|row| {
            json!({
                "move": row.san,
                "uci": position.uci(row.mv),
                "weight": row.weight,
                "share": row.share,
                "learn": row.learn,
                "mark": sign(row.marks.flag),
                "play_percent": row.marks.play_percent,
                "continues": row.continues,
                "wins": row.stats.map(|stats| stats.results.wins),
                "draws": row.stats.map(|stats| stats.results.draws),
                "losses": row.stats.map(|stats| stats.results.losses),
                "last_year": row.stats.and_then(|stats| stats.last_year),
            })
        })
        .collect();
    let transpositions: Vec<_> = panel
        .transpositions
        .iter()
        .map(|row| json!({ "move": row.san, "moves": row.moves, "weight": row.weight }))
        .collect();
    json!({
        "key": format!("{:016x}", position.key()),
        "moves": moves,
        "transpositions": transpositions,
        "illegal": panel.illegal.len(),
    })
}

fn print_table(panel: &Panel) {
    if panel.moves.is_empty() {
        println!("The book has no moves for this position.");
    } else {
        println!("{:<8} {:>6} {:>7} {:>8}  won/drawn/lost", "move", "weight", "share", "learn");
    }
    for row in &panel.moves {
        let results = row.stats.map_or_else(String::new, |stats| {
            let year = stats.last_year.map_or_else(String::new, |year| format!(", last in {year}"));
            format!("{}/{}/{}{year}", stats.results.wins, stats.results.draws, stats.results.losses)
        });
        let play = match row.marks.play_percent {
            0 => String::new(),
            percent => format!(" {{play {percent}%}}"),
        };
        let san = format!("{}{}", row.san, sign(row.marks.flag));
        println!("{san:<8} {:>6} {:>6.1}% {:>8x}  {results}{play}", row.weight, 100.0 * row.share, row.learn);
    }
    for row in &panel.transpositions {
        println!("{:<8} leads to a position with {} book moves", row.san, row.moves);
    }
    for entry in &panel.illegal {
        println!("{} is in the book but not legal here", entry.book_move);
    }
}

const fn sign(flag: Option<Flag>) -> &'static str {
    match flag {
        None => "",
        Some(Flag::Recommended) => "!",
        Some(Flag::Avoided) => "?",
    }
}
