//! Numbers, dates and results as they are read.

use crate::state::text::grouped;
use tabia_pgn::GameResult;

/// A count and what is counted: `1 game`, `12,000 games`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A result as it is printed in lists; nothing for one that is unknown.
pub fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "1–0",
        GameResult::BlackWins => "0–1",
        GameResult::Draw => "½–½",
        GameResult::Unknown => "",
    }
}

/// A date as far as it is known: `2024.05.17`, `2024.05`, `2024`; nothing if unknown.
pub fn date_text(date: &str) -> &str {
    let known = date.find('?').map_or(date, |end| &date[..end]);
    known.trim_end_matches('.')
}

/// A time that something will take, roughly: `5 s`, `2 min`.
pub fn time_left(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => "1 s".to_owned(),
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds => format!("{:.0} min", seconds / 60.0),
    }
}

/// A part of a whole in whole percent: parts of one whole come to 100 or nearly so.
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
