//! Test suites, solved by separate engines alongside everything else on the page; stored, and resumed after a reload.
//!
//! - [`reading`]: the text of a suite, in slices
//! - [`settings`]: engines and limits of a run
//! - [`mod@column`]: one engine's outcomes, with its totals
//! - [`runner`]: the pure core: which engine works on which problem, and the outcomes
//! - [`pool`]: its engines and its timer
//! - [`saved_runs`], `attempt`: stored runs and attempts
//! - [`running`]: the run that was in progress when the page was left
//! - [`service`]: the page's handle

mod attempt;
pub mod column;
pub mod pool;
pub mod reading;
pub mod runner;
pub mod running;
pub mod saved_runs;
pub mod service;
pub mod settings;

pub use running::was_running;
pub use service::{SuiteService, SuiteStage};
pub use settings::{SuiteEngine, SuiteSettings};
