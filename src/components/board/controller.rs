//! Pointer and keyboard input on the board: dragging, clicking two squares, touch and keys all result in an [`Intent`].
//!
//! Yew is not involved: a drag changes one transform per pointer event.

use super::dom::{BoardDom, SquareMarks};
use super::drawings::{Drawings, color_of};
use super::view::{BoardView, DropMeaning, step_by_key};
use crate::state::drawing::{Pen, Tap};
use std::rc::Rc;
use tabia_chess::{Bitboard, Move, Square};
use tabia_pgn::comment::Shape;
use wasm_bindgen::JsValue;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent};

/// A user action on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Play this legal move.
    Play(Move),
    /// Play this move after the opponent's.
    Premove(Square, Square),
    /// Cancel the pending premove.
    CancelPremove,
    /// Draw this shape on the position, or erase it.
    Draw(Shape),
    /// Show the promotion picker.
    Promote {
        /// Square of the pawn.
        from: Square,
        /// Square on the last rank.
        to: Square,
        /// Requested with the keyboard: the focus returns to the board afterwards.
        by_key: bool,
    },
}

/// Distance in CSS pixels beyond which a press with the mouse becomes a drag (chessground's value); fingers are less steady.
const DRAG_DISTANCE_MOUSE: f64 = 3.0;
const DRAG_DISTANCE_TOUCH: f64 = 8.0;

/// A press in progress.
struct Press {
    pointer: i32,
    start: (f64, f64),
    threshold: f64,
    square: Square,
    /// Whether the press is on a piece that can be dragged.
    holds_piece: bool,
    /// Whether the piece was selected before this press: then a click deselects it.
    was_selected: bool,
    dragging: bool,
}

/// State of a board between events.
pub struct BoardController {
    dom: BoardDom,
    drawings: Drawings,
    view: Rc<BoardView>,
    selected: Option<Square>,
    press: Option<Press>,
    hover: Option<Square>,
    focus: Square,
    has_focus: bool,
    /// Square where a piece was just dropped; the piece must not slide there again.
    dropped: Option<Square>,
    waiting: Option<Square>,
    /// Start of an arrow that another tap or key completes.
    arrow_from: Option<Square>,
    /// Drawing mode: the left button and fingers draw with this pen.
    pen: Option<Pen>,
    /// Whether the drawing in progress was started with the pen rather than the right button.
    is_stroke_of_pen: bool,
}

impl BoardController {
    /// Builds the board inside `root`.
    ///
    /// # Errors
    /// When the browser refuses to create an element.
    pub fn new(root: HtmlElement, view: Rc<BoardView>) -> Result<Self, JsValue> {
        let dom = BoardDom::new(root)?;
        let drawings = Drawings::new(dom.root())?;
        let mut controller = Self {
            dom,
            drawings,
            view,
            selected: None,
            press: None,
            hover: None,
            focus: Square::E1,
            has_focus: false,
            dropped: None,
            waiting: None,
            arrow_from: None,
            pen: None,
            is_stroke_of_pen: false,
        };
        let view = Rc::clone(&controller.view);
        controller.dom.show(&view, &SquareMarks::default(), None)?;
        controller.dom.set_tab_stop(controller.focus, false)?;
        Ok(controller)
    }

    /// Shows another view. Ends any drag or selection in the old position.
    pub fn update(&mut self, view: Rc<BoardView>) -> Result<(), JsValue> {
        let moved = view.position != self.view.position;
        let turned = view.orientation != self.view.orientation;
        // If the opponent moves while the user is dragging or has selected a piece, the user can continue.
        let selected = self.view.keeps_selected(self.selected, &view);
        if turned || (selected.is_none() && (moved || self.selected.is_some())) {
            self.cancel_press();
            self.drawings.clear_preview(self.view.orientation);
        }
        self.selected = selected;
        // The promotion picker closes with every change of the view.
        self.set_waiting(None);
        if moved {
            self.arrow_from = None;
            self.drawings.clear();
        }
        self.view = view;
        if turned {
            self.drawings.turn(self.view.orientation);
        }
        let marks = self.marks();
        let dropped = self.dropped.take();
        self.dom.show(&self.view, &marks, dropped)?;
        if turned {
            self.dom.set_tab_stop(self.focus, self.has_focus)?;
        }
        Ok(())
    }

