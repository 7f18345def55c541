//! Messages between a match worker and an external engine behind a `MessagePort`.
//!
//! A string is a UCI line without its line end. The engine side may send several lines in one string, separated by line feeds: a
//! message costs many times as much as a line, so fast output is batched. Anything else is a control object `{tabia: WORD}`:
//!
//! | direction | `tabia` | meaning |
//! | --- | --- | --- |
//! | worker → engine | `"restart"` | End the engine and start a new one. Later lines are for the new one. Reply: `"restarted"`. |
//! | worker → engine | `"close"` | End the engine. Nothing follows. |
//! | engine → worker | `"restarted"` | Old engine ended, new one starting. Earlier lines are from the old one, later lines from the new. |
//! | engine → worker | `"fault"` | The engine is gone; `message` has the reason, as a sentence. Remains so until `"restart"`. |
//!
//! The creator of a port starts the engine behind it at once. Lines that arrive before the engine listens are queued for it in
//! order. A port belongs to one engine in one worker; nothing else posts to it. Unknown control objects are ignored, and so is
//! any other message that is not a string.

/// Property that marks a control object.
pub const CONTROL: &str = "tabia";
/// Property of `"fault"` that holds the reason.
pub const MESSAGE: &str = "message";
/// Worker to engine: end and restart.
pub const RESTART: &str = "restart";
/// Worker to engine: end.
pub const CLOSE: &str = "close";
/// Engine to worker: ended and started again.
pub const RESTARTED: &str = "restarted";
/// Engine to worker: gone.
pub const FAULT: &str = "fault";
