//! Parsing and formatting of time controls: `40/60+0.6`, `1:30+1`, and sequences of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabia_book_tools::decimal;
use thiserror::Error;

/// The maximum time in seconds: a year, which is more than any match needs and cannot overflow.
const MAX_SECONDS: f64 = 366.0 * 24.0 * 3600.0;

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The number of moves in it; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Its time in milliseconds.
    pub time_ms: u64,
    /// The increment per move in milliseconds.
    pub increment_ms: u64,
}

/// The time control of one player: periods in sequence. The last one repeats if it has a number of moves.
///
/// The text format is `[moves/][[hours:]minutes:]seconds[+increment]`, the notation of cutechess and
/// fastchess, with commas between periods: `40/60+0.6`, `8+0.08`, `1:30+1`, `40/1:00,20/30,15+0.5`. `3|2`,
/// the notation of chess servers, means three minutes plus two seconds per move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    periods: Vec<Period>,
}

/// Reason why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimeControlError {
    /// A part that is not a number or out of range.
    #[error(
        "invalid {what} {text:?}; expected moves/seconds+increment, for example 40/60+0.6, 8+0.08, 1:30:00 or 3|2"
    )]
    Number {
        /// What was expected.
        what: &'static str,
        /// The invalid text.
        text: String,
    },
    /// Neither time nor increment.
    #[error("{0:?} leaves no time to move in")]
    NoTime(String),
    /// A period for the rest of the game followed by another.
    #[error(
        "{0:?} is for the rest of the game, so nothing can follow it; give its number of moves: moves/time"
    )]
    AfterLast(String),
}

impl TimeControl {
    /// Returns the periods, at least one.
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// Returns the period with an index; the last one repeats.
    pub(crate) fn period(&self, index: usize) -> Period {
        self.periods[index.min(self.periods.len() - 1)]
    }

    /// Returns the value of PGN's `TimeControl` tag, with colons between periods.
    pub fn pgn_tag(&self) -> String {
        self.to_string().replace(',', ":")
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let periods = parts.iter().map(|part| part.parse()).collect::<Result<Vec<Period>, _>>()?;
        let endless = periods.iter().position(|period| period.moves.is_none());
        match endless {
            Some(index) if index + 1 < periods.len() => {
                Err(TimeControlError::AfterLast(parts[index].to_owned()))
            }
            _ => Ok(Self { periods }),
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl FromStr for Period {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(positive_count(moves)?), time),
            None => (None, text),
        };
        let (time_ms, increment) = if let Some((minutes, increment)) = time.split_once('|') {
            (60 * milliseconds("number of minutes", minutes)?, increment)
        } else {
            let (time, increment) = time.split_once('+').unwrap_or((time, "0"));
            (clock_ms(time)?, increment)
        };
        let increment_ms = milliseconds("increment in seconds", increment)?;
        if time_ms + increment_ms == 0 {
            return Err(TimeControlError::NoTime(text.to_owned()));
        }
        Ok(Self { moves, time_ms, increment_ms })
    }
}

/// Parses a time as `[[hours:]minutes:]seconds`, in milliseconds.
fn clock_ms(text: &str) -> Result<u64, TimeControlError> {
    let (before, seconds) = match text.rsplit_once(':') {
        Some((before, seconds)) => (Some(before), seconds),
        None => (None, text),
    };
    let minutes = match before.map(|before| before.rsplit_once(':').unwrap_or(("0", before))) {
        Some((hours, minutes)) => {
            60 * milliseconds("number of hours", hours)? + milliseconds("number of minutes", minutes)?
        }
        None => 0,
    };
    Ok(60 * minutes + milliseconds("time in seconds", seconds)?)
}

fn positive_count(text: &str) -> Result<u32, TimeControlError> {
    let error = || TimeControlError::Number { what: "number of moves (at least 1)", text: text.to_owned() };
    text.trim().parse().ok().filter(|&count| count > 0).ok_or_else(error)
}

/// Parses a time in seconds, such as `0.08`, and returns milliseconds.
pub(crate) fn milliseconds(what: &'static str, text: &str) -> Result<u64, TimeControlError> {
    let is_decimal =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let text = text.trim();
    let seconds = if is_decimal(text) { decimal::parse(text) } else { None };
    match seconds {
        Some(seconds) if seconds <= MAX_SECONDS => Ok((seconds * 1000.0).round() as u64),
        _ => Err(TimeControlError::Number { what, text: text.to_owned() }),
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time_ms as f64 / 1000.0)?;
        if self.increment_ms > 0 {
            write!(f, "+{}", self.increment_ms as f64 / 1000.0)?;
        }
        Ok(())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, period) in self.periods.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{period}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn period(moves: Option<u32>, time_ms: u64, increment_ms: u64) -> Period {
        Period { moves, time_ms, increment_ms }
    }

    #[test]
    fn all_forms_are_read() {
        let cases = [
            ("8+0.08", vec![period(None, 8000, 80)], "8+0.08"),
            ("40/60+0.6", vec![period(Some(40), 60_000, 600)], "40/60+0.6"),
            ("60", vec![period(None, 60_000, 0)], "60"),
            ("0+1", vec![period(None, 0, 1000)], "0+1"),
            ("1:30+1", vec![period(None, 90_000, 1000)], "90+1"),
            ("1:30:00", vec![period(None, 5_400_000, 0)], "5400"),
            ("40/1:30:15+30", vec![period(Some(40), 5_415_000, 30_000)], "40/5415+30"),
            ("3|2", vec![period(None, 180_000, 2000)], "180+2"),
            ("0.5|0", vec![period(None, 30_000, 0)], "30"),
            ("40/0:30.5", vec![period(Some(40), 30_500, 0)], "40/30.5"),
            (".5", vec![period(None, 500, 0)], "0.5"),
            (
                "40/2:00, 20/60 ,15+0.1",
                vec![period(Some(40), 120_000, 0), period(Some(20), 60_000, 0), period(None, 15_000, 100)],
                "40/120,20/60,15+0.1",
            ),
        ];
        for (text, periods, canonical) in cases {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.periods(), periods, "{text}");
            assert_eq!(control.to_string(), canonical);
            assert_eq!(canonical.parse::<TimeControl>().unwrap(), control);
        }
        assert_eq!("40/120,15+0.1".parse::<TimeControl>().unwrap().pgn_tag(), "40/120:15+0.1");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "abc", "0", "0+0", "-5", "5+-1", "1e9", "nan", "inf+1", "0/5", "x/5", "40/", "5+",
            "60,40/60", "1:2:3:4", "5,,6", "3|", "|2", "3|2+1", "3+2|1", "1:30|2", ":30", "1:",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "\\PC*") {
            if let Ok(control) = text.parse::<TimeControl>() {
                prop_assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
            }
        }
    }
}
