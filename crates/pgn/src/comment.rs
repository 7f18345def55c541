//! Commands inside comments: `[%clk 1:05:23]`, `[%eval -0.34,20]` and others.
//!
//! A comment is kept as it was written. What it says about clocks and evaluations is read only when somebody asks.

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
