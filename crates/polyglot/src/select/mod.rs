//! Choice among the moves of a book.
//!
//! [`best`] and [`weighted`] are Polyglot's two ways. [`rank()`] and [`pick`] follow Crafty, whose book knows more about
//! a move than a weight: its results, an evaluation, what was learned, the author's `!` and `?`, and how often the
//! author wants it played. To let a search decide among the book's moves (Crafty's `book random 0`), search those that
//! [`rank()`] leaves. [`select`] does any of these, as a [`Selection`] says that can be stored.
//!
//! ```
//! use tabia_chess::Position;
//! use tabia_polyglot::select::{Choice, Known, Selection, SplitMix64, select};
//! use tabia_polyglot::{Candidate, Flag};
//!
//! let start = Position::default();
//! let of = |uci, weight| Candidate { mv: start.parse_uci(uci).unwrap(), weight, learn: 0 };
//! let mut moves = [Known::from(&of("e2e4", 90)), Known::from(&of("d2d4", 10))];
//! let mut random = SplitMix64::new(1);
//! assert_eq!(select(&moves, &Selection::Best, &mut random), Choice::Play(moves[0].mv));
//! // If the author recommends a move, no other is played.
//! moves[1].flag = Some(Flag::Recommended);
//! assert_eq!(select(&moves, &Selection::default(), &mut random), Choice::Play(moves[1].mv));
//! ```

mod known;
mod options;
mod random;
mod rank;
mod selection;
mod weights;

pub use known::{Known, LEARNED_FLAG, Results};
pub use options::{SelectionMode, SelectionOptions};
pub use rank::{Factors, Ranked, Rules, pick, rank};
pub use selection::{Choice, Selection, select};
pub use tabia_rng::SplitMix64;
pub use weights::{POLYGLOT_THRESHOLD, best, weighted, weights_in_play};
