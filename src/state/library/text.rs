//! Display text of numbers, dates and results.

use crate::language::tr;
use tabia_pgn::GameResult;

/// Formats a number of games: `1 game`, `12,000 games`.
pub fn counted_games(count: usize) -> String {
    tr!("{n} game" | "{n} games" % count)
}

/// Formats a result for lists; empty if unknown.
pub fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "1–0",
        GameResult::BlackWins => "0–1",
        GameResult::Draw => "½–½",
        GameResult::Unknown => "",
    }
}

/// Formats the known parts of a date: `2024.05.17`, `2024.05`, `2024`; empty if unknown.
pub fn date_text(date: &str) -> &str {
    let known = date.find('?').map_or(date, |end| &date[..end]);
    known.trim_end_matches('.')
}

/// Formats a rough duration: `5 s`, `2 min`.
pub fn time_left(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => tr!("{seconds} s", seconds = 1),
        seconds if seconds < 90.0 => tr!("{seconds} s", seconds = format_args!("{seconds:.0}")),
        seconds => tr!("{minutes} min", minutes = format_args!("{:.0}", seconds / 60.0)),
    }
}

/// Returns a share in percent; 0 if `whole` is 0.
pub fn percent(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * f64::from(part) / f64::from(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_date_what_is_known_is_shown() {
        assert_eq!(
            ["2024.05.17", "2024.05.??", "2024.??.??", "????.??.??", ""].map(date_text),
            ["2024.05.17", "2024.05", "2024", "", ""]
        );
    }
}
