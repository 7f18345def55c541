//! `games find`: lists games.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use tabia_library::{Column, Header, Order};

use super::error::GamesFailure;
use super::filter::{GamesFilterArgs, PositionArgs};
use super::store::StoreArgs;
use crate::number::whole;

/// Arguments of `games find`.
#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    filter: GamesFilterArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The column by which the games of each file are sorted
    #[arg(long, value_name = "COLUMN", default_value = "number", value_parser = column())]
    sort: Column,
    /// Sort in descending order
    #[arg(long)]
    descending: bool,
    /// Games of each file to skip
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..))]
    skip: usize,
    /// Games to list from each file, at most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole::<usize>(0..))]
    limit: usize,
}

pub(super) fn run(args: &FindArgs) -> Result<(), GamesFailure> {
    let position = args.position.position()?;
    let query = args.filter.query(position.as_ref());
    let order = Order { column: args.sort, descending: args.descending };
    let mut files = Vec::new();
    for store in args.store.open() {
        let mut store = store?;
        let found = store.find(&query)?;
        let sorted = store.library.sorted(&found, order);
        let page = sorted.iter().skip(args.skip).take(args.limit).map(|&game| store.library.header(game));
        if args.store.json {
            let games: Vec<_> = page.collect();
            files.push(json!({ "file": store.path, "of": store.library.len(), "found": found.len(), "games": games }));
        } else {
            println!("{}: {} of {} games", store.path.display(), found.len(), store.library.len());
            page.for_each(|header| println!("{}", line(&header)));
        }
    }
    if args.store.json {
        println!("{}", json!({ "files": files }));
    }
    Ok(())
}

/// Formats a game as one line; games are numbered from 1 here.
pub(super) fn line(header: &Header<'_>) -> String {
    let player = |name: &str, elo: Option<u16>| {
        let name = if name.is_empty() { "?" } else { name };
        elo.map_or_else(|| name.to_owned(), |elo| format!("{name} ({elo})"))
    };
    let mut line = format!(
        "{:>8}  {} - {}  {}  {}",
        header.game + 1,
        player(header.white, header.white_elo),
        player(header.black, header.black_elo),
        header.result.as_str(),
        header.date
    );
    let eco = header.eco.as_deref().unwrap_or_default();
    for part in [header.event, header.site, eco, header.opening] {
        if !part.is_empty() {
            line.push_str("  ");
            line.push_str(part);
        }
    }
    line
}

fn column() -> impl TypedValueParser<Value = Column> {
    const COLUMNS: [(&str, Column); 13] = [
        ("number", Column::Number),
        ("white", Column::White),
        ("black", Column::Black),
        ("white-elo", Column::WhiteElo),
        ("black-elo", Column::BlackElo),
        ("result", Column::Result),
        ("date", Column::Date),
        ("event", Column::Event),
        ("site", Column::Site),
        ("round", Column::Round),
        ("eco", Column::Eco),
        ("opening", Column::Opening),
        ("plies", Column::Plies),
    ];
    PossibleValuesParser::new(COLUMNS.map(|(name, _)| name)).map(|name| {
        COLUMNS.iter().find(|(other, _)| *other == name).map_or(Column::Number, |&(_, column)| column)
    })
}
