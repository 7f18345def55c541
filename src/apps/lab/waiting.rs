//! A match waiting for the user's confirmation.

use yew::prelude::*;

/// Match that should start while another one is being played: the user is asked before the other is paused.
#[derive(Clone, PartialEq)]
pub struct WaitingMatch {
    /// Name of the match being played.
    pub other: String,
    /// Pauses it and plays this one.
    pub start: Callback<()>,
}
