//! Time controls in players' notation: minutes, with the increment in seconds.

use std::fmt::Write as _;

use tabia_arena::{Period, TimeControl, TimeControlError};
use tabia_book_tools::decimal;
use thiserror::Error;

use crate::language::tr;

/// Reason why a text isn't a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ControlError {
    /// Unreadable part.
    #[error(
        "{}",
        tr!(
            "{text} is not a time control: enter minutes+seconds (5+3 or 5|3), a time (1:30:00), moves/minutes (40/90), or several of \
             them (40/90+30, 30+30 or 60/30/sd/30)",
            text = format_args!("{_0:?}")
        )
    )]
    Unreadable(String),
    /// Period with neither time nor increment.
    #[error("{}", tr!("{text} leaves no time to move in", text = format_args!("{_0:?}")))]
    NoTime(String),
    /// Unlimited period followed by another.
    #[error(
        "{}",
        tr!(
            "in {text} a period for the rest of the game is followed by another; give its number of moves: 40/90, 30",
            text = format_args!("{_0:?}")
        )
    )]
    AfterLast(String),
}

/// Parses a time control in players' notation.
///
/// Times are in minutes (`5`, `0.5`, `1:30` for a minute and a half) or in hours, minutes and seconds (`1:30:00`),
/// increments in seconds: `5+3` or `5|3`. A number of moves comes before a slash: `40/90+30`. Several periods are
/// separated by commas, `40/90+30, 30+30`, or written as in Crafty: `60/30/sd/30`, `sd/15`, and `sd/2/12` with an
/// increment.
///
/// # Errors
/// [`ControlError`] with the invalid part.
pub fn parse_control(text: &str) -> Result<TimeControl, ControlError> {
    let mut periods = Vec::new();
    for part in text.split(',') {
        let fields: Vec<&str> = part.split('/').map(str::trim).collect();
        read_part(&fields, &mut periods).ok_or_else(|| ControlError::Unreadable(part.trim().to_owned()))?;
    }
    let seconds: Vec<String> = periods.iter().map(Period::to_string).collect();
    // The arena's errors mention seconds, which the user didn't type.
    seconds.join(",").parse().map_err(|error| match error {
        TimeControlError::NoTime(_) => ControlError::NoTime(text.trim().to_owned()),
        TimeControlError::AfterLast(_) => ControlError::AfterLast(text.trim().to_owned()),
        TimeControlError::Number { .. } => ControlError::Unreadable(text.trim().to_owned()),
    })
}

/// Formats a time control for [`parse_control`]: `40/90+30, 30+30`.
pub fn control_text(control: &TimeControl) -> String {
    let mut text = String::new();
    for (place, period) in control.periods().iter().enumerate() {
        if place > 0 {
            text += ", ";
        }
        if let Some(moves) = period.moves {
            // Writing to a `String` can't fail, here and below.
            let _ = write!(text, "{moves}/");
        }
        let _ = if period.time_ms % 3000 == 0 {
            write!(text, "{}", period.time_ms as f64 / 60_000.0)
        } else {
            write!(text, "{}:{}", period.time_ms / 60_000, (period.time_ms % 60_000) as f64 / 1000.0)
        };
        if period.increment_ms > 0 {
            let _ = write!(text, "+{}", period.increment_ms as f64 / 1000.0);
        }
    }
    text
}

/// Parses the text between two commas; `None` if it isn't a period.
fn read_part(mut fields: &[&str], periods: &mut Vec<Period>) -> Option<()> {
    loop {
        let (moves, time, rest) = match fields {
            [time] => (None, *time, &[][..]),
            [sudden, time, rest @ ..] if sudden.eq_ignore_ascii_case("sd") => (None, *time, rest),
            [moves, time, rest @ ..] => (Some(moves.parse().ok()?), *time, rest),
            [] => return None,
        };
        let (time, increment) = time.split_once(['+', '|']).unwrap_or((time, "0"));
        let (increment, rest) = match rest {
            // A lone number after the time is the increment.
            [more] if !more.eq_ignore_ascii_case("sd") && increment == "0" => (*more, &[][..]),
            _ => (increment, rest),
        };
        let increment_ms = milliseconds(increment, 1000.0)?;
        periods.push(Period { moves, time_ms: minutes(time)?, increment_ms });
        if rest.is_empty() {
            return Some(());
        }
        fields = rest;
    }
}

/// Parses `5`, `0.5` or `1:30` minutes, or `1:30:00` hours, into milliseconds.
fn minutes(text: &str) -> Option<u64> {
    let parts: Vec<&str> = text.split(':').collect();
    let (hours, minutes, seconds) = match parts[..] {
        [minutes] => ("0", minutes, "0"),
        [minutes, seconds] => ("0", minutes, seconds),
        [hours, minutes, seconds] => (hours, minutes, seconds),
        _ => return None,
    };
    Some(
        milliseconds(hours, 3_600_000.0)? + milliseconds(minutes, 60_000.0)? + milliseconds(seconds, 1000.0)?,
    )
}

/// Parses a decimal number in units of `unit_ms` milliseconds; at most a year.
fn milliseconds(text: &str, unit_ms: f64) -> Option<u64> {
    let text = text.trim();
    let is_decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let ms = if is_decimal { decimal::parse(text)? * unit_ms } else { return None };
    (ms <= 366.0 * 86_400_000.0).then_some(ms.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_is_read() {
        for (text, seconds) in [
            ("5+3", "300+3"),
            ("5", "300"),
            ("0.5", "30"),
            ("1:30+1", "90+1"),
            ("3|2", "180+2"),
            ("1:30:00", "5400"),
            ("40/1:30:00|30, 0:30:00+30", "40/5400+30,1800+30"),
            ("sd/1:00:00", "3600"),
            ("0+2", "0+2"),
            ("40/90+30, 30+30", "40/5400+30,1800+30"),
            ("60/30/sd/30", "60/1800,1800"),
            ("60/30/SD/30/5", "60/1800,1800+5"),
            ("sd/15", "900"),
            ("sd/2/12", "120+12"),
            ("40/120", "40/7200"),
            ("40/120/10", "40/7200+10"),
            ("40/120,20/60,15+30", "40/7200,20/3600,900+30"),
        ] {
            let control = parse_control(text).unwrap();
            assert_eq!(control.to_string(), seconds, "{text}");
            assert_eq!(parse_control(&control_text(&control)), Ok(control), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for text in [
            "", "x", "5+", "5|", "sd", "sd/", "/5", "40/", "5+3/", "60/30/sd", "0", "-5", "5,40/5", "1e9",
            "0/5", "5+3|2", "1:2:3:4", "1::00",
        ] {
            assert!(parse_control(text).is_err(), "{text}");
        }
        assert!(parse_control("five").unwrap_err().to_string().contains("minutes+seconds"));
        // The message quotes what was typed, not seconds.
        for (text, words) in
            [("0/5", "moves/minutes"), ("5,5", "rest of the game"), ("0", "no time to move in")]
        {
            let told = parse_control(text).unwrap_err().to_string();
            assert!(told.contains(words) && told.contains(&format!("{text:?}")), "{told}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "[0-9sd/+|:., ]{0,20}") {
            if let Ok(control) = parse_control(&text) {
                prop_assert_eq!(parse_control(&control_text(&control)), Ok(control));
            }
        }
    }
}
