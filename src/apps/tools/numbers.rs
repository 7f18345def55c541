//! Number formatting for the tools.

use crate::language::{group_separator, tr};

/// Formats an integer in groups of three: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(group_separator());
        }
        text.push(digit);
    }
    text
}

/// Formats a large number compactly: `950`, `12.3 k`, `1.85 M`, `3.1 G`.
pub fn compact(number: f64) -> String {
    let (value, unit) = match number {
        n if n >= 1e9 => (n / 1e9, " G"),
        n if n >= 1e6 => (n / 1e6, " M"),
        n if n >= 1e3 => (n / 1e3, " k"),
        n => return format!("{n:.0}"),
    };
    if value >= 100.0 {
        format!("{value:.0}{unit}")
    } else if value >= 10.0 {
        format!("{value:.1}{unit}")
    } else {
        format!("{value:.2}{unit}")
    }
}

/// Formats a duration given in milliseconds: `0.35 s`, `12.5 s`, `3 min 05 s`.
pub fn seconds(ms: f64) -> String {
    let seconds = ms / 1000.0;
    if seconds >= 120.0 {
        let whole = seconds.round() as u64;
        tr!("{minutes} min {seconds} s", minutes = whole / 60, seconds = format_args!("{:02}", whole % 60))
    } else if seconds >= 10.0 {
        tr!("{seconds} s", seconds = format_args!("{seconds:.1}"))
    } else {
        tr!("{seconds} s", seconds = format_args!("{seconds:.2}"))
    }
}

/// Formats a short duration: `0.42 ms`, `35 ms`.
pub fn milliseconds(ms: f64) -> String {
    if ms >= 10.0 {
        tr!("{ms} ms", ms = format_args!("{ms:.0}"))
    } else {
        tr!("{ms} ms", ms = format_args!("{ms:.2}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_few_letters() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0.0, 950.0, 12_345.0, 1_851_388.0, 123_000_000.0, 3.1e9].map(compact),
            ["0", "950", "12.3 k", "1.85 M", "123 M", "3.10 G"]
        );
        assert_eq!([350.0, 12_500.0, 185_000.0].map(seconds), ["0.35 s", "12.5 s", "3 min 05 s"]);
        assert_eq!([0.42, 35.4].map(milliseconds), ["0.42 ms", "35 ms"]);
    }
}
