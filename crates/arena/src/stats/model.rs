//! The scales of Elo on which a sequential test can be stated.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The scale on which the hypotheses are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// Normalised Elo: the expected length does not depend on draws and openings. The default of fishtest and
    /// fastchess.
    #[default]
    Normalized,
    /// Ordinary (logistic) Elo.
    Logistic,
    /// `BayesElo`, with the draw parameter estimated from the games. It is defined for single games only, so
    /// pairs are split.
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

/// A name that is not a model's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown model {0:?}: normalized, logistic or bayesian")]
pub struct UnknownModel(String);
