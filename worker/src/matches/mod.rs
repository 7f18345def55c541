//! The match worker: plays whole games between engines inside one worker, without a message per move.
//!
//! The worker receives the players of a match once ([`messages::Setup`]) and then units to play, usually game pairs from one
//! opening ([`messages::ToMatch::Play`]). It calls engine builds directly, one after the other, with `tabia-arena` as referee
//! between them. Finished games are posted, one message each.
//!
//! A worker that is stuck inside an engine cannot reply. The page then reads what it needs from the [`shared_state`]: which
//! engine was called, how long the call may take, and the moves of the running game.
//!
//! - [`messages`]: messages between page and worker
//! - [`shared_state`]: the running game in shared memory, or posted if memory cannot be shared
//! - [`log`]: the last lines between worker and engines, likewise in shared memory
//! - [`port`]: protocol between the worker and an external engine behind a `MessagePort`
//! - `host` (feature `matches`): the worker itself

pub mod log;
pub mod messages;
pub mod port;
pub mod shared_state;

#[cfg(feature = "matches")]
pub mod host;
