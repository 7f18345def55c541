//! Ranges of the codes of the Encyclopaedia of Chess Openings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::eco::Eco;

/// Range of codes, both bounds included: `B20-B99`, `C65`; `D` or `B2` for all with that prefix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EcoRange {
    first: Eco,
    last: Eco,
}

/// A text that is not a range of openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is not a range of openings: write B20-B99, C65, or D for all of D00 to D99")]
pub struct ParseEcoRangeError(String);

impl EcoRange {
    /// Returns whether the code is in the range.
    pub fn contains(&self, code: Eco) -> bool {
        (self.first..=self.last).contains(&code)
    }
}

/// Returns the first or last code with this prefix.
fn filled(text: &str, digit: char) -> Option<Eco> {
    let mut code = text.trim().to_ascii_uppercase();
    if code.is_empty() {
        return None;
    }
    while code.len() < 3 {
        code.push(digit);
    }
    code.parse().ok()
}

impl FromStr for EcoRange {
    type Err = ParseEcoRangeError;

    fn from_str(text: &str) -> Result<Self, ParseEcoRangeError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (filled(first, '0'), filled(last, '9')) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(ParseEcoRangeError(text.to_owned())),
        }
    }
}

impl fmt::Display for EcoRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        if self.first != self.last {
            write!(f, "-{}", self.last)?;
        }
        Ok(())
    }
}

impl Serialize for EcoRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EcoRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
