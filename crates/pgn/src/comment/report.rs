//! Comments by match programs: cutechess, c-chess-cli, fastchess.

use std::borrow::Cow;
use std::time::Duration;

use super::decimal::decimal;
use super::values::{CommentEval, mate};

/// A match program's comment on the preceding move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Score from the point of view of the player who moved; `None` if the program had none.
    pub score: Option<CommentEval>,
    /// Search depth in plies.
    pub depth: u32,
    /// Time spent on the move.
    pub time: Option<Duration>,
}

/// Reads a comment after a move as written by cutechess, c-chess-cli and fastchess: `+0.31/10 0.12s`, `31/10 123ms`,
/// `-M5/20 0.1s, n=5120, sd=15, pv="e4 e5"`. Arena and Fritz add the expected move in parentheses. Returns the report and the rest of the
/// comment, such as how the game ended; `None` for any other comment.
pub fn report(comment: &str) -> Option<(Report, Cow<'_, str>)> {
    let comment = comment.trim();
    let head = comment.find(',').map_or(comment, |end| &comment[..end]);
    let is_expected_move = |word: &&str| word.starts_with('(') && word.ends_with(')');
    let mut words = head.split_ascii_whitespace().filter(|word| !is_expected_move(word));
    let (score, depth) = words.next()?.split_once('/')?;
    let score = if score == "?" { None } else { Some(report_score(score)?) };
    let depth = depth.parse().ok()?;
    let time = match words.next() {
        None => None,
        Some(word) => Some(report_time(word)?),
    };
    if words.next().is_some() {
        return None;
    }
    let rest = prose_of_fields(comment[head.len()..].trim_start_matches(','));
    Some((Report { score, depth, time }, rest))
}

/// Parses a score: pawns if it has a decimal point, else centipawns; `M5` and `-M5`.
fn report_score(text: &str) -> Option<CommentEval> {
    if let Some(moves) = mate(text) {
        return (moves.abs() <= 10_000).then_some(CommentEval::Mate(moves));
    }
    let (sign, number) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let is_number =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value = decimal(number).filter(|&value| is_number(number) && value < 1e6)?;
    let centipawns = if number.contains('.') { value * 100.0 } else { value };
    Some(CommentEval::Cp(sign * centipawns.round() as i32))
}

/// Parses `123ms`, `0.12s`, or seconds without a unit.
fn report_time(text: &str) -> Option<Duration> {
    let (number, scale) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let value = decimal(number).filter(|&value| value >= 0.0)?;
    Duration::try_from_secs_f64(value * scale).ok()
}

/// The prose in a list of fields: everything except `name=value` and `name="a, b"`.
fn prose_of_fields(text: &str) -> Cow<'_, str> {
    let mut is_quoted = false;
    let fields = text.split(|c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    });
    let is_field = |field: &&str| {
        let name = field.trim().split_once('=').map_or("", |(name, _)| name);
        !field.trim().is_empty()
            && (name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    Cow::Owned(fields.filter(is_field).map(str::trim).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_match_programs_are_read() {
        use CommentEval::{Cp, Mate};
        let time = |ms| Some(Duration::from_millis(ms));
        for (comment, score, depth, took, rest) in [
            ("+0.31/10 0.12s", Some(Cp(31)), 10, time(120), ""),
            ("31/10 123ms", Some(Cp(31)), 10, time(123), ""),
            ("-250/7", Some(Cp(-250)), 7, None, ""),
            ("0.00/1 0s", Some(Cp(0)), 1, time(0), ""),
            ("-M5/20 0.1s, n=5120, sd=15, pv=\"e4, e5\"", Some(Mate(-5)), 20, time(100), ""),
            ("+M1/3 0.004s, White mates", Some(Mate(1)), 3, time(4), "White mates"),
            ("?/0 5ms, n=3", None, 0, time(5), ""),
            ("(Nf6) +0.31/12 30", Some(Cp(31)), 12, time(30_000), ""),
            ("-#3/12 30 (Kd7)", Some(Mate(-3)), 12, time(30_000), ""),
        ] {
            let (report, prose) = report(comment).unwrap_or_else(|| panic!("{comment}"));
            assert_eq!((report.score, report.depth, report.time), (score, depth, took), "{comment}");
            assert_eq!(prose, rest, "{comment}");
        }
        for comment in [
            "",
            "a plan",
            "1/2 of it",
            "+-/10",
            "White is better/10",
            "NaN/3",
            "inf/3",
            "e4/5 later",
            "M/1",
            "31/x",
        ] {
            assert_eq!(super::report(comment), None, "{comment}");
        }
    }
}