    /// Shows the drawings of a game; from now on, the user's drawings are emitted.
    pub fn show_shapes(&mut self, shapes: &[Shape]) {
        self.drawings.show(shapes, self.view.orientation);
    }

    /// Starts drawing mode with this pen, or ends it. Clears the selection and any unfinished drawing.
    pub fn set_pen(&mut self, pen: Option<Pen>) -> Result<(), JsValue> {
        // If only the colour changes, an arrow in progress continues in the new colour.
        if self.pen.map(|pen| pen.tool) != pen.map(|pen| pen.tool) {
            self.cancel_press();
            self.drawings.clear_preview(self.view.orientation);
            self.selected = None;
            self.arrow_from = None;
        }
        self.pen = pen;
        self.refresh()
    }

    /// Handles a tap in drawing mode.
    fn tap(&mut self, pen: Pen, square: Square) -> Option<Intent> {
        match pen.tap(self.arrow_from.take(), square) {
            Tap::Draws(shape) => Some(Intent::Draw(shape)),
            Tap::Begins(square) => {
                self.arrow_from = Some(square);
                None
            }
            Tap::Ends => None,
        }
    }

    /// Ends a drawing when the button or finger is released.
    fn end_stroke(&mut self) -> Result<Option<Intent>, JsValue> {
        let tapped = self.drawings.preview().filter(|shape| shape.from == shape.to && self.is_stroke_of_pen);
        let intent = if let (Some(pen), Some(shape)) = (self.pen, tapped) {
            self.drawings.clear_preview(self.view.orientation);
            self.tap(pen, shape.from)
        } else {
            self.arrow_from = None;
            self.drawings.finish(self.view.orientation).map(Intent::Draw)
        };
        self.refresh()?;
        Ok(intent)
    }

    /// Draws with the keyboard: a circle on the focused square, or an arrow from the square of the first key press to that of the second.
    fn draw_by_key(&mut self, is_arrow: bool) -> Option<Intent> {
        let (from, to) = match self.arrow_from.take() {
            Some(from) if is_arrow => (from, self.focus),
            _ if is_arrow => {
                self.arrow_from = Some(self.focus);
                return None;
            }
            _ => (self.focus, self.focus),
        };
        let color = self.pen.unwrap_or_default().color;
        (!is_arrow || from != to).then_some(Intent::Draw(Shape { color, from, to }))
    }

    /// Hides the pawn on `square` while the promotion picker is open, or shows it again.
    pub fn set_waiting(&mut self, square: Option<Square>) {
        if let Some(old) = self.waiting.take() {
            self.dom.release(old, old, false);
            self.dom.set_waiting(old, false);
            self.dropped = None;
        }
        if let Some(new) = square {
            self.dom.set_waiting(new, true);
        }
        self.waiting = square;
    }

    /// Moves keyboard focus back to the board.
    pub fn take_focus(&mut self) -> Result<(), JsValue> {
        self.has_focus = true;
        self.dom.set_tab_stop(self.focus, true)
    }

