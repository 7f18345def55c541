//! The board's own DOM: 64 squares and the pieces, updated only where something changes.
//!
//! The squares are a grid of ARIA cells with fixed places on the screen (flipping the board renames them); the pieces
//! are a layer above, positioned by transforms in percent of their own size, so resizing needs no code.

use super::describe::piece_name;
use super::diff::{PieceChange, Placement, changes, placement};
use super::view::{BoardView, slot, square_in_slot};
use crate::components::strings;
use tabia_chess::{Bitboard, Color, Piece, Square};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlElement};

/// State of the squares apart from the pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct SquareMarks {
    /// Square of the selected piece.
    pub selected: Option<Square>,
    /// Its destinations.
    pub destinations: Bitboard,
    /// Destination under the dragged piece.
    pub hover: Option<Square>,
    /// Start of an arrow that another tap or key completes.
    pub arrow_from: Option<Square>,
    /// Square with the keyboard focus.
    pub focus: Option<Square>,
}

struct Cell {
    element: HtmlElement,
    class: String,
    label: String,
}

struct PieceNode {
    element: HtmlElement,
    piece: Piece,
    class: String,
}

/// The elements of a board.
pub struct BoardDom {
    document: Document,
    root: HtmlElement,
    layer: HtmlElement,
    cells: Vec<Cell>,
    pieces: [Option<PieceNode>; 64],
    shown: Placement,
    orientation: Color,
}

impl BoardDom {
    /// Builds the squares inside `root`, which must be empty.
    ///
    /// # Errors
    /// When the browser refuses to create an element.
    pub fn new(root: HtmlElement) -> Result<Self, JsValue> {
        let document = root.owner_document().ok_or("the board is in no document")?;
        let grid = make(&document, "div", "board-grid")?;
        grid.set_attribute("role", "grid")?;
        grid.set_attribute("aria-label", strings::chess_board())?;
        grid.set_attribute("tabindex", "-1")?;
        let mut cells = Vec::with_capacity(64);
        for _ in 0..8 {
            let row = make(&document, "div", "board-row")?;
            row.set_attribute("role", "row")?;
            for _ in 0..8 {
                let element = make(&document, "div", "cell")?;
                element.set_attribute("role", "gridcell")?;
                element.set_attribute("tabindex", "-1")?;
                row.append_child(&element)?;
                cells.push(Cell { element, class: String::new(), label: String::new() });
            }
            grid.append_child(&row)?;
        }
        let layer = make(&document, "div", "pieces")?;
        layer.set_attribute("aria-hidden", "true")?;
        root.append_child(&grid)?;
        root.append_child(&layer)?;
        let mut dom = Self {
            document,
            root,
            layer,
            cells,
            pieces: std::array::from_fn(|_| None),
            shown: [None; 64],
            orientation: Color::White,
        };
        dom.write_coordinates()?;
        Ok(dom)
    }

    /// Returns the root element.
    pub fn root(&self) -> &HtmlElement {
        &self.root
    }

    /// Updates pieces and squares to `view`. The piece just dropped on `dropped` is already there and does not slide.
    pub fn show(
        &mut self,
        view: &BoardView,
        marks: &SquareMarks,
        dropped: Option<Square>,
    ) -> Result<(), JsValue> {
        if view.orientation != self.orientation {
            self.orientation = view.orientation;
            self.write_coordinates()?;
            self.place_all();
        }
        let new = placement(&view.position);
        let changes = changes(&self.shown, &new);
        self.shown = new;
        // Pick up all moving pieces first: two that swap places must not overwrite each other.
        let mut in_hand = Vec::new();
        for &change in &changes {
            if let PieceChange::Slide { from, to } = change {
                in_hand.extend(self.pieces[from.index()].take().map(|node| (to, node)));
            }
        }
        for change in &changes {
            if let PieceChange::Remove(square) = *change {
                self.remove(square);
            }
        }
        for (to, mut node) in in_hand {
            node.set_class(if dropped == Some(to) { "" } else { " moving" });
            node.place(to, self.orientation);
            self.pieces[to.index()] = Some(node);
        }
        for change in &changes {
            if let PieceChange::Add(square, piece) = *change {
                self.add(square, piece)?;
            }
        }
        let mover = view.mover();
        for node in self.pieces.iter_mut().flatten() {
            node.set_own(Some(node.piece.color) == mover);
        }
        self.mark(view, marks)
    }

