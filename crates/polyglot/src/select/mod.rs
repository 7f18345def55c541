//! Which of a book's moves to play.
//!
//! [`best`] and [`weighted`] are Polyglot's two ways. [`rank`] and [`pick`] follow Crafty, whose book knows more about
//! a move than a weight: its results, an evaluation, what was learned, the author's `!` and `?`, and how often the
//! author wants it played. To let a search decide among the book's moves (Crafty's `book random 0`), search those that
//! [`rank`] leaves. [`select`] does any of these, as a [`Selection`] says that can be stored.

mod known;
mod options;
mod random;
mod rank;
mod selection;
mod weights;

pub use known::{Known, LEARNED_FLAG, Results};
pub use options::{Choosing, Way};
pub use rank::{Factors, Ranked, Rules, pick, rank};
pub use selection::{Choice, Selection, select};
pub use tabia_rng::SplitMix64;
pub use weights::{POLYGLOT_THRESHOLD, best, weighted, weights_in_play};
