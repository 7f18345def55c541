//! Hooks that several applications use.

mod lab_play;
mod route;
mod window_event;

pub use lab_play::{LabPlay, use_lab_play};
pub use route::{current_route, use_route};
pub use window_event::use_window_event;
