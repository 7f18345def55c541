//! Numbers, dates and results as they are read.

use tabia_pgn::GameResult;

/// A count with its thousands apart, from 10,000 on.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

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
    fn large_counts_are_grouped() {
        let texts = [0, 8096, 10_000, 145_716, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "8096", "10,000", "145,716", "1,234,567"]);
        assert_eq!(counted(1, "game", "games"), "1 game");
        assert_eq!(counted(20_000, "game", "games"), "20,000 games");
    }

    #[test]
    fn of_a_date_what_is_known_is_shown() {
        assert_eq!(
            ["2024.05.17", "2024.05.??", "2024.??.??", "????.??.??", ""].map(date_text),
            ["2024.05.17", "2024.05", "2024", "", ""]
        );
    }
}
