//! Search and evaluation. Uses no I/O, no clock and no web API: time, signals and reports go through
//! [`Control`].
//!
//! The result of a search depends on the position, the limits and what the engine has learned since it was
//! last cleared, and on nothing else: no floating point, no hash order, no pointer width. So a search to a
//! fixed depth or number of nodes counts the same nodes on every platform; [`mod@bench`] relies on this. With
//! more than one thread ([`Engine::set_threads`]) results are not repeatable.

/// The suffix of this build's name; empty for the normal engine.
pub const VARIANT: &str = if cfg!(feature = "material") { " material" } else { "" };

mod beginner;
pub mod bench;
mod control;
mod correction_history;
mod dirty;
pub mod eval;
mod history;
mod lazy;
mod learning;
mod limits;
mod movepick;
mod params;
mod personality;
mod search;
mod see;
mod strength;
mod tablebase;
mod tablebase_moves;
mod threats;
mod time;
mod tt;
mod value;

pub use control::{Bound, Control, PvInfo, Report, Signal};
pub use learning::{Learned, Learning};
pub use limits::{ClockState, Limits, TimeLimit};
#[cfg(feature = "tune")]
pub use params::{TUNABLES, TunableRange, set_tunable};
pub use personality::{Personality, TermWeights, Trait};
pub use search::{Engine, HelperTask, RunThreads, SearchResult, Settings};
pub use see::see;
pub use strength::Strength;
pub use tablebase::{Tablebase, Wdl};
pub use tablebase_moves::{TablebaseMove, TablebaseResult};
pub use tt::{OutOfMemory, TranspositionTable};
pub use value::{MAX_PLY, Score, Value};
