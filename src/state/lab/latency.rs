//! Lateness of an engine's moves at a fixed time per move, and the time margin that allows for it.

use serde::{Deserialize, Serialize};

use crate::language::tr;

/// Time per move of the measurement, in milliseconds.
pub const MOVE_MS: u64 = 50;

/// Minimum automatic margin in milliseconds: browser clocks are rounded, and a briefly busy machine delays even the best engine.
pub const LEAST_MARGIN_MS: u64 = 20;

/// Maximum automatic margin in milliseconds. An engine that needs more doesn't respect its time limits.
pub const MAX_MARGIN_MS: u64 = 200;

/// Automatic margin of an engine that hasn't been measured, in milliseconds.
pub const UNKNOWN_MARGIN_MS: u64 = 50;

/// Lateness of an engine's moves at [`MOVE_MS`] per move, by the match worker's clock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// Median in milliseconds; 0 if moves came in time.
    pub median_ms: f64,
    /// Worst case in milliseconds.
    pub worst_ms: f64,
}

/// State of the measurement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// Not measured yet.
    #[default]
    Unknown,
    /// Measured.
    Late(Latency),
    /// Not measurable, for this reason.
    None(String),
}

impl Latency {
    /// Summarises the lateness of searches in milliseconds (negative: early); `None` if there are none.
    pub fn of(mut late_ms: Vec<f64>) -> Option<Self> {
        late_ms.sort_by(f64::total_cmp);
        let median = late_ms.get(late_ms.len() / 2)?.max(0.0);
        Some(Self { median_ms: median, worst_ms: late_ms.last()?.max(0.0) })
    }

    /// Returns the required margin in milliseconds: twice the worst case plus 10 ms, in steps of 5 ms, from [`LEAST_MARGIN_MS`] to
    /// [`MAX_MARGIN_MS`].
    pub fn margin_ms(self) -> u64 {
        let wanted = (2.0 * self.worst_ms + 10.0).clamp(0.0, MAX_MARGIN_MS as f64);
        ((wanted / 5.0).ceil() as u64 * 5).clamp(LEAST_MARGIN_MS, MAX_MARGIN_MS)
    }

    /// Whether even the largest automatic margin is too small.
    pub fn is_too_late(self) -> bool {
        self.worst_ms > MAX_MARGIN_MS as f64
    }
}

impl Timing {
    /// Returns the margin that the engine needs, in milliseconds.
    pub fn margin_ms(&self) -> u64 {
        match self {
            Self::Late(latency) => latency.margin_ms(),
            Self::Unknown | Self::None(_) => UNKNOWN_MARGIN_MS,
        }
    }

    /// Describes it in a few words for the list of engine facts; `None` until measured.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Unknown => None,
            Self::None(_) => Some(tr!("timing not known").to_owned()),
            Self::Late(Latency { worst_ms, .. }) if *worst_ms < 1.0 => {
                Some(tr!("moves less than 1 ms late").to_owned())
            }
            Self::Late(Latency { median_ms, worst_ms }) => {
                let (median, worst) = (median_ms.round(), worst_ms.ceil());
                Some(if median < worst {
                    tr!("moves {median} to {worst} ms late", median, worst)
                } else {
                    tr!("moves {worst} ms late", worst)
                })
            }
        }
    }

    /// Describes it in a sentence or two.
    pub fn explained(&self) -> String {
        match self {
            Self::Unknown => tr!("The latency of its moves has not been measured yet.").to_owned(),
            Self::None(reason) => {
                tr!("The latency of its moves could not be measured: {reason}.", reason)
            }
            Self::Late(latency) => tr!(
                "At {seconds} s per move its moves came {median} ms late (median), {worst} ms at worst, by the clock of the \
                 match worker.",
                seconds = MOVE_MS as f64 / 1000.0,
                median = format_args!("{:.1}", latency.median_ms),
                worst = format_args!("{:.1}", latency.worst_ms)
            ),
        }
    }

    /// Returns a warning to show before a match; usually `None`.
    pub fn warning(&self) -> Option<String> {
        let Self::Late(latency) = self else { return None };
        latency.is_too_late().then(|| {
            let seconds = MOVE_MS as f64 / 1000.0;
            if latency.worst_ms < 1000.0 {
                tr!(
                    "It does not obey a time per move: at {seconds} s its moves came up to {worst} ms late. With a clock or a \
                     time per move it loses on time.",
                    seconds,
                    worst = latency.worst_ms.ceil()
                )
            } else {
                tr!(
                    "It does not obey a time per move: at {seconds} s its moves came up to more than a second late. With a \
                     clock or a time per move it loses on time.",
                    seconds
                )
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(times: &[f64]) -> Timing {
        Latency::of(times.to_vec()).map_or(Timing::Unknown, Timing::Late)
    }

    #[test]
    fn the_margin_grows_with_what_was_measured() {
        for (times, margin, words) in [
            (&[-30.0, -0.2, 0.1][..], 20, "moves less than 1 ms late"),
            (&[4.0, 4.1, 4.4], 20, "moves 4 to 5 ms late"),
            (&[3.0, 6.5, 9.0], 30, "moves 7 to 9 ms late"),
            (&[12.0], 35, "moves 12 ms late"),
            (&[2500.0, 2600.0], 200, "moves 2600 ms late"),
        ] {
            let timing = late(times);
            assert_eq!((timing.margin_ms(), timing.words().as_deref()), (margin, Some(words)), "{times:?}");
            assert_eq!(timing.warning().is_some(), margin == 200, "{times:?}");
        }
        assert_eq!(Timing::Unknown.margin_ms(), UNKNOWN_MARGIN_MS);
        assert_eq!(Latency::of(Vec::new()), None);
    }

    #[test]
    fn every_margin_forgives_what_was_measured() {
        for tenths in 0..=2000 {
            let worst = f64::from(tenths) / 10.0;
            let Timing::Late(latency) = late(&[worst]) else { panic!("one search is enough") };
            assert!(latency.margin_ms() as f64 >= worst.min(MAX_MARGIN_MS as f64), "{worst}");
        }
    }
}
