//! Text of a chess clock, displayed and spoken.

use tabia_book_tools::decimal;

use crate::language::tr;

/// Remaining time below which tenths of a second are shown, in milliseconds.
const TENTHS_MS: f64 = 10_000.0;

/// Formats a clock time: `1:05:03`, `5:03`, or `0:09.7` when short. Rounds down, so that elapsed time is never shown as left.
pub fn clock_text(ms: f64) -> String {
    let ms = whole(ms);
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else if (ms as f64) < TENTHS_MS {
        format!("0:0{seconds}.{}", ms / 100 % 10)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Spells out a clock time: `1 hour 5 minutes 3 seconds`.
pub fn clock_in_words(ms: f64) -> String {
    let all = (whole(ms) / 1000) as usize;
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    let mut words = Vec::new();
    if hours > 0 {
        words.push(tr!("{n} hour" | "{n} hours" % hours));
    }
    if minutes > 0 {
        words.push(tr!("{n} minute" | "{n} minutes" % minutes));
    }
    if seconds > 0 || words.is_empty() {
        words.push(tr!("{n} second" | "{n} seconds" % seconds));
    }
    words.join(" ")
}

/// Whether a clock with initial time `initial_ms` is low: an eighth of it, at least 10 seconds and at most a minute, as on lichess.
pub fn is_short(remaining_ms: f64, initial_ms: f64) -> bool {
    remaining_ms <= (initial_ms / 8.0).clamp(10_000.0, 60_000.0)
}

/// Milliseconds until [`clock_text`] changes on a running clock.
pub fn until_next_text(ms: f64) -> u32 {
    let step = if ms <= TENTHS_MS { 100.0 } else { 1000.0 };
    (ms.max(0.0) % step) as u32 + 1
}

/// Parses a clock time into milliseconds: `90` (seconds), `5:03` or `1:05:03`, optionally with tenths.
pub fn parse_clock(text: &str) -> Option<f64> {
    let mut total = 0.0;
    let parts: Vec<&str> = text.trim().split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    let last = parts.len() - 1;
    for (place, part) in parts.iter().enumerate() {
        let is_number = !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit() || (place == last && byte == b'.'));
        let value = if is_number { decimal::parse(part)? } else { return None };
        if place > 0 && value >= 60.0 {
            return None;
        }
        total = total * 60.0 + value;
    }
    (total <= MAX_SECONDS).then_some(total * 1000.0)
}

/// Maximum clock time in seconds: one day.
const MAX_SECONDS: f64 = 86_400.0;

fn whole(ms: f64) -> u64 {
    // Negative times and NaN become zero; the conversion saturates.
    ms.max(0.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn clocks_show_tenths_when_they_are_short() {
        for (ms, text) in [
            (0.0, "0:00.0"),
            (-5.0, "0:00.0"),
            (9_999.0, "0:09.9"),
            (10_000.0, "0:10"),
            (303_000.0, "5:03"),
            (3_599_999.0, "59:59"),
            (3_903_000.0, "1:05:03"),
            (f64::NAN, "0:00.0"),
        ] {
            assert_eq!(clock_text(ms), text);
        }
    }

    #[test]
    fn clocks_are_said_in_words() {
        assert_eq!(clock_in_words(303_900.0), "5 minutes 3 seconds");
        assert_eq!(clock_in_words(3_661_000.0), "1 hour 1 minute 1 second");
        assert_eq!(clock_in_words(400.0), "0 seconds");
    }

    #[test]
    fn times_are_read_as_they_are_shown() {
        for (text, ms) in [
            ("90", 90_000.0),
            ("5:03", 303_000.0),
            (" 1:05:03 ", 3_903_000.0),
            ("0:09.5", 9_500.0),
            ("0", 0.0),
        ] {
            assert_eq!(parse_clock(text), Some(ms), "{text}");
        }
        for text in ["", ":", "5:", "5:60", "x", "-1", "1:2:3:4", "1.5:00", "5:3.5.1", "90000"] {
            assert_eq!(parse_clock(text), None, "{text}");
        }
    }

    #[test]
    fn short_is_an_eighth_within_bounds() {
        assert!(is_short(10_000.0, 60_000.0) && !is_short(10_001.0, 60_000.0));
        assert!(is_short(37_500.0, 300_000.0) && !is_short(38_000.0, 300_000.0));
        assert!(is_short(60_000.0, 5_400_000.0) && !is_short(61_000.0, 5_400_000.0));
    }

    proptest! {
        #[test]
        fn what_is_shown_stays_true_for_as_long_as_is_said(ms in 0.0_f64..7_200_000.0) {
            let later = ms - f64::from(until_next_text(ms));
            let shown = clock_text(ms);
            prop_assert!(clock_text(later) != shown || later < 0.0 || ms < 1.0);
            prop_assert!(parse_clock(&shown).is_some_and(|read| (read - ms).abs() <= 1000.0));
        }

        #[test]
        fn any_text_is_answered(text in "\\PC*") {
            let _ = parse_clock(&text);
        }
    }
}
