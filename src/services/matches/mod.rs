//! The Lab's players at work: a pool of match workers, kept going, and the match they play.
//!
//! [`MatchService`](service::MatchService) is what the page uses. Below it the [`pool`] decides which worker plays what, and
//! what is done about a worker or an engine that fails; it is a pure state machine and knows its workers as a
//! [`MatchLink`](link::MatchLink).

pub mod address;
pub mod build;
mod carried;
pub mod controller;
mod crews;
pub mod events;
mod forfeit;
pub mod latency;
pub mod link;
pub mod pool;
mod recent_units;
pub mod service;
mod shared_memory;
mod taps;
pub mod worker_link;
