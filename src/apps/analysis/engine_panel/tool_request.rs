//! Open tool of the panel.

use yew::AttrValue;

/// Name of the window event after files of an engine were added.
pub const ADOPTED: &str = "tabia-engine-adopted";

/// Position in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePlace {
    /// Source of the line: `+` and the engine id, or empty for the board's engine, which comes first.
    pub source: AttrValue,
    /// Rank of the line, from 1.
    pub rank: usize,
    /// Move, from 0; `None` for the whole line.
    pub ply: Option<usize>,
}

/// Tool to open.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolRequest {
    /// Panel menu, at this position in CSS pixels of the window.
    Menu((f64, f64)),
    /// Choice of engines.
    Engines,
    /// Search limits and columns.
    Search,
    /// Choice of the moves to search.
    Moves,
    /// Options of a chosen engine.
    Options(String),
    /// Menu of a line, at this position.
    Line(LinePlace, (f64, f64)),
    /// Line on a separate board.
    Viewer(LinePlace),
}
