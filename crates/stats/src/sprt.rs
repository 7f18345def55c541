//! Wald's sequential probability ratio test between two hypotheses about an Elo difference.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::counts::Counts;
use crate::llr::{self, Llr};
use crate::model::{Model, UnknownModel};

/// Reason why a test is invalid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order.
    #[error("elo0 ({elo0}) must be less than elo1 ({elo1}), and both must be finite")]
    Elo {
        /// The first hypothesis.
        elo0: f64,
        /// The second one.
        elo1: f64,
    },
    /// An error probability that is not between 0 and 1.
    #[error("{name} ({value}) must lie between 0 and 1")]
    Probability {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The given value.
        value: f64,
    },
    /// Error probabilities for which the bounds would not enclose 0.
    #[error("alpha + beta ({0}) must be less than 1")]
    Sum(f64),
    /// An unknown model.
    #[error(transparent)]
    Model(#[from] UnknownModel),
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Verdict {
    /// The difference is `elo0` (or less).
    H0,
    /// The difference is `elo1` (or more).
    H1,
    /// Undecided.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "undecided"))]
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
            Self::Undecided => "undecided",
        })
    }
}

/// The bounds of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Bounds {
    /// H0 is accepted at this log-likelihood ratio or below.
    pub lower: f64,
    /// H1 is accepted at this log-likelihood ratio or above.
    pub upper: f64,
}

/// A sequential test with valid parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: Model,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// Creates a test of the difference `elo1` against `elo0`, with the probability `alpha` of accepting H1
    /// when H0 is true and `beta` of accepting H0 when H1 is true.
    ///
    /// # Errors
    /// If the hypotheses are not finite and in order, or the probabilities leave no room between the bounds.
    pub fn new(model: Model, elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::Probability { name, value });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Sum(alpha + beta));
        }
        Ok(Self { model, elo0, elo1, alpha, beta })
    }

    /// Returns the scale of the hypotheses.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Returns the difference under H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Returns the difference under H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Returns the probability of a type I error.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Returns the probability of a type II error.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// Returns Wald's bounds.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: libm::log(self.beta / (1.0 - self.alpha)),
            upper: libm::log((1.0 - self.beta) / self.alpha),
        }
    }

    /// Returns the log-likelihood ratio of some counts.
    pub fn llr(&self, counts: &Counts) -> Llr {
        llr::llr(self.model, self.elo0, self.elo1, counts)
    }

    /// Returns the verdict at a log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let Bounds { lower, upper } = self.bounds();
        if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Undecided
        }
    }
}
