//! Lines about games in fastchess's format, and a crosstable for more than two engines.

use super::standing::{interval_words, signed};
use crate::match_progress::Snapshot;
use crate::record::{GameRecord, Warning};
use crate::schedule::ScheduledGame;
use tabia_stats::WdlCounts;

/// Formats the start of a game: `Started game 1 of 10 (White vs Black)`.
pub fn started_line(game: &ScheduledGame, total: usize, names: &[String]) -> String {
    let [white, black] = players(game, names);
    format!("Started game {} of {total} ({white} vs {black})", game.number + 1)
}

/// Formats the end of a game: `Finished game 1 (White vs Black): 1-0 {White mates}`.
pub fn finished_line(game: &ScheduledGame, names: &[String], record: &GameRecord) -> String {
    let [white, black] = players(game, names);
    format!(
        "Finished game {} ({white} vs {black}): {} {{{}}}",
        game.number + 1,
        record.conclusion.result(),
        without_braces(&record.ending())
    )
}

/// Replaces braces with parentheses.
pub(super) fn without_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// Formats a warning: `Warning: game 1, ply 12: NAME: ...`.
pub fn warning_line(game: &ScheduledGame, players: &[String; 2], warning: &Warning) -> String {
    let name = &players[warning.color.index()];
    format!("Warning: game {}, ply {}: {name}: {}", game.number + 1, warning.ply, warning.message)
}

fn players<'a>(game: &ScheduledGame, names: &'a [String]) -> [&'a str; 2] {
    [game.white, game.black].map(|index| names.get(index).map_or("?", String::as_str))
}

/// Formats a crosstable of several engines, strongest first: ratings from all games at once (like Ordo's)
/// with 95 % intervals, and the points of each engine against each other.
pub fn crosstable(names: &[String], snapshot: &Snapshot) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let order = &snapshot.ranking.order;
    let header = joined((1..=order.len()).map(|number| format!("{number:>11}")));
    let mut lines = vec![format!(
        "{:>3} {:<width$} {:>8} {:>20} {:>7} {:>8} {header}",
        "#", "Engine", "Elo", "95 % interval", "Games", "Points"
    )];
    for (place, &engine) in order.iter().enumerate() {
        let empty = Vec::new();
        let row = snapshot.crosstable.get(engine).unwrap_or(&empty);
        let total: WdlCounts = row.iter().copied().sum();
        let cells = joined(
            order.iter().map(|&other| format!("{:>11}", row.get(other).map_or_else(|| "-".to_owned(), cell))),
        );
        let rating = snapshot.ratings.get(engine).copied().flatten();
        let interval = rating.map_or_else(Default::default, |rating| rating.interval);
        // A difference with only one bound is not a number.
        let is_bounded = interval.low.is_some() && interval.high.is_some();
        let elo = rating.filter(|_| is_bounded).map_or_else(|| "–".to_owned(), |rating| signed(rating.elo));
        let name = names.get(engine).map_or("?", String::as_str);
        lines.push(format!(
            "{:>3} {name:<width$} {elo:>8} {:>20} {:>7} {:>8.1} {cells}",
            place + 1,
            interval_words(interval),
            total.games(),
            total.points()
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" ")
}

fn cell(wdl: &WdlCounts) -> String {
    if wdl.games() == 0 { "-".to_owned() } else { format!("{:.1}/{}", wdl.points(), wdl.games()) }
}
