//! Decimal numbers in comments.

/// Maximum number of decimal digits that an `f64` represents exactly.
const DIGITS: usize = 15;

/// Parses `12`, `-0.34`, `+.5` and the like: no exponents, no infinity. Only the first 15 digits count.
///
/// The standard library's `parse` also rounds the last of 17 digits exactly, which adds 10 kB of incompressible tables to the page; with 15
/// digits the result is the same.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let (sign, text) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = !(whole.is_empty() && fraction.is_empty())
        && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
    if !is_number {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let mut digits = 0_u64;
    let mut taken = 0;
    for byte in whole.bytes().chain(fraction.bytes()).take(DIGITS) {
        digits = digits * 10 + u64::from(byte - b'0');
        taken += 1;
    }
    // Both operands are exact, so the quotient is the nearest representable number.
    let exponent = whole.len() as i32 - taken;
    let value = digits as f64;
    Some(sign * if exponent < 0 { value / power_of_ten(-exponent) } else { value * power_of_ten(exponent) })
}

fn power_of_ten(exponent: i32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_read_and_nothing_else() {
        for (text, value) in
            [("0", 0.0), ("-0.34", -0.34), ("+12.5", 12.5), (".5", 0.5), ("3.", 3.0), ("007", 7.0)]
        {
            assert_eq!(decimal(text), Some(value), "{text}");
        }
        for text in ["", "-", ".", "1e3", "inf", "NaN", "1.2.3", "--1", "0x1", " 1", "½"] {
            assert_eq!(decimal(text), None, "{text}");
        }
        assert_eq!(decimal(&"9".repeat(400)), Some(f64::INFINITY));
        assert!(
            decimal(&format!("0.{}", "1".repeat(5000))).is_some_and(|value| (value - 0.111_111).abs() < 1e-5)
        );
    }

    proptest! {
        #[test]
        fn up_to_fifteen_digits_are_those_of_the_standard_library(text in "[-+]?[0-9]{1,9}(\\.[0-9]{0,6})?") {
            prop_assert_eq!(decimal(&text), text.parse().ok());
        }
    }
}
