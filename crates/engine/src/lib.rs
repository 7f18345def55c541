//! Search and evaluation. Knows no I/O, no clock and no web: time, signals and reports pass through
//! [`Control`].
//!
//! The result of a search depends on the position, the limits and what the engine learned since it was last
//! cleared, and on nothing else: no floating point, no hash order, no pointer width. So a search to a fixed
//! depth or number of nodes counts the same nodes on every platform, which [`mod@bench`] makes use of.

pub mod bench;
mod control;
pub mod eval;
mod history;
mod limits;
mod movepick;
mod search;
mod see;
mod time;
mod tt;
mod value;

pub use control::{Bound, Control, Line, Report, Signal};
pub use limits::{Clock, Limits, TimeLimit};
pub use search::{Engine, SearchResult, Settings};
pub use see::see;
pub use tt::{OutOfMemory, TranspositionTable};
pub use value::{MAX_PLY, Score, Value};
