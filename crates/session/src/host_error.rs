//! Errors of the host.

use thiserror::Error;

/// Failure of a host operation, as a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct HostError(String);

impl From<String> for HostError {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}
