//! Reports on games: engines of their own analyse every position, beside everything else that the page does.
//!
//! - [`work`]: one report in work: the pure core
//! - [`room`]: its engines and its timer
//! - [`queue`]: which reports are to be made, in their order
//! - [`kept`], [`shelf`]: reports as they are kept, and where
//! - [`limits`]: how long positions are searched
//! - [`run`]: one run over many games
//! - [`engines`]: the engines to choose from
//! - [`handed`]: games that another application wants annotated
//! - [`service`]: the handle of the page
//! - [`trial`]: a move that is tried out in an exercise

pub mod engines;
pub mod handed;
pub mod kept;
pub mod limits;
pub mod queue;
pub mod room;
pub mod run;
pub mod service;
pub mod shelf;
pub mod trial;
pub mod work;

pub use kept::{KeptReport, ReportEngine, ReportSide, ReportWish, signature};
pub use limits::{LimitKind, ReportLimit};
pub use room::{MOST_WORKERS, usual_workers};
pub use service::{InWork, ReportEvent, ReportService, Reports, WORK_KEY};
pub use work::State;
