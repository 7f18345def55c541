//! The match worker: whole games between engines inside one worker, without a message per move.
//!
//! The worker is given the players of a match once ([`messages::Setup`]) and then units to play, usually pairs of games on
//! one opening ([`messages::ToMatch::Play`]). Engine builds are called directly, one after the other; the referee of
//! `tabia-arena` runs between them. Finished games are posted, one message each.
//!
//! What the page must know when the worker is stuck inside an engine, and cannot be asked any more, it reads from the
//! [`shared_state`]: which engine was called, how long that may take, and the moves of the running game.
//!
//! - [`messages`]: messages between page and worker
//! - [`shared_state`]: the running game in shared memory, or posted where memory cannot be shared
//! - [`log`]: the last lines between worker and engines, in shared memory likewise
//! - [`port`]: what is said between the worker and a foreign engine behind a `MessagePort`
//! - `host` (feature `matches`): the worker itself

pub mod log;
pub mod messages;
pub mod port;
pub mod shared_state;

#[cfg(feature = "matches")]
pub mod host;
