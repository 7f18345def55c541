//! Lines about games in fastchess's words, and a table for more than two engines.

use crate::lab_match::Snapshot;
use crate::record::Warning;
use crate::schedule::ScheduledGame;
use crate::stats::Wdl;
use crate::termination::Conclusion;
use crate::totals::EngineTotals;

/// The line that announces a game: `Started game 1 of 10 (White vs Black)`.
pub fn started_line(game: &ScheduledGame, total: usize, names: &[String]) -> String {
    let [white, black] = players(game, names);
    format!("Started game {} of {total} ({white} vs {black})", game.number + 1)
}

/// The line that reports a game: `Finished game 1 (White vs Black): 1-0 {White mates}`.
pub fn finished_line(game: &ScheduledGame, names: &[String], conclusion: &Conclusion) -> String {
    let [white, black] = players(game, names);
    format!(
        "Finished game {} ({white} vs {black}): {} {{{conclusion}}}",
        game.number + 1,
        conclusion.result()
    )
}

/// The line about something odd: `Warning: game 1, ply 12: NAME: ...`.
pub fn warning_line(game: &ScheduledGame, players: &[String; 2], warning: &Warning) -> String {
    let name = &players[warning.color.index()];
    format!("Warning: game {}, ply {}: {name}: {}", game.number + 1, warning.ply, warning.message)
}

fn players<'a>(game: &ScheduledGame, names: &'a [String]) -> [&'a str; 2] {
    [game.white, game.black].map(|index| names.get(index).map_or("?", String::as_str))
}

/// A table of several engines, the strongest first: ratings by all games at once (as Ordo's), points of each against each.
pub fn crosstable(names: &[String], snapshot: &Snapshot) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let header = joined((1..=names.len()).map(|number| format!("{number:>11}")));
    let mut rows: Vec<(f64, String)> = names
        .iter()
        .zip(&snapshot.crosstable)
        .zip(&snapshot.ratings)
        .enumerate()
        .map(|(index, ((name, row), rating))| {
            let total: Wdl = row.iter().copied().sum();
            let cells = joined(row.iter().map(|wdl| format!("{:>11}", cell(wdl))));
            let elo = rating.map_or_else(
                || format!("{:>8}     {:>6}", "-", "-"),
                |rating| format!("{:>8.1} +/- {:>6.1}", rating.elo, rating.error),
            );
            let line = format!(
                "{:>3} {name:<width$} {elo} {:>7} {:>8.1} {cells}",
                index + 1,
                total.games(),
                total.points()
            );
            (rating.map_or(f64::NEG_INFINITY, |rating| rating.elo), line)
        })
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut lines = vec![format!(
        "{:>3} {:<width$} {:>8}     {:>6} {:>7} {:>8} {header}",
        "#", "Engine", "Elo", "error", "Games", "Points"
    )];
    lines.extend(rows.into_iter().map(|(_, line)| line));
    lines.push(String::new());
    lines.join("\n")
}

/// What an engine did in all of its games, in fastchess's words, with speed and depth behind.
pub fn totals_lines(name: &str, totals: &EngineTotals) -> String {
    let EngineTotals { timeouts, crashes, illegal_moves, moves, nodes, time_us, .. } = totals;
    format!(
        "Player: {name}\n  Timeouts: {timeouts}\n  Crashed: {crashes}\n  Illegal moves: {illegal_moves}\n  \
         Moves: {moves}, nodes: {nodes}, time: {:.1} s, nps: {:.0}, time/move: {:.2} ms, nodes/move: {:.0}, depth: {:.1}\n",
        *time_us as f64 / 1e6,
        totals.nps().unwrap_or(0.0),
        totals.ms_per_move().unwrap_or(0.0),
        *nodes as f64 / (*moves).max(1) as f64,
        totals.depth_per_move().unwrap_or(0.0)
    )
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" ")
}

fn cell(wdl: &Wdl) -> String {
    if wdl.games() == 0 { "-".to_owned() } else { format!("{:.1}/{}", wdl.points(), wdl.games()) }
}
