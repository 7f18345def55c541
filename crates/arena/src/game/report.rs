//! What the user of an engine should know of a game.

use tabia_chess::Color;

/// Something about a player that its user should know. As text each is a sentence that follows the engine's
/// name.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// It decides nothing, such as an option that the engine lacks.
    Notice(Color, String),
    /// The engine failed.
    Fault(Color, String),
    /// The engine failed, and could not be started again.
    NotRestarted(Color, String),
}
