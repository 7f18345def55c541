//! A match that waits for the user's word.

use yew::prelude::*;

/// A match that is to be played while another one is: the user is asked before that one is paused.
#[derive(Clone, PartialEq)]
pub struct Waiting {
    /// The match that is being played.
    pub other: String,
    /// Pauses it and plays this one.
    pub start: Callback<()>,
}