    /// Updates the squares' marks and names, but not the pieces.
    pub fn mark(&mut self, view: &BoardView, marks: &SquareMarks) -> Result<(), JsValue> {
        let check = view.checked_king();
        for (index, cell) in self.cells.iter_mut().enumerate() {
            let Some(square) = square_in_slot(index % 8, index / 8, self.orientation) else { continue };
            let piece = view.position.piece_at(square);
            let own = view.is_own(square);
            let mut class = String::from(if square.is_light() { "cell" } else { "cell dark" });
            let mut label = format!("{square}, {}", piece.map_or_else(strings::empty, piece_name));
            let mut note = |name: &str, words: &str| {
                class.push(' ');
                class.push_str(name);
                if !words.is_empty() {
                    label.push_str(", ");
                    label.push_str(words);
                }
            };
            if own {
                note("own", "");
            }
            if view.last_move.is_some_and(|(from, to)| square == from || square == to) {
                note("last-move", strings::last_move());
            }
            if view.premoves.contains(square) {
                note("premove", strings::premove());
            }
            if check == Some(square) {
                note("check", strings::in_check());
            }
            if marks.selected == Some(square) {
                note("selected", strings::selected());
            }
            if marks.arrow_from == Some(square) {
                note("arrow-from", strings::arrow_begins_here());
            }
            if marks.destinations.contains(square) {
                note("dest", strings::can_move_here());
                if piece.is_some() {
                    note("capture", "");
                }
                if marks.hover == Some(square) {
                    note("hover", "");
                }
            }
            let is_turn = Some(view.position.turn()) == view.mover();
            if own && is_turn && marks.focus == Some(square) && marks.selected.is_none() {
                let count = view.targets().destinations(square).count();
                label = strings::with_legal_moves(&label, count);
            }
            cell.write(class, label)?;
        }
        Ok(())
    }

    /// Moves the tab stop to `square`; if `focused`, also the keyboard focus.
    pub fn set_tab_stop(&self, square: Square, focused: bool) -> Result<(), JsValue> {
        let (column, row) = slot(square, self.orientation);
        for (index, cell) in self.cells.iter().enumerate() {
            let here = index == row * 8 + column;
            cell.element.set_tab_index(if here { 0 } else { -1 });
            if here && focused {
                cell.element.focus()?;
            }
        }
        Ok(())
    }

    /// Returns the square at a point of the window, if it is on the board.
    pub fn square_at(&self, x: f64, y: f64) -> Option<Square> {
        let bounds = self.root.get_bounding_client_rect();
        let side = bounds.width() / 8.0;
        let (column, row) = ((x - bounds.left()) / side, (y - bounds.top()) / side);
        let inside = |value: f64| (0.0..8.0).contains(&value);
        (inside(column) && inside(row))
            .then(|| square_in_slot(column as usize, row as usize, self.orientation))
            .flatten()
    }

    /// Moves the piece of `square` to the pointer.
    pub fn drag_to(&mut self, square: Square, x: f64, y: f64) {
        let bounds = self.root.get_bounding_client_rect();
        let side = bounds.width() / 8.0;
        if let Some(node) = &mut self.pieces[square.index()] {
            node.set_class(" dragging");
            node.transform(&format!(
                "translate({}px, {}px)",
                x - bounds.left() - side / 2.0,
                y - bounds.top() - side / 2.0
            ));
        }
    }

