//! The match worker: whole games between engines inside one worker, without a message per move.
//!
//! The worker is given the players of a match once ([`messages::Setup`]) and then units to play, usually pairs of games on
//! one opening ([`messages::Play`]). Engine builds are called directly, one after the other; the referee of
//! `tabia-arena` runs between them. Finished games are posted, one message each.
//!
//! What the page must know when the worker is stuck inside an engine, and cannot be asked any more, it reads from a
//! [`ledger`]: which engine was called, how long that may take, and the moves of the running game.
//!
//! - [`messages`]: what page and worker say to each other
//! - [`ledger`]: the running game in shared memory, or posted where memory cannot be shared
//! - [`log`]: the last lines between worker and engines, in shared memory likewise
//! - [`port`]: what is said between the worker and a foreign engine behind a `MessagePort`
//! - `host` (feature `lab`): the worker itself

pub mod ledger;
pub mod log;
pub mod messages;
pub mod port;

#[cfg(feature = "lab")]
pub mod host;
