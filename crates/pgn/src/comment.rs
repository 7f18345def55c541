//! Commands inside comments: `[%clk 1:05:23]`, `[%eval -0.34,20]` and others.
//!
//! A comment is kept as it was written. What it says about clocks and evaluations is read only when somebody asks.
//!
//! ```
//! use std::time::Duration;
//! use tabia_pgn::comment::{CommentEval, clock, evaluation, prose};
//!
//! let comment = "[%eval -0.34,20] [%clk 1:05:23] a novelty";
//! assert_eq!(evaluation(comment), Some((CommentEval::Cp(-34), Some(20))));
//! assert_eq!(clock(comment), Some(Duration::from_secs(3923)));
//! assert_eq!(prose(comment), "a novelty");
//! ```

use std::borrow::Cow;
use std::time::Duration;

/// An evaluation as `[%eval ...]` gives it, from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentEval {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many moves; negative when Black mates.
    Mate(i32),
}

/// The commands of a comment, name and argument: `("clk", "1:05:23")`.
pub fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    spans(comment).map(|(from, to)| {
        let inner = comment[from + 2..to - 1].trim();
        inner.split_once(char::is_whitespace).map_or((inner, ""), |(name, argument)| (name, argument.trim()))
    })
}

/// The comment without its commands.
pub fn prose(comment: &str) -> Cow<'_, str> {
    let mut text = String::new();
    let mut at = 0;
    for (from, to) in spans(comment) {
        text.push_str(comment[at..from].trim_end());
        at = to;
        // What stood apart stays apart.
        if !text.is_empty() && !comment[at..].trim_start().is_empty() {
            text.push(' ');
            at += comment[at..].len() - comment[at..].trim_start().len();
        }
    }
    if at == 0 {
        return Cow::Borrowed(comment);
    }
    text.push_str(&comment[at..]);
    Cow::Owned(text.trim().to_owned())
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
    let argument = argument(comment, "eval")?;
    let (score, depth) =
        argument.split_once(',').map_or((argument, None), |(score, depth)| (score, Some(depth)));
    let eval = if let Some(moves) = score.trim().strip_prefix('#') {
        CommentEval::Mate(moves.parse().ok()?)
    } else {
        let pawns: f64 = score.trim().parse().ok()?;
        // Beyond this nobody counts in pawns; infinity and NaN are no evaluations.
        CommentEval::Cp((pawns.abs() < 10_000.0).then(|| (pawns * 100.0).round() as i32)?)
    };
    Some((eval, depth.and_then(|depth| depth.trim().parse().ok())))
}

/// What a program that plays matches says about the move before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The score from the side of the player who moved; `None` where the program knew none.
    pub score: Option<CommentEval>,
    /// The depth in plies.
    pub depth: u32,
    /// How long the move took.
    pub time: Option<Duration>,
}

/// Reads a comment as cutechess, c-chess-cli and fastchess write it behind moves: `+0.31/10 0.12s`, `31/10 123ms`,
/// `-M5/20 0.1s, n=5120, sd=15, pv="e4 e5"`. Returns what it says, and the rest of it, such as how the game ended. `None` for any
/// other comment.
pub fn report(comment: &str) -> Option<(Report, Cow<'_, str>)> {
    let comment = comment.trim();
    let head = comment.find(',').map_or(comment, |end| &comment[..end]);
    let mut words = head.split_ascii_whitespace();
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

/// A score in pawns if it has a point, else in centipawns; `M5` and `-M5`.
fn report_score(text: &str) -> Option<CommentEval> {
    let (sign, number) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let is_number =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if let Some(moves) = number.strip_prefix('M').or_else(|| number.strip_prefix('#')) {
        let moves: i32 = moves.parse().ok().filter(|moves| (0..=10_000).contains(moves))?;
        return Some(CommentEval::Mate(sign * moves));
    }
    let value: f64 = number.parse().ok().filter(|&value: &f64| is_number(number) && value < 1e6)?;
    let centipawns = if number.contains('.') { value * 100.0 } else { value };
    Some(CommentEval::Cp(sign * centipawns.round() as i32))
}

/// `123ms`, `0.12s`, or seconds without a unit.
fn report_time(text: &str) -> Option<Duration> {
    let (number, scale) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let value: f64 = number.parse().ok().filter(|&value: &f64| value >= 0.0)?;
    Duration::try_from_secs_f64(value * scale).ok()
}

/// What of a list of fields is none, `name=value` or `name="a, b"`.
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

fn argument<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    commands(comment).find(|&(command, _)| command == name).map(|(_, argument)| argument)
}

/// Where commands stand, from `[%` to behind `]`.
fn spans(comment: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + comment[at..].find("[%")?;
        let to = from + comment[from..].find(']')? + 1;
        at = to;
        Some((from, to))
    })
}

/// `h:mm:ss`, `mm:ss` or `ss`, the seconds with or without decimals.
fn duration(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        let value: f64 = part.trim().parse().ok().filter(|&value| value >= 0.0)?;
        seconds = seconds * 60.0 + value;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_lichess_are_read() {
        let comment = "[%eval -0.34] [%clk 1:05:23.5] a plan";
        assert_eq!(commands(comment).collect::<Vec<_>>(), [("eval", "-0.34"), ("clk", "1:05:23.5")]);
        assert_eq!(clock(comment), Some(Duration::from_millis(3_923_500)));
        assert_eq!(evaluation(comment), Some((CommentEval::Cp(-34), None)));
        assert_eq!(prose(comment), "a plan");
        assert_eq!(evaluation("[%eval #-3,20]"), Some((CommentEval::Mate(-3), Some(20))));
        assert_eq!(move_time("[%emt 0:00:07]"), Some(Duration::from_secs(7)));
    }

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

    #[test]
    fn text_around_commands_stays() {
        assert_eq!(prose("before [%csl Ga1] after"), "before after");
        assert_eq!(prose("before[%csl Ga1]"), "before");
        assert_eq!(prose("nothing to [take] away"), "nothing to [take] away");
        assert_eq!(prose("[%clk 0:01"), "[%clk 0:01", "a command that is not closed is text");
    }

    #[test]
    fn rubbish_is_no_value() {
        for comment in [
            "[%clk]",
            "[%clk -1:00]",
            "[%clk 1:xx]",
            "[%clk 1e400]",
            "[%eval]",
            "[%eval NaN]",
            "[%eval inf]",
            "[%eval #]",
        ] {
            assert_eq!((clock(comment), evaluation(comment)), (None, None), "{comment}");
        }
    }
}
