//! Test suites solved by engines of their own, beside whatever else the page does; kept, and gone on with after a reload.
//!
//! - [`mod@column`]: what one engine made of the problems, with its counts
//! - [`desk`]: the pure core: which engine works on which problem, and what became of it
//! - [`kept`]: runs as they are stored
//! - [`service`]: the handle of the page: workers, a timer, storage

pub mod column;
pub mod desk;
pub mod kept;
pub mod service;
pub mod settings;

pub use service::{Stage, SuiteService, was_running};
pub use settings::{SuiteEngine, SuiteSettings};
