//! Opening repertoires: the moves to know, when to repeat them, and where games leave them.
//!
//! A game with the tag [`TAG`] is a repertoire: its variations are what the named side plays and what it may meet. Several games make
//! one [`Repertoire`]; positions reached by different move orders are the same. [`Schedule`] says when each position is due, by FSRS;
//! [`Session`] is a training in progress; [`Comparison`] counts where games leave the repertoire.

mod comparison;
mod repertoire;
mod schedule;
mod session;

pub use crate::comparison::{Comparison, Departure, Gap};
pub use crate::repertoire::{Repertoire, TAG, Task, set_side, side_of};
pub use crate::schedule::{Card, Grade, Schedule, Standing};
pub use crate::session::{Session, Trial};