    /// Handles a button or finger going down.
    pub fn pointer_down(&mut self, event: &PointerEvent) -> Result<Option<Intent>, JsValue> {
        if !event.is_primary() || self.waiting.is_some() {
            return Ok(None);
        }
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if self.press.is_some() {
            // Another button during a drag cancels it.
            self.cancel_press();
            self.refresh()?;
            return Ok(None);
        }
        let Some(square) = self.dom.square_at(x, y) else { return Ok(None) };
        if event.button() == 2 && self.view.premoves.any() {
            return Ok(Some(Intent::CancelPremove));
        }
        let is_pen = event.button() == 0 && self.pen.is_some();
        if is_pen || event.button() == 2 || (event.button() == 0 && event.shift_key()) {
            self.is_stroke_of_pen = is_pen;
            self.drawings.start(square, color_of(event, self.pen));
            // Fails only if the pointer is already gone.
            let _ = self.dom.root().set_pointer_capture(event.pointer_id());
            return Ok(None);
        }
        if event.button() != 0 {
            return Ok(None);
        }
        self.drawings.clear();
        let was_selected = self.selected == Some(square);
        let is_destination = self.destinations().contains(square);
        let holds_piece = self.view.is_own(square) && !is_destination;
        if holds_piece {
            self.selected = Some(square);
        }
        let touch = event.pointer_type() != "mouse";
        self.press = Some(Press {
            pointer: event.pointer_id(),
            start: (x, y),
            threshold: if touch { DRAG_DISTANCE_TOUCH } else { DRAG_DISTANCE_MOUSE },
            square,
            holds_piece,
            was_selected,
            dragging: false,
        });
        if holds_piece {
            // Fails only if the pointer is already gone.
            let _ = self.dom.root().set_pointer_capture(event.pointer_id());
        }
        self.focus = square;
        self.dom.set_tab_stop(square, false)?;
        self.refresh()?;
        Ok(None)
    }

    /// Handles pointer movement: only the dragged piece follows.
    pub fn pointer_move(&mut self, event: &PointerEvent) -> Result<(), JsValue> {
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if self.drawings.is_drawing() {
            // Additional fingers don't draw.
            if event.is_primary() {
                self.drawings.extend(self.dom.square_at(x, y), self.view.orientation);
            }
            return Ok(());
        }
        let Some(press) = &mut self.press else { return Ok(()) };
        if press.pointer != event.pointer_id() || !press.holds_piece || !self.view.input.drags() {
            return Ok(());
        }
        if !press.dragging {
            let (dx, dy) = (x - press.start.0, y - press.start.1);
            if dx.hypot(dy) < press.threshold {
                return Ok(());
            }
            press.dragging = true;
        }
        let from = press.square;
        self.dom.drag_to(from, x, y);
        let hover = self.dom.square_at(x, y);
        if hover != self.hover {
            self.hover = hover;
            self.refresh()?;
        }
        Ok(())
    }

    /// Handles a button or finger going up.
    pub fn pointer_up(&mut self, event: &PointerEvent) -> Result<Option<Intent>, JsValue> {
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if self.drawings.is_drawing() {
            if !event.is_primary() {
                return Ok(None);
            }
            if self.dom.square_at(x, y).is_none() {
                // Releasing outside the board cancels the drawing.
                self.drawings.clear_preview(self.view.orientation);
            }
            return self.end_stroke();
        }
        if self.press.as_ref().is_none_or(|press| press.pointer != event.pointer_id()) {
            return Ok(None);
        }
        let Some(press) = self.press.take() else { return Ok(None) };
        self.hover = None;
        let square = self.dom.square_at(x, y);
        let intent = if press.dragging {
            match square {
                Some(to) if to != press.square => self.drop_on(press.square, to),
                _ => {
                    self.dom.release(press.square, press.square, true);
                    None
                }
            }
        } else if press.holds_piece {
            if press.was_selected || !self.view.input.clicks() {
                self.selected = None;
            }
            None
        } else if !self.view.input.clicks() {
            None
        } else if square == Some(press.square) {
            self.choose(press.square, false)
        } else {
            None
        };
        self.refresh()?;
        Ok(intent)
    }

    /// Handles the loss of the pointer (the browser scrolls, or a call comes in).
    pub fn pointer_cancel(&mut self) -> Result<(), JsValue> {
        self.cancel_press();
        self.drawings.clear_preview(self.view.orientation);
        self.refresh()
    }

