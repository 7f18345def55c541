//! Page side of the engine: requests in, analysis out.
//!
//! The page uses [`Engine`](service::Engine); everything below it keeps one engine running in its worker, whatever the engine does.

pub mod build;
mod collector;
pub mod events;
pub mod foreign_link;
pub mod link;
pub mod memory;
mod multiplex;
mod options;
pub mod seat;
pub mod seat_line;
pub mod service;
pub mod shipped;
pub mod shortcomings;
pub mod supervisor;
pub mod threads;
pub mod timeouts;
pub mod worker_link;
