//! Splits a line into tokens.

/// Tokens of a line, separated by any white space, with access to the unread rest.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    /// Returns the unread rest, trimmed.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim()
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        if rest.is_empty() {
            self.rest = rest;
            return None;
        }
        let (token, rest) =
            rest.find(char::is_whitespace).and_then(|end| rest.split_at_checked(end)).unwrap_or((rest, ""));
        self.rest = rest;
        Some(token)
    }
}

/// Parses an integer, saturating if it is too large for the type.
///
/// Programs may send clocks and node limits with more digits than 64 bits hold; they mean "unlimited".
pub(crate) fn saturating_integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = if negative { i64::MIN } else { i64::MAX };
    let magnitude = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if magnitude == i64::MAX {
        limit
    } else if negative {
        -magnitude
    } else {
        magnitude
    })
}

/// Parses a decimal number with a fraction or an exponent, such as `200.5` or `1e6`, rounded towards zero; saturates if it is out of range.
///
/// Avoids `f64`: the standard library's tables for parsing one are a tenth of the engine build.
pub(crate) fn truncated_decimal(text: &str) -> Option<i64> {
    let (negative, number) = match text.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, saturating_integer(exponent)?),
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if digits().next().is_none() || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // Twenty more digits than are written exceed every limit, or are zeros.
    let places = exponent.saturating_add(whole.len() as i64).clamp(0, mantissa.len() as i64 + 20) as usize;
    let magnitude = digits()
        .chain(std::iter::repeat(b'0'))
        .take(places)
        .fold(0_i64, |number, digit| number.saturating_mul(10).saturating_add((digit - b'0').into()));
    Some(match (negative, magnitude) {
        (true, i64::MAX) => i64::MIN,
        (true, _) => -magnitude,
        (false, _) => magnitude,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::truncated_decimal;

    #[test]
    fn decimals_out_of_range_become_the_limits() {
        assert_eq!(truncated_decimal("1e400"), Some(i64::MAX));
        assert_eq!(truncated_decimal("-1e99999999999999999999"), Some(i64::MIN));
        assert_eq!(truncated_decimal("0e99999999999999999999"), Some(0));
        assert_eq!(truncated_decimal("12e-99999999999999999999"), Some(0));
        assert_eq!(truncated_decimal("0.000000000000000000000000001e30"), Some(1000));
    }

    proptest! {
        #[test]
        fn decimals_are_those_of_the_standard_library(text in "[+-]?[0-9]{0,7}(\\.[0-9]{0,7})?([eE][+-]?[0-9])?|[-+.0-9eEinfa]{0,8}") {
            let expected = text.parse::<f64>().ok().filter(|_| !text.contains(['i', 'n']));
            let read = truncated_decimal(&text);
            prop_assert_eq!(read.is_some(), expected.is_some(), "{}", text);
            // Casts saturate. A binary fraction may lie below the integer as written.
            if let (Some(read), Some(expected)) = (read, expected.filter(|number| number.abs() < 1e15)) {
                prop_assert!(read.abs_diff(expected as i64) <= 1, "{}: {}", text, read);
            }
        }
    }
}
