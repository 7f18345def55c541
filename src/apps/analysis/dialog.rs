//! The dialogs of the analysis page.

use tabia_pgn::NodeId;
use yew::AttrValue;

/// What lies over the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// Open a game; the text stands in the field at first.
    Open(AttrValue),
    /// A new game.
    New,
    /// A position is set up, beginning with this FEN.
    SetUp(AttrValue),
    /// The glyphs of a move.
    Glyphs(NodeId),
    /// The clock and the evaluation of a move.
    Facts(NodeId),
    /// The tags and the result of the game.
    Header,
    /// The settings.
    Settings,
    /// The keys.
    Help,
    /// The evaluation of the position is explained.
    Explain,
    /// The game leaves the page.
    Share,
    /// What was on the board before.
    Recent,
    /// What is kept in this browser.
    Storage,
    /// The name and labels of the game on the board.
    Name,
}
