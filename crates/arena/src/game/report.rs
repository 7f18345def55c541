//! Reports of a game for the engines' users.

use tabia_chess::Color;

/// A report about a player. The text is a sentence that follows the engine's name.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// Something minor, such as an option that the engine lacks.
    Notice(Color, String),
    /// The engine failed.
    Fault(Color, String),
    /// The engine failed and could not be restarted.
    NotRestarted(Color, String),
}
