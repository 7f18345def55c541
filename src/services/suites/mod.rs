//! Test suites solved by engines of their own, beside whatever else the page does; kept, and gone on with after a reload.
//!
//! - [`reading`]: the text of a suite, in slices
//! - [`settings`]: what a suite is solved with
//! - [`mod@column`]: what one engine made of the problems, with its counts
//! - [`desk`]: the pure core: which engine works on which problem, and what became of it
//! - [`room`]: its engines and its timer
//! - [`kept`], `attempt`: runs and their attempts as they are stored
//! - [`running`]: which run was going on when the page was left
//! - [`service`]: the handle of the page

mod attempt;
pub mod column;
pub mod desk;
pub mod kept;
pub mod reading;
pub mod room;
pub mod running;
pub mod service;
pub mod settings;

pub use running::was_running;
pub use service::{Stage, SuiteService};
pub use settings::{SuiteEngine, SuiteSettings};
