//! Test suites: positions with their right moves, and an engine's results on them.
//!
//! - [`Suite::read`]: EPD with `bm`, `am`, `dm`, points in `c0`, and Crafty's format with `title`, `setboard`
//!   and `solution`
//! - [`SuiteReader`]: the same, a piece at a time
//! - [`Attempt`]: an engine at one problem, fed with its `info` lines: when it found the solution, when it may
//!   stop
//! - [`Totals`]: totals of all attempts
//! - [`csv`]: a table for other programs
//!
//! Nothing here searches or reads a clock: the host of an engine passes its output in.
//!
//! ```
//! use tabia_suite::{Attempt, Suite};
//! use tabia_uci::Message;
//!
//! let suite = Suite::read("6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#; id \"back rank\";");
//! let mut attempt = Attempt::new(&suite.problems[0], None);
//! if let Ok(Some(Message::Info(info))) = Message::parse("info depth 2 score mate 1 nodes 60 pv d1d8") {
//!     attempt.info(&info, 1.5);
//! }
//! let outcome = attempt.finish("d1d8".parse().ok(), 2.0);
//! assert!(outcome.is_solved);
//! assert_eq!(outcome.found.map(|found| (found.nodes, found.depth)), Some((60, 2)));
//! ```

mod attempt;
mod crafty;
pub mod csv;
mod points;
mod problem;
mod read;
mod suite;
mod totals;

pub use attempt::{Attempt, Moment, Outcome};
pub use problem::Problem;
pub use read::SuiteReader;
pub use suite::{Fault, Suite};
pub use totals::{ByTime, Totals, solved_by_time};
