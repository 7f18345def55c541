//! Why a host cannot do what a session asks of it.

use thiserror::Error;

/// Why a host cannot do what a session asks of it, as a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct HostError(String);

impl From<String> for HostError {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}
