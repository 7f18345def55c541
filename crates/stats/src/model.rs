//! The Elo scales for the hypotheses of a sequential test.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The scale on which the hypotheses are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Model {
    /// Normalised Elo: the expected test length does not depend on draws and openings. The default of
    /// fishtest and fastchess.
    #[default]
    Normalized,
    /// Ordinary (logistic) Elo.
    Logistic,
    /// `BayesElo`, with the draw parameter estimated from the games. Defined for single games only, so pairs
    /// are split.
    Bayesian,
}

impl FromStr for Model {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<Self, UnknownModel> {
        match text {
            "normalized" => Ok(Self::Normalized),
            "logistic" => Ok(Self::Logistic),
            "bayesian" => Ok(Self::Bayesian),
            _ => Err(UnknownModel(text.to_owned())),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
            Self::Bayesian => "bayesian",
        })
    }
}

/// A text that is not the name of a [`Model`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown model {0:?}: normalized, logistic or bayesian")]
pub struct UnknownModel(String);
