//! Decimal numbers, parsed from text and, exactly as written, from JSON.
//!
//! Avoids `str::parse`: the standard library's tables for numbers of any length add 12 kB to the page's program.

use serde::{Deserialize, Deserializer};

/// Maximum magnitude: no setting is meaningful beyond it, and a reader might get infinity.
const MAX: f64 = 1e300;

/// Number of digits that always fit a `u64`; more make no practical difference.
const SIGNIFICANT: u64 = 10_u64.pow(18);

/// Parses a decimal number, such as `12`, `-2.5` or `1e-3`. Equal to what `str::parse` gives for up to 15 digits whose last one is worth
/// 10^-22 to 10^22; otherwise at most a few units in the last place off.
pub fn parse(text: &str) -> Option<f64> {
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1.0, number),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if digits().next().is_none() || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut significand = 0_u64;
    let mut scale = i64::from(exponent) - fraction.len() as i64;
    for digit in digits() {
        if significand < SIGNIFICANT {
            significand = 10 * significand + u64::from(digit - b'0');
        } else {
            scale += 1;
        }
    }
    // 10^400 is infinite, 10^22 the last power that is exact.
    let power = (0..scale.unsigned_abs().min(400)).fold(1.0, |power: f64, _| power * 10.0);
    let magnitude = match significand {
        0 => 0.0,
        _ if scale < 0 => significand as f64 / power,
        _ => significand as f64 * power,
    };
    Some(sign * magnitude).filter(|number| number.is_finite())
}

/// Deserializes a number, for `#[serde(deserialize_with)]`, and rounds it to 15 significant digits, on which all parsers agree.
/// `serde_json` itself may be off by the last bit if there are more digits, and settings and recipes are compared.
///
/// # Errors
/// The format's errors, if the value is not a number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?.clamp(-MAX, MAX);
    Ok(parse(&format!("{number:.14e}")).unwrap_or(number))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::parse;

    #[test]
    fn what_is_not_a_decimal_is_refused() {
        for text in [
            "",
            ".",
            "-",
            "e5",
            "1e",
            "1e2.5",
            "inf",
            "NaN",
            "1,5",
            "0x10",
            "--1",
            "+-1",
            "1 ",
            "1e999",
            "1e99999999999",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
        assert_eq!(parse("1e-999"), Some(0.0));
        assert_eq!(parse("0e999"), Some(0.0));
    }

    proptest! {
        #[test]
        fn usual_numbers_are_those_of_the_standard_library(text in "[+-]?([0-9]{1,9}\\.?|[0-9]{0,8}\\.[0-9]{1,7})(e[+-]?1?[0-4])?") {
            prop_assert_eq!(parse(&text), text.parse().ok(), "{}", text);
        }

        #[test]
        fn long_numbers_are_nearly_so(text in "[0-9]{0,30}\\.[0-9]{1,30}(e-?[0-9]{1,2})?") {
            let exact: f64 = text.parse().expect("a number");
            let read = parse(&text).expect("a number");
            prop_assert!((read - exact).abs() <= exact * 1e-14, "{}: {} is not {}", text, read, exact);
        }
    }
}
