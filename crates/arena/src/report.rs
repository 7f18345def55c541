//! Lines about games in fastchess's words, and a table for more than two engines.

use crate::schedule::{Schedule, ScheduledGame};
use crate::stats::{Convention, Counts, Estimate, Wdl};
use crate::tally::Tally;
use crate::termination::Conclusion;

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

fn players<'a>(game: &ScheduledGame, names: &'a [String]) -> [&'a str; 2] {
    [game.white, game.black].map(|index| names.get(index).map_or("?", String::as_str))
}

/// A table of several engines: points of each against each, and Elo against the field.
///
/// Elo against the field is what fastchess prints; where engines met different opponents (a gauntlet), only a joint
/// fit such as Ordo's compares them.
pub fn crosstable(schedule: &Schedule, tally: &Tally, names: &[String]) -> String {
    let mut results = vec![vec![Wdl::default(); names.len()]; names.len()];
    for (index, [first, second]) in schedule.encounters().into_iter().enumerate() {
        let wdl = tally.score(index).wdl;
        results[first][second] += wdl;
        results[second][first] += -wdl;
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let header = joined((1..=names.len()).map(|number| format!("{number:>11}")));
    let mut rows: Vec<(f64, String)> = names
        .iter()
        .zip(&results)
        .enumerate()
        .map(|(index, (name, row))| {
            let total: Wdl = row.iter().copied().sum();
            let estimate = Estimate::new(&Counts::Games(total), Convention::Fishtest);
            let cells = joined(row.iter().map(|wdl| format!("{:>11}", cell(wdl))));
            let line = format!(
                "{:>3} {name:<width$} {:>8.1} +/- {:>6.1} {:>7} {:>8.1} {cells}",
                index + 1,
                estimate.elo,
                estimate.elo_err,
                total.games(),
                total.points()
            );
            (total.points() / total.games().max(1) as f64, line)
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

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" ")
}

fn cell(wdl: &Wdl) -> String {
    if wdl.games() == 0 { "-".to_owned() } else { format!("{:.1}/{}", wdl.points(), wdl.games()) }
}
