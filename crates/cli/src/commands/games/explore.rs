//! `games explore`: shows the moves played from a position.

use clap::Args;
use serde_json::{Value, json};
use tabia_chess::Position;
use tabia_library::{Explorer, Query, Score};
use tabia_polyglot::BookMove;

use super::error::GamesFailure;
use super::filter::{GamesFilterArgs, PositionArgs};
use super::find::line;
use super::store::{Store, StoreArgs};
use crate::number::whole;

/// Arguments of `games explore`.
#[derive(Debug, Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    filter: GamesFilterArgs,
    /// Example games to list for the position, at most, strongest players first
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<usize>(0..))]
    examples: usize,
}

pub(super) fn run(args: &ExploreArgs) -> Result<(), GamesFailure> {
    let position = args.position.position()?.unwrap_or_default();
    let query = args.filter.query(None);
    let mut files = Vec::new();
    for store in args.store.open() {
        let mut store = store?;
        let explorer = explore(&mut store, &position, &query, args.examples)?;
        if args.store.json {
            files.push(as_json(&store, &explorer, &position));
        } else {
            print(&store, &explorer, &position);
        }
    }
    if args.store.json {
        println!("{}", json!({ "fen": position.to_fen(), "files": files }));
    }
    Ok(())
}

fn explore(
    store: &mut Store,
    position: &Position,
    query: &Query,
    examples: usize,
) -> Result<Explorer, GamesFailure> {
    let among = if *query == Query::default() { None } else { Some(store.find(query)?) };
    let explored = store.library.explore(position.repetition_key(), among.as_ref(), examples);
    explored.map_err(|error| GamesFailure::lookup(&store.path, error))
}

/// Formats a move in standard algebraic notation; as squares if it is illegal in the position.
fn san(position: &Position, book_move: BookMove) -> String {
    book_move.resolve(position).map_or_else(|| book_move.to_string(), |mv| position.san(mv))
}

fn as_json(store: &Store, explorer: &Explorer, position: &Position) -> Value {
    let moves: Vec<_> = explorer
        .moves
        .iter()
        .map(|mv| {
            let mut value = json!(mv);
            value["san"] = san(position, mv.book_move).into();
            value
        })
        .collect();
    json!({ "file": store.path, "total": explorer.total, "moves": moves })
}

fn print(store: &Store, explorer: &Explorer, position: &Position) {
    println!("{}: {} games", store.path.display(), explorer.total.games);
    if !explorer.moves.is_empty() {
        println!("{:<8} {:>8} {:>7}  won/drawn/lost by White  {:>5}  last", "move", "games", "share", "Elo");
    }
    for mv in &explorer.moves {
        let score = &mv.score;
        println!(
            "{:<8} {:>8} {:>6.1}%  {:>23}  {:>5}  {}",
            san(position, mv.book_move),
            score.games,
            100.0 * f64::from(score.games) / f64::from(explorer.total.games.max(1)),
            format!("{}/{}/{}", score.white, score.draws, score.black),
            elo(score),
            score.last_year.map_or_else(String::new, |year| year.to_string())
        );
    }
    for &game in &explorer.total.examples {
        println!("{}", line(&store.library.header(game)));
    }
}

fn elo(score: &Score) -> String {
    score.average_elo.map_or_else(|| "-".to_owned(), |elo| format!("{elo:.0}"))
}
