//! What the play page says.

pub const PLAY: &str = "Play";
pub const FIRST_HELP: &str = "Play a game against the engine at your own level. It works without a network.";
