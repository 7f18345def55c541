//! Match play in the Lab: a self-healing pool of match workers, and the match they play.
//!
//! The page uses [`MatchService`](service::MatchService). Below it, the [`pool`] assigns games to workers and handles failing workers
//! and engines; it is a pure state machine that sees its workers through [`MatchLink`](link::MatchLink).

pub mod address;
pub mod build;
mod carried;
pub mod controller;
pub mod events;
mod forfeit;
pub mod latency;
pub mod link;
mod match_threads;
pub mod pool;
mod recent_units;
pub mod service;
mod shared_memory;
mod uci_logs;
pub mod worker_link;