    /// Handles a key while a square has the focus; returns whether the key was used.
    pub fn key_down(&mut self, event: &KeyboardEvent) -> Result<(bool, Option<Intent>), JsValue> {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return Ok((false, None));
        }
        if let Some(square) = step_by_key(&event.key(), self.focus, self.view.orientation) {
            self.focus = square;
            self.refresh()?;
            self.dom.set_tab_stop(square, true)?;
            return Ok((true, None));
        }
        let intent = match event.key().as_str() {
            "Enter" | " " => match self.pen {
                Some(pen) => self.tap(pen, self.focus),
                None => self.choose(self.focus, true),
            },
            key @ ("a" | "c") if self.drawings.is_kept() => self.draw_by_key(key == "a"),
            "Escape" if self.arrow_from.take().is_some() => None,
            "Escape" if self.selected.take().is_some() => None,
            "Escape" if self.view.premoves.any() => return Ok((true, Some(Intent::CancelPremove))),
            _ => return Ok((false, None)),
        };
        self.refresh()?;
        Ok((true, intent))
    }

    /// Activates a square without a pointer, as assistive technology does.
    pub fn activate(&mut self, square: Square) -> Result<Option<Intent>, JsValue> {
        if self.waiting.is_some() {
            return Ok(None);
        }
        self.cancel_press();
        self.drawings.clear();
        self.focus = square;
        self.dom.set_tab_stop(square, false)?;
        let intent = match self.pen {
            Some(pen) => self.tap(pen, square),
            None => self.choose(square, true),
        };
        self.refresh()?;
        Ok(intent)
    }

    /// Handles a square gaining the keyboard focus, or the board losing it. Screen readers can focus any square.
    pub fn set_focused(&mut self, square: Option<Square>) -> Result<(), JsValue> {
        self.has_focus = square.is_some();
        if let Some(square) = square {
            self.focus = square;
            self.dom.set_tab_stop(square, false)?;
        }
        self.refresh()
    }

    /// Handles a click or Enter on a square: selects, changes the selection, plays, or deselects.
    fn choose(&mut self, square: Square, by_key: bool) -> Option<Intent> {
        let Some(from) = self.selected else {
            self.selected = self.view.is_own(square).then_some(square);
            let is_elsewhere = self.selected.is_none() && self.view.premoves.any();
            return is_elsewhere.then_some(Intent::CancelPremove);
        };
        let intent = match self.view.targets().step(from, square) {
            DropMeaning::Move(m) => Some(Intent::Play(m)),
            DropMeaning::Premove => Some(Intent::Premove(from, square)),
            DropMeaning::Promotion => Some(Intent::Promote { from, to: square, by_key }),
            DropMeaning::Illegal => None,
        };
        self.selected = (intent.is_none() && from != square && self.view.is_own(square)).then_some(square);
        intent
    }

    fn drop_on(&mut self, from: Square, to: Square) -> Option<Intent> {
        let step = self.view.targets().step(from, to);
        match step {
            DropMeaning::Illegal => {
                self.dom.release(from, from, true);
                None
            }
            DropMeaning::Premove => {
                self.dom.release(from, from, true);
                self.selected = None;
                Some(Intent::Premove(from, to))
            }
            DropMeaning::Move(m) if m.is_castling() => {
                // The king's destination may differ from the square where it was dropped.
                let (_, king) = super::view::marked_squares(m);
                self.dom.release(from, king, false);
                self.dropped = Some(king);
                self.selected = None;
                Some(Intent::Play(m))
            }
            DropMeaning::Move(m) => {
                self.dom.release(from, to, false);
                self.dropped = Some(to);
                self.selected = None;
                Some(Intent::Play(m))
            }
            DropMeaning::Promotion => {
                self.dom.release(from, to, false);
                self.dropped = Some(to);
                self.selected = None;
                Some(Intent::Promote { from, to, by_key: false })
            }
        }
    }

    fn cancel_press(&mut self) {
        self.hover = None;
        if let Some(press) = self.press.take()
            && press.dragging
        {
            self.dom.release(press.square, press.square, true);
        }
    }

    fn destinations(&self) -> Bitboard {
        self.selected.map_or(Bitboard::EMPTY, |from| self.view.targets().destinations(from))
    }

    fn marks(&self) -> SquareMarks {
        SquareMarks {
            selected: self.selected,
            destinations: self.destinations(),
            hover: self.hover,
            arrow_from: self.arrow_from,
            focus: self.has_focus.then_some(self.focus),
        }
    }

    fn refresh(&mut self) -> Result<(), JsValue> {
        let marks = self.marks();
        self.dom.mark(&self.view, &marks)
    }
}
