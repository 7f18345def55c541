//! Dates with unknown parts, as one number.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A date, ordered by time: year, month and day; unknown parts are 0 and sort first. The default is
/// entirely unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct GameDate(u32);

impl GameDate {
    /// Parses the date of a tag: `2010.05.17`, `2010.??.??`. Anything else is unknown.
    pub fn of_tag(value: &[u8]) -> Self {
        let mut parts = value.trim_ascii().split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let mut part = |most: u32| -> u32 {
            let digits = parts.next().unwrap_or_default();
            let number = digits.iter().try_fold(0_u32, |number, digit| {
                digit
                    .is_ascii_digit()
                    .then(|| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
            });
            number.filter(|number| *number <= most).unwrap_or(0)
        };
        let (year, month, day) = (part(9999), part(12), part(31));
        if year == 0 {
            Self::default()
        } else {
            Self(year << 9 | month << 5 | if month == 0 { 0 } else { day })
        }
    }

    pub(crate) const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }

    pub(crate) const fn raw(self) -> u32 {
        self.0
    }

    /// Returns the year; `None` if unknown.
    pub const fn year(self) -> Option<u16> {
        match (self.0 >> 9) as u16 {
            0 => None,
            year => Some(year),
        }
    }

    /// The month, 1 to 12; 0 if unknown.
    pub const fn month(self) -> u8 {
        (self.0 >> 5 & 15) as u8
    }

    /// The day, 1 to 31; 0 if unknown.
    pub const fn day(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// Returns the last day that may be meant, as a date.
    const fn last(self) -> Self {
        match (self.month(), self.day()) {
            (0, _) => Self(self.0 | 12 << 5 | 31),
            (_, 0) => Self(self.0 | 31),
            _ => self,
        }
    }

    /// Returns whether a day that this date may mean lies between two dates, both included. Partly unknown bounds widen
    /// the range; an unknown date is in no range.
    pub fn may_lie_in(self, from: Option<Self>, to: Option<Self>) -> bool {
        self.0 != 0 && from.is_none_or(|from| self.last() >= from) && to.is_none_or(|to| self <= to.last())
    }
}

/// As PGN writes it: `2010.05.??`.
impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year() {
            None => f.write_str("????")?,
            Some(year) => write!(f, "{year:04}")?,
        }
        for part in [self.month(), self.day()] {
            match part {
                0 => f.write_str(".??")?,
                known => write!(f, ".{known:02}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for GameDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::of_tag(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> GameDate {
        GameDate::of_tag(text.as_bytes())
    }

    #[test]
    fn unknown_parts_widen_dates_and_ranges() {
        assert_eq!(date("1992.11.04").to_string(), "1992.11.04");
        assert_eq!(date("1992.??.04").to_string(), "1992.??.??");
        assert_eq!((date("????.??.??"), date("x"), date("99999")), Default::default());
        let (year, may) = (Some(date("2010")), Some(date("2010.05")));
        assert!(date("2010.05.31").may_lie_in(may, may) && date("2010").may_lie_in(may, may));
        assert!(date("2010.12.31").may_lie_in(None, year) && !date("2011").may_lie_in(None, year));
        assert!(!date("2010.04.30").may_lie_in(may, None) && !date("?").may_lie_in(None, year));
    }
}
