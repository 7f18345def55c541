//! Components of the Lab, one per file.

pub mod bars;
pub mod fields;
pub mod folded;
pub mod llr_chart;
pub mod options;
