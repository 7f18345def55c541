//! Ranges of the codes of the Encyclopaedia of Chess Openings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// Codes from one to another, both included: `B20-B99`, `C65`, `D` or `B2` for all that begin so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

/// Why a text is no range of openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is no range of openings: write B20-B99, C65, or D for all of D00 to D99")]
pub struct ParseEcoError(String);

impl EcoRange {
    /// Whether the code lies in it.
    pub fn contains(&self, code: [u8; 3]) -> bool {
        (self.first..=self.last).contains(&code)
    }
}

/// The code at the beginning of a tag's value: `B90`, also of `B90/5` and `B90h`.
pub(super) fn code(value: &[u8]) -> Option<[u8; 3]> {
    let code = value.trim_ascii_start().first_chunk::<3>()?.map(|byte| byte.to_ascii_uppercase());
    is_code(code).then_some(code)
}

fn is_code(code: [u8; 3]) -> bool {
    matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

/// The first or last code that begins like this.
fn filled(text: &str, digit: u8) -> Option<[u8; 3]> {
    let text = text.trim().as_bytes();
    let mut code = [0, digit, digit];
    if text.is_empty() || text.len() > 3 {
        return None;
    }
    code[..text.len()].copy_from_slice(text);
    code[0] = code[0].to_ascii_uppercase();
    is_code(code).then_some(code)
}

impl FromStr for EcoRange {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<Self, ParseEcoError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (filled(first, b'0'), filled(last, b'9')) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(ParseEcoError(text.to_owned())),
        }
    }
}

impl fmt::Display for EcoRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |code: &[u8; 3]| code.map(char::from).iter().collect::<String>();
        f.write_str(&text(&self.first))?;
        if self.first != self.last {
            write!(f, "-{}", text(&self.last))?;
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
