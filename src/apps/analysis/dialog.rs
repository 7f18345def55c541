//! The dialogs of the analysis page.

use yew::AttrValue;

/// What lies over the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// Open a game; the text stands in the field at first.
    Open(AttrValue),
    /// A new game.
    New,
    /// The settings.
    Settings,
    /// The keys.
    Help,
    /// The game leaves the page.
    Share,
}
