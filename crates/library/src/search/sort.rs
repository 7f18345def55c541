//! Sort orders of games, for lists.

use serde::{Deserialize, Serialize};
use tabia_polyglot::BlockSource;

use super::selection::Selection;
use crate::Library;

/// Sort keys.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the columns of a list")]
pub enum Column {
    /// The order of the file.
    #[default]
    Number,
    White,
    Black,
    WhiteElo,
    BlackElo,
    Result,
    Date,
    Event,
    Site,
    Round,
    Eco,
    Opening,
    Plies,
}

/// A column and a direction. Games with equal values stay in file order, and those with unknown values come last,
/// whatever the direction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The key to sort by.
    pub column: Column,
    /// Whether the order is descending.
    pub descending: bool,
}

impl<S: BlockSource> Library<S> {
    /// Returns the games in a sort order: a list shows a part of this.
    pub fn sorted(&self, games: &Selection, order: Order) -> Vec<u32> {
        let (columns, tables) = (self.columns(), &self.contents.tables);
        let ranked = |ranks: &[u32], column: &[u32]| {
            sort(games, order, |game| column[game], |number| ranks.get(number as usize).copied().unwrap_or(0))
        };
        let by_number = |number: &dyn Fn(usize) -> u32| sort(games, order, number, |number| number);
        match order.column {
            Column::Number => by_number(&|game| game as u32 + 1),
            Column::White => ranked(tables.players.ranks(), &columns.white),
            Column::Black => ranked(tables.players.ranks(), &columns.black),
            Column::Event => ranked(tables.events.ranks(), &columns.event),
            Column::Site => ranked(tables.sites.ranks(), &columns.site),
            Column::Round => ranked(tables.rounds.ranks(), &columns.round),
            Column::Opening => ranked(tables.openings.ranks(), &columns.opening),
            Column::WhiteElo => by_number(&|game| u32::from(columns.white_elo[game])),
            Column::BlackElo => by_number(&|game| u32::from(columns.black_elo[game])),
            Column::Result => by_number(&|game| u32::from(columns.result[game])),
            Column::Date => by_number(&|game| columns.date[game]),
            Column::Eco => by_number(&|game| u32::from(columns.eco[game])),
            Column::Plies => by_number(&|game| u32::from(columns.plies[game])),
        }
    }
}

/// Sorts by the rank of each game's number; 0 means unknown.
fn sort(
    games: &Selection,
    order: Order,
    number: impl Fn(usize) -> u32,
    rank: impl Fn(u32) -> u32,
) -> Vec<u32> {
    let mut keys: Vec<u64> = games
        .iter()
        .map(|game| {
            let key = match number(game as usize) {
                0 => u32::MAX,
                number if order.descending => u32::MAX - 1 - rank(number),
                number => rank(number),
            };
            u64::from(key) << 32 | u64::from(game)
        })
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| key as u32).collect()
}
