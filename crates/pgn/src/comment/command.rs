//! Commands in a comment.

use std::borrow::Cow;

/// The commands of a comment as name and argument: `("clk", "1:05:23")`.
pub fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    spans(comment).map(|(from, to)| split(&comment[from..to]))
}

/// The comment without its commands.
pub fn prose(comment: &str) -> Cow<'_, str> {
    without(comment, |_| true)
}

/// Sets the argument of a command, adding it after the leading commands if missing; `None` removes the command. The rest of the comment
/// stays as it is.
///
/// The argument must not contain `]`.
pub fn with_command(comment: &str, name: &str, argument: Option<&str>) -> String {
    let place = spans(comment).find(|&(from, to)| split(&comment[from..to]).0 == name);
    let Some(argument) = argument else { return without(comment, |other| other == name).into_owned() };
    let command = if argument.is_empty() { format!("[%{name}]") } else { format!("[%{name} {argument}]") };
    let Some((from, to)) = place else {
        let (front, rest) = comment.split_at(front_end(comment));
        let parts = [front.trim(), &command, rest.trim()];
        return parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    };
    // Remove later commands of the same name.
    match without(&comment[to..], |other| other == name) {
        Cow::Borrowed(rest) => format!("{}{command}{rest}", &comment[..from]),
        Cow::Owned(rest) => format!("{}{command} {rest}", &comment[..from]).trim_end().to_owned(),
    }
}

/// The argument of the first command with this name.
pub(super) fn argument<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    commands(comment).find(|&(command, _)| command == name).map(|(_, argument)| argument)
}

/// The commands as written, from `[%` to `]`.
pub(crate) fn written_commands(comment: &str) -> impl Iterator<Item = &str> {
    spans(comment).map(|(from, to)| &comment[from..to])
}

/// Splits a command, from `[%` to `]`, into name and argument.
fn split(command: &str) -> (&str, &str) {
    let inner = command[2..command.len() - 1].trim();
    inner.split_once(char::is_whitespace).map_or((inner, ""), |(name, argument)| (name, argument.trim()))
}

/// The comment without the commands for which `is_unwanted` returns true.
fn without(comment: &str, is_unwanted: impl Fn(&str) -> bool) -> Cow<'_, str> {
    let mut text = String::new();
    let mut at = 0;
    for (from, to) in spans(comment).filter(|&(from, to)| is_unwanted(split(&comment[from..to]).0)) {
        text.push_str(comment[at..from].trim_end());
        at = to;
        // Preserve one space between separate words.
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

/// End of the leading commands of a comment.
fn front_end(comment: &str) -> usize {
    spans(comment)
        .scan(0, |end, (from, to)| {
            let is_front = comment[*end..from].trim().is_empty();
            *end = to;
            is_front.then_some(to)
        })
        .last()
        .unwrap_or(0)
}

/// Byte ranges of the commands, from `[%` to after `]`.
fn spans(comment: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + comment[at..].find("[%")?;
        let to = from + comment[from..].find(']')? + 1;
        at = to;
        Some((from, to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_set_in_its_place() {
        for (comment, argument, expected) in [
            ("", Some("0:01:00"), "[%clk 0:01:00]"),
            ("a plan", Some("0:01:00"), "[%clk 0:01:00] a plan"),
            ("[%eval 0.3] a plan", Some("0:01:00"), "[%eval 0.3] [%clk 0:01:00] a plan"),
            ("a [%clk 5] plan", Some("6"), "a [%clk 6] plan"),
            ("a [%clk 5] plan [%clk 7]", Some("6"), "a [%clk 6] plan"),
            ("a [%clk 5] plan", None, "a plan"),
            ("[%clk 5]", None, ""),
            ("[%clock 5] x", None, "[%clock 5] x"),
            ("[%clk 5", Some("6"), "[%clk 6] [%clk 5"),
        ] {
            assert_eq!(with_command(comment, "clk", argument), expected, "{comment}");
        }
    }
}
