//! Dragging pieces in the board editor.

use tabia_chess::{Color, Piece, Square};
use web_sys::HtmlElement;

use crate::components::board::view::square_in_slot;

/// Minimum pointer movement to start a drag, in CSS pixels.
const DISTANCE_PX: f64 = 4.0;

/// Drag in progress.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    /// Piece.
    pub piece: Piece,
    /// Square it comes from; `None` for a spare piece.
    pub from: Option<Square>,
    /// Position of pointer down, in CSS pixels of the window.
    pub start: (f64, f64),
    /// Whether the pointer has moved far enough.
    pub is_moving: bool,
}

impl Drag {
    /// Updates the pointer position.
    pub fn follow(&mut self, (x, y): (f64, f64)) {
        self.is_moving |= (x - self.start.0).hypot(y - self.start.1) > DISTANCE_PX;
    }
}

/// Returns the square of a board at a point of the window.
pub fn square_at(board: &HtmlElement, (x, y): (f64, f64), orientation: Color) -> Option<Square> {
    let bounds = board.get_bounding_client_rect();
    let side = bounds.width() / 8.0;
    let (column, row) = ((x - bounds.left()) / side, (y - bounds.top()) / side);
    let is_inside = |value: f64| (0.0..8.0).contains(&value);
    (is_inside(column) && is_inside(row))
        .then(|| square_in_slot(column as usize, row as usize, orientation))
        .flatten()
}

/// Draws the dragged piece under the pointer.
pub fn show_ghost(ghost: &HtmlElement, board: &HtmlElement, (x, y): (f64, f64)) {
    let side = board.get_bounding_client_rect().width() / 8.0;
    let style = format!(
        "display: block; width: {side}px; height: {side}px; transform: translate({}px, {}px)",
        x - side / 2.0,
        y - side / 2.0
    );
    // Setting the style of our own element cannot fail.
    let _ = ghost.set_attribute("style", &style);
}
