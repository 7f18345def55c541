//! Reports on games: separate engines analyse every position, alongside everything else on the page.
//!
//! - [`work`]: one report in progress: the pure core
//! - [`pool`]: its engines and its timer
//! - [`queue`]: the reports to make, in order
//! - [`saved_report`], [`repository`]: stored reports and their repository
//! - [`limits`]: search limits per position
//! - [`run`]: a batch run over many games
//! - [`engines`]: the engines to choose from
//! - [`quick`]: a quick look at a game that was played
//! - [`handed`]: games from another application to annotate
//! - [`service`]: the page's handle
//! - [`trial`]: evaluation of a move tried out in an exercise

pub mod engines;
pub mod handed;
pub mod limits;
pub mod pool;
pub mod queue;
pub mod quick;
pub mod repository;
pub mod run;
pub mod saved_report;
pub mod service;
pub mod trial;
pub mod work;

pub use limits::{ReportLimit, ReportLimitKind};
pub use pool::{MOST_WORKERS, usual_workers};
pub use saved_report::{ReportEngine, ReportRequest, ReportSide, SavedReport, signature};
pub use service::{InWork, ReportEvent, ReportService, Reports, WORK_KEY};
pub use work::ReportState;
