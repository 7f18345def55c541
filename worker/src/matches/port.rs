//! Messages between a match worker and a foreign engine behind a `MessagePort`.
//!
//! A string is a line of UCI without its line end. From the engine it may be several lines with a line feed between them: a message
//! costs many times what a line does, so fast output is batched. Anything else is a control object
//! `{tabia: WORD}`:
//!
//! | direction | `tabia` | meaning |
//! | --- | --- | --- |
//! | worker → engine | `"restart"` | End the engine and start a fresh one. Lines that follow are for the fresh one. Answered by `"restarted"`. |
//! | worker → engine | `"close"` | End the engine. Nothing follows. |
//! | engine → worker | `"restarted"` | The engine was ended and a fresh one is being started. Lines that were posted before are of the old one, lines that follow of the fresh one. |
//! | engine → worker | `"fault"` | The engine is gone; `message` has the reason, as a sentence. It stays so until `"restart"`. |
//!
//! Whoever makes a port starts the engine behind it at once. Lines that come before the engine listens are kept for it,
//! in order. A port belongs to one engine in one worker; nothing else posts to it. Unknown control objects are ignored,
//! and so is any other message that is not a string.

/// The property that marks a control object.
pub const CONTROL: &str = "tabia";
/// The property of `"fault"` that has the reason.
pub const MESSAGE: &str = "message";
/// Worker to engine: end and start again.
pub const RESTART: &str = "restart";
/// Worker to engine: end.
pub const CLOSE: &str = "close";
/// Engine to worker: ended and started again.
pub const RESTARTED: &str = "restarted";
/// Engine to worker: gone.
pub const FAULT: &str = "fault";
