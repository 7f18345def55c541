//! What of the panel's tools is open.

use yew::AttrValue;

/// Told to the page when files that make an engine were added.
pub const ADOPTED: &str = "tabia-engine-adopted";

/// A place in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePlace {
    /// The engine, as the line-up names those beside the board's; empty for that of the board, which comes first.
    pub source: AttrValue,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// The move, counted from 0; `None` where the line as a whole is meant.
    pub ply: Option<usize>,
}

/// Something that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// The menu of the panel, where the button is: CSS pixels of the window.
    Menu((f64, f64)),
    /// The engines to choose from.
    Engines,
    /// How long to search, and what to show.
    Search,
    /// Which moves to search.
    Moves,
    /// The options of an engine of the line-up.
    Options(String),
    /// What can be done with a line.
    Line(LinePlace, (f64, f64)),
    /// A line on a board of its own.
    Viewer(LinePlace),
}
