//! Statistics of matches between engines: Elo, normalised Elo, likelihood of superiority, and the sequential test.
//!
//! The numerics are fishtest's (`LLRcalc.py`, `stat_util.py` and the run page of
//! <https://github.com/official-stockfish/fishtest>), so that figures can be compared with those of other
//! projects. The logarithms come from `libm` and give the same bits natively and in wasm.
//!
//! ```
//! use tabia_stats::{Convention, Counts, Estimate, Model, PairCounts, Sprt, Verdict};
//!
//! // Pairs of games on one opening, from the first engine's side: LL, LD, WL, DD, WD, WW.
//! let counts = Counts::Pairs(PairCounts { ll: 5, ld: 40, wl: 20, dd: 90, wd: 75, ww: 20 });
//! let estimate = Estimate::new(&counts, Convention::Fishtest);
//! assert!((45.0..46.0).contains(&estimate.elo) && estimate.los > 0.99);
//!
//! let sprt = Sprt::new(Model::Normalized, 0.0, 5.0, 0.05, 0.05)?;
//! let llr = sprt.llr(&counts);
//! assert_eq!(sprt.verdict(llr.value), Verdict::Undecided);
//! # Ok::<(), tabia_stats::SprtError>(())
//! ```
//!
//! # Features
//!
//! `serde`: counts, estimates, rankings and verdicts can be serialised.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod counts;
mod estimate;
mod expected;
mod fit;
mod graph;
mod interval;
mod llr;
mod model;
mod quality;
mod ranking;
mod rating_list;
mod rating_table;
mod ratings;
mod report;
mod sample;
mod significance;
pub mod simulation;
mod sprt;
mod t_value;

pub use counts::{Counts, PairCounts, PairResult, PlayerResult, WdlCounts};
pub use estimate::{Convention, Estimate};
pub use expected::{MIN_RESULTS, USUAL_SIGMA};
pub use fit::EncounterResult;
pub use interval::{Interval, Lead};
pub use llr::Llr;
pub use model::{Model, UnknownModel};
pub use quality::Quality;
pub use ranking::{Ranking, ranked};
pub use rating_list::{AnchorError, Bound, PlayerRating, RatingList, RatingOptions, WhiteAdvantage};
pub use rating_table::RatingTable;
pub use ratings::{Rating, ratings};
pub use report::{hypotheses, pairs_ratio, report, wl_dd_ratio};
pub use significance::{CLAIM_LEVEL, p_value};
pub use sprt::{Bounds, Sprt, SprtError, Verdict};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
