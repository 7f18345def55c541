//! Page side of the engine: requests in, analysis out.
//!
//! The page uses [`Engine`](service::Engine); everything below it keeps one engine running in its worker, whatever the engine does.

pub mod analysis_engine;
pub mod build;
mod collector;
pub mod conversation;
pub mod events;
pub mod foreign_link;
pub mod limitations;
pub mod link;
pub mod memory;
mod multiplex;
mod options;
pub mod service;
pub mod shipped;
pub mod threads;
pub mod timeouts;
pub mod transport;
pub mod uci_client;
pub mod worker_link;
