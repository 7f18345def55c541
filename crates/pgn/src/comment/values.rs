//! What commands say about time and evaluation.

use std::fmt::Write as _;
use std::time::Duration;

use super::command::argument;
use super::decimal::decimal;

/// An evaluation as `[%eval ...]` gives it, from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentEval {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many moves; negative when Black mates.
    Mate(i32),
}

/// The time left on the clock of the side that has moved (`[%clk h:mm:ss]`).
pub fn clock(comment: &str) -> Option<Duration> {
    argument(comment, "clk").and_then(duration)
}

/// The time that the move took (`[%emt h:mm:ss]`).
pub fn move_time(comment: &str) -> Option<Duration> {
    argument(comment, "emt").and_then(duration)
}

/// The evaluation of the position and, where given, the depth it was searched to (`[%eval 0.34]`, `[%eval #-3,20]`).
pub fn evaluation(comment: &str) -> Option<(CommentEval, Option<u32>)> {
    argument(comment, "eval").and_then(parse_evaluation)
}

/// Reads an evaluation as it stands in `[%eval ...]`: pawns or `#` and moves, and a depth behind a comma.
pub fn parse_evaluation(text: &str) -> Option<(CommentEval, Option<u32>)> {
    let (score, depth) = text.split_once(',').map_or((text, None), |(score, depth)| (score, Some(depth)));
    let eval = if let Some(moves) = score.trim().strip_prefix('#') {
        CommentEval::Mate(moves.parse().ok()?)
    } else {
        let pawns = decimal(score.trim())?;
        // Beyond this nobody counts in pawns; infinity and NaN are no evaluations.
        CommentEval::Cp((pawns.abs() < 10_000.0).then(|| (pawns * 100.0).round() as i32)?)
    };
    Some((eval, depth.and_then(|depth| depth.trim().parse().ok())))
}

/// An evaluation as [`parse_evaluation`] reads it: `-0.34`, `#3,20`.
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

/// Reads `h:mm:ss`, `mm:ss` or `ss`, the seconds with or without decimals.
pub fn duration(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        let value = decimal(part.trim()).filter(|&value| value >= 0.0)?;
        seconds = seconds * 60.0 + value;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

/// A time as [`duration`] reads it: `1:05:23`, with as many decimals as it has milliseconds for.
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
