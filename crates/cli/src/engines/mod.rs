//! UCI engines: the built-in one, called line by line, and others in separate processes.

mod analyst;
mod builtin;
mod connection;
mod engine;
mod family;
#[cfg(unix)]
mod guardian;
mod input;
mod mark;
mod process;
mod processes;

pub(crate) use analyst::{Analyst, Going};
pub(crate) use connection::{Clock, Log, Peer, Polled, perform};
pub(crate) use engine::{Engine, EngineFault, Program, Run};
#[cfg(unix)]
pub(crate) use guardian::guard;
