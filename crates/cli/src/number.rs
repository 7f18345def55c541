//! Numeric arguments on the command line.

use std::fmt::{self, Display, Formatter};
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use thiserror::Error;

/// Error for text that is not a number of the kind an option takes. The message follows the text, which clap
/// quotes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a {kind}{range}")]
pub(crate) struct NumberError {
    kind: &'static str,
    range: RangeText,
}

/// A range in words, with a leading space.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RangeText(String);

impl RangeText {
    fn new<T: Display>(range: &impl RangeBounds<T>) -> Self {
        Self(match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => format!(" from {least} to {most}"),
            (Bound::Included(least), _) => format!(" of at least {least}"),
            (_, Bound::Included(most)) => format!(" of at most {most}"),
            _ => String::new(),
        })
    }
}

impl Display for RangeText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a parser of integers in a range.
pub(crate) fn whole<T: FromStr + PartialOrd + Display + 'static>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| NumberError { kind: "whole number", range: RangeText::new(&range) })
    }
}

/// Returns a parser of finite numbers in a range.
pub(crate) fn real<T: FromStr + PartialOrd + Display + Copy + Into<f64> + 'static>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse().ok();
        let number = number.filter(|number: &T| (*number).into().is_finite() && range.contains(number));
        number.ok_or_else(|| NumberError { kind: "number", range: RangeText::new(&range) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_is_expected() {
        assert_eq!(whole::<u32>(1..=200)("200"), Ok(200));
        assert_eq!(real::<f64>(0.0..=1.0)("0.5"), Ok(0.5));
        for text in ["x", "", "0", "201", "1.5", "-1", "99999999999999999999"] {
            let error = whole::<u32>(1..=200)(text).unwrap_err().to_string();
            assert_eq!(error, "expected a whole number from 1 to 200", "{text}");
        }
        for text in ["x", "nan", "inf", "-0.1", "1e400"] {
            let error = real::<f64>(0.0..)(text).unwrap_err().to_string();
            assert_eq!(error, "expected a number of at least 0", "{text}");
        }
        assert_eq!(real::<f64>(..)("x").unwrap_err().to_string(), "expected a number");
    }
}
