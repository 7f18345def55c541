//! Dates with unknown parts, and date ranges.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A date as PGN writes it: `2010.05.17`, `2010.05.??`, `2010.??.??`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartialDate {
    year: u16,
    /// 1 to 12; 0 if unknown.
    month: u8,
    /// 1 to 31; 0 if unknown.
    day: u8,
}

/// A text that is not a date.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is not a date: write 2010, 2010.05 or 2010.05.17")]
pub struct ParseDateError(String);

impl PartialDate {
    /// The year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The first day that may be meant, as a number that orders days.
    fn first(self) -> u32 {
        self.number(1, 1)
    }

    /// The last day that may be meant.
    fn last(self) -> u32 {
        self.number(12, 31)
    }

    fn number(self, month: u8, day: u8) -> u32 {
        // A day without a month is meaningless.
        let (month, day) = match (self.month, self.day) {
            (0, _) => (month, day),
            (known, 0) => (known, day),
            (known, known_day) => (known, known_day),
        };
        u32::from(self.year) * 512 + u32::from(month) * 32 + u32::from(day)
    }
}

/// Parts are separated by `.`, `-` or `/`; `?` stands for what is unknown, and parts may be missing at the end.
impl FromStr for PartialDate {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let error = || ParseDateError(text.to_owned());
        let mut parts = text.trim().split(['.', '-', '/']);
        let mut part = |most: u16| match parts.next().map(str::trim) {
            None => Ok(0),
            Some(part) if !part.is_empty() && part.bytes().all(|byte| byte == b'?') => Ok(0),
            Some(part) if part.bytes().all(|byte| byte.is_ascii_digit()) => {
                part.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(error)
            }
            Some(_) => Err(error()),
        };
        let (year, month, day) = (part(9999)?, part(12)? as u8, part(31)? as u8);
        if year == 0 || parts.next().is_some() {
            return Err(error());
        }
        Ok(Self { year, month, day })
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day] {
            match part {
                0 => f.write_str(".??")?,
                known => write!(f, ".{known:02}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for PartialDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PartialDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Range of dates, both bounds included; unknown parts of a bound widen the range: `2010` to `2010` is that year.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DateRange {
    /// The first date; `None` for no bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<PartialDate>,
    /// The last date; `None` for no bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<PartialDate>,
}

impl DateRange {
    /// Returns whether there are no bounds.
    pub fn is_open(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// Returns whether a day that the date may mean is in the range.
    pub fn may_contain(&self, date: PartialDate) -> bool {
        self.from.is_none_or(|from| date.last() >= from.first())
            && self.to.is_none_or(|to| date.first() <= to.last())
    }
}
