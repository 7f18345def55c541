//! Times and evaluations in commands.

use std::fmt::Write as _;
use std::time::Duration;

use super::command::argument;
use super::decimal::decimal;
use crate::characters::is_dash;

/// An evaluation in `[%eval ...]`, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentEval {
    /// Centipawns.
    Cp(i32),
    /// Mate in N moves; negative if Black mates.
    Mate(i32),
}

/// Clock time left for the side that has moved (`[%clk h:mm:ss]`).
pub fn clock(comment: &str) -> Option<Duration> {
    argument(comment, "clk").and_then(duration)
}

/// Time spent on the move (`[%emt h:mm:ss]`).
pub fn move_time(comment: &str) -> Option<Duration> {
    argument(comment, "emt").and_then(duration)
}

/// Evaluation of the position and, if given, the search depth (`[%eval 0.34]`, `[%eval #-3,20]`).
pub fn evaluation(comment: &str) -> Option<(CommentEval, Option<u32>)> {
    argument(comment, "eval").and_then(parse_evaluation)
}

/// Parses the argument of `[%eval ...]`: pawns, or moves to mate after `#` or `M`; then optionally a depth after a comma or a slash, as in
/// `0.16/16`.
pub fn parse_evaluation(text: &str) -> Option<(CommentEval, Option<u32>)> {
    let (score, depth) = match text.split_once('/').or_else(|| text.split_once(',')) {
        Some((score, depth)) => (score.trim(), depth.split_whitespace().next()),
        None => (text.trim(), None),
    };
    let eval = if let Some(moves) = mate(score) {
        CommentEval::Mate(moves)
    } else {
        let pawns = decimal(&score.replace(is_dash, "-").replace(',', "."))?;
        // Larger values are not in pawns; infinity and NaN are not evaluations.
        CommentEval::Cp((pawns.abs() < 10_000.0).then(|| (pawns * 100.0).round() as i32)?)
    };
    Some((eval, depth.and_then(|depth| depth.parse().ok())))
}

/// Moves to mate in `#3`, `#-3`, `-#3`, `M3`, `-M3` or `mate 3`.
pub(super) fn mate(text: &str) -> Option<i32> {
    let signed = |text: &str| match text.chars().next() {
        Some('+') => (1, text[1..].to_owned()),
        Some(c) if is_dash(c) => (-1, text[c.len_utf8()..].to_owned()),
        _ => (0, text.to_owned()),
    };
    let (outer, rest) = signed(text);
    let rest = rest.to_ascii_lowercase();
    let number =
        rest.strip_prefix('#').or_else(|| rest.strip_prefix("mate")).or_else(|| rest.strip_prefix('m'))?;
    let (inner, digits) = signed(number.trim_start());
    if (outer != 0 && inner != 0) || digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let moves: i32 = digits.parse().ok()?;
    Some(if outer + inner < 0 { -moves } else { moves })
}

/// Formats an evaluation for [`parse_evaluation`]: `-0.34`, `#3,20`.
pub fn evaluation_text(eval: CommentEval, depth: Option<u32>) -> String {
    let mut text = match eval {
        CommentEval::Cp(cp) => {
            let sign = if cp < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", cp.unsigned_abs() / 100, cp.unsigned_abs() % 100)
        }
        CommentEval::Mate(moves) => format!("#{moves}"),
    };
    if let Some(depth) = depth {
        // Writing to a string cannot fail.
        let _ = write!(text, ",{depth}");
    }
    text
}

/// Parses `h:mm:ss`, `mm:ss` or `ss`; seconds may have decimals after a point or a comma.
pub fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let text = text.strip_suffix('s').unwrap_or(text).replace(',', ".");
    let mut seconds = 0.0;
    for part in text.split(':') {
        let value = decimal(part.trim()).filter(|&value| value >= 0.0)?;
        seconds = seconds * 60.0 + value;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

/// Formats a time for [`duration`]: `1:05:23`, with as many decimals as its milliseconds need.
pub fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match time.subsec_millis() {
        0 => text,
        millis => format!("{text}.{millis:03}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for millis in [0, 7, 100, 59_999, 60_000, 3_923_500, 360_000_000] {
            let time = Duration::from_millis(millis);
            let read = duration(&duration_text(time)).expect("a time").as_secs_f64();
            assert!((read - time.as_secs_f64()).abs() < 1e-4, "{millis}: {}", duration_text(time));
        }
        assert_eq!(duration_text(Duration::from_millis(3_923_500)), "1:05:23.5");
        for eval in [-123_456, -34, -5, 0, 7, 100, 999_999].map(CommentEval::Cp) {
            assert_eq!(parse_evaluation(&evaluation_text(eval, None)), Some((eval, None)));
        }
        for moves in [-3, 0, 12] {
            let eval = (CommentEval::Mate(moves), Some(20));
            assert_eq!(parse_evaluation(&evaluation_text(eval.0, eval.1)), Some(eval));
        }
        assert_eq!(evaluation_text(CommentEval::Cp(-5), Some(9)), "-0.05,9");
    }
}