    /// Ends a drag and puts the piece on `at`, sliding if `slide`.
    pub fn release(&mut self, square: Square, at: Square, slide: bool) {
        let orientation = self.orientation;
        if let Some(node) = &mut self.pieces[square.index()] {
            node.set_class(if slide { " moving" } else { "" });
            node.place(at, orientation);
        }
    }

    /// Hides or shows the pawn while the promotion picker is open.
    pub fn set_waiting(&mut self, square: Square, waiting: bool) {
        if let Some(node) = &mut self.pieces[square.index()] {
            node.set_class(if waiting { " waiting" } else { "" });
        }
    }

    fn place_all(&mut self) {
        for square in Square::ALL {
            if let Some(node) = &mut self.pieces[square.index()] {
                node.set_class("");
                node.place(square, self.orientation);
            }
        }
    }

    fn add(&mut self, square: Square, piece: Piece) -> Result<(), JsValue> {
        let element = make(&self.document, "div", "piece")?;
        self.layer.append_child(&element)?;
        let mut node = PieceNode { element, piece, class: String::new() };
        node.set_class("");
        node.place(square, self.orientation);
        self.pieces[square.index()] = Some(node);
        Ok(())
    }

    /// Fades out a removed piece while its captor arrives; the `animationend` listener removes the element.
    fn remove(&mut self, square: Square) {
        if let Some(mut node) = self.pieces[square.index()].take() {
            node.set_class(" leaving");
        }
    }

    fn write_coordinates(&mut self) -> Result<(), JsValue> {
        for (index, cell) in self.cells.iter().enumerate() {
            let (column, row) = (index % 8, index / 8);
            let Some(square) = square_in_slot(column, row, self.orientation) else { continue };
            cell.element.dataset().set("square", &square.to_string())?;
            if column == 0 {
                cell.element.dataset().set("rank", &square.rank().char().to_string())?;
            }
            if row == 7 {
                cell.element.dataset().set("file", &square.file().char().to_string())?;
            }
        }
        Ok(())
    }
}

impl Cell {
    fn write(&mut self, class: String, label: String) -> Result<(), JsValue> {
        if self.class != class {
            self.element.set_class_name(&class);
            let selected = class.contains(" selected");
            self.element.set_attribute("aria-selected", if selected { "true" } else { "false" })?;
            self.class = class;
        }
        if self.label != label {
            self.element.set_attribute("aria-label", &label)?;
            self.label = label;
        }
        Ok(())
    }
}

impl PieceNode {
    /// Sets the class: piece type and `state` (empty or with a leading space).
    fn set_class(&mut self, state: &str) {
        let own = if self.class.contains(" own") { " own" } else { "" };
        self.write_class(own, state);
    }

    fn set_own(&mut self, own: bool) {
        if self.class.contains(" own") != own {
            let state = if self.class.contains(" moving") { " moving" } else { "" };
            self.write_class(if own { " own" } else { "" }, state);
        }
    }

    fn write_class(&mut self, own: &str, state: &str) {
        let color = if self.piece.color == Color::White { "white" } else { "black" };
        let class = format!("piece {color} {}{own}{state}", self.piece.role.upper_char());
        if class != self.class {
            self.element.set_class_name(&class);
            self.class = class;
        }
    }

    fn place(&mut self, square: Square, orientation: Color) {
        let (column, row) = slot(square, orientation);
        self.transform(&format!("translate({}%, {}%)", column * 100, row * 100));
    }

    fn transform(&self, value: &str) {
        // Fails only for a read-only style, which our own element doesn't have.
        let _ = self.element.style().set_property("transform", value);
    }
}

/// Creates an element with a class.
pub fn make(document: &Document, tag: &str, class: &str) -> Result<HtmlElement, JsValue> {
    let element: Element = document.create_element(tag)?;
    element.set_class_name(class);
    Ok(element.unchecked_into())
}
