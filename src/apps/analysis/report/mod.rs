//! Report on the current game: a separate part of the program, loaded when first opened.

mod actions;
mod clocks;
mod form;
mod graph;
mod judged;
mod lazy;
mod learn;
mod marking;
mod mistakes;
mod numbers;
mod opening;
mod panel;
mod progress;
mod remembered;
mod shown;

pub use lazy::use_report;
pub use marking::{Marking, use_marking};
pub use panel::ReportPanelProps;
pub use remembered::ME_KEY;
