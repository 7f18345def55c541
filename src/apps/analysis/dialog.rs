//! The dialogs of the analysis page.

use tabia_pgn::NodeId;
use yew::AttrValue;

/// Dialog over the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// Open a game, with this text in the field.
    Open(AttrValue),
    /// New game.
    New,
    /// Board editor, starting from this FEN.
    BoardEditor(AttrValue),
    /// Glyphs of a move.
    Glyphs(NodeId),
    /// Clock and evaluation of a move.
    Facts(NodeId),
    /// Tags and result of the game.
    Header,
    /// Settings.
    Settings,
    /// Keyboard shortcuts.
    Help,
    /// Explanation of the evaluation.
    Explain,
    /// Share the game.
    Share,
    /// Recent games.
    Recent,
    /// Data stored in this browser.
    Storage,
    /// Name and labels of the current game.
    Name,
}
