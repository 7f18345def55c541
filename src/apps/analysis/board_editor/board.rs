//! Editor board with spare pieces.

use super::drag::{Drag, show_ghost, square_at};
use crate::apps::analysis::strings;
use crate::components::board::describe::piece_name;
use crate::components::board::view::{square_in_slot, step_by_key};
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_window_event;
use crate::state::board_editor::BoardEditorAction;
use tabia_chess::{Bitboard, Color, Piece, Role, Setup, Square};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Action of a click on a square.
#[derive(Clone, Copy, PartialEq, Debug)]
enum EditorTool {
    /// Picks up the piece and moves it to the next square clicked.
    Hand,
    /// Empties the square.
    Eraser,
    /// Places this piece, or removes it if it is already there.
    Piece(Piece),
}

/// Properties of [`EditorBoard`].
#[derive(Properties, PartialEq)]
pub struct EditorBoardProps {
    /// Position.
    pub setup: Setup,
    /// Side at the bottom.
    pub orientation: Color,
    /// Squares with faults.
    pub marked: Bitboard,
    /// Emits changes of the position.
    pub on_action: Callback<BoardEditorAction>,
}

/// Shared state of the board's listeners.
#[derive(Clone)]
struct EditorParts {
    setup: Setup,
    orientation: Color,
    tool: UseStateHandle<EditorTool>,
    /// Square of the piece picked up.
    taken: UseStateHandle<Option<Square>>,
    focus: UseStateHandle<Square>,
    board: NodeRef,
    on_action: Callback<BoardEditorAction>,
}

/// Board between two rows of spare pieces.
#[component]
pub fn EditorBoard(props: &EditorBoardProps) -> Html {
    let EditorBoardProps { setup, orientation, marked, on_action } = props;
    let (board, ghost) = (use_node_ref(), use_node_ref());
    let parts = EditorParts {
        setup: *setup,
        orientation: *orientation,
        tool: use_state_eq(|| EditorTool::Hand),
        taken: use_state_eq(|| None),
        focus: use_state_eq(|| Square::E1),
        board: board.clone(),
        on_action: on_action.clone(),
    };
    let (grab, carried) = use_drag(&parts, &ghost);
    let onpointerdown = {
        let (parts, grab) = (parts.clone(), grab.clone());
        Callback::from(move |event: PointerEvent| parts.press(&event, &grab))
    };
    let onkeydown = {
        let parts = parts.clone();
        Callback::from(move |event: KeyboardEvent| parts.key(&event))
    };
    // Clicks without a pointer, from assistive technology.
    let onclick = {
        let parts = parts.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(square) = square_of(event.target()).filter(|_| event.detail() == 0) {
                parts.choose(square);
            }
        })
    };
    let oncontextmenu = Callback::from(|event: MouseEvent| event.prevent_default());
    let tool = *parts.tool;
    html! {
        <div class="set-up-board">
            { spares(!*orientation, &parts, &grab) }
            <div ref={board} class={classes!("set-up-grid", (tool != EditorTool::Hand).then_some("painting"))} role="grid" aria-label={strings::position_being_set_up()}
                 {onpointerdown} {onkeydown} {onclick} {oncontextmenu}>
                { for (0..8).map(|row| html! { <div key={row} class="board-row" role="row">{ for (0..8).map(|column| cell(&parts, *marked, column, row)) }</div> }) }
            </div>
            { spares(*orientation, &parts, &grab) }
            <div class="set-up-tools">
                { tool_button(&parts, EditorTool::Hand, Icon::Hand, strings::move_pieces()) }
                { tool_button(&parts, EditorTool::Eraser, Icon::Delete, strings::erase_pieces()) }
                <p class="set-up-hint">{ strings::set_up_keys() }</p>
            </div>
            <div ref={ghost} class={classes!("set-up-ghost", carried.map(piece_class))} aria-hidden="true" />
        </div>
    }
}

/// Starts to drag a piece.
type Grab = Callback<(Piece, Option<Square>, (f64, f64))>;

/// Implements dragging: returns the callback that starts it, and the dragged piece. `ghost` shows it under the pointer.
#[hook]
fn use_drag(parts: &EditorParts, ghost: &NodeRef) -> (Grab, Option<Piece>) {
    let drag = use_mut_ref(|| None::<Drag>);
    let carried = use_state_eq(|| None::<Piece>);
    let board = &parts.board;
    let grab = {
        let (drag, carried) = (drag.clone(), carried.setter());
        Callback::from(move |(piece, from, start): (Piece, Option<Square>, (f64, f64))| {
            carried.set(Some(piece));
            drag.replace(Some(Drag { piece, from, start, is_moving: false }));
        })
    };
    let moved = {
        let (drag, board, ghost) = (drag.clone(), board.clone(), ghost.clone());
        Callback::from(move |event: PointerEvent| {
            let at = point(&event);
            let mut drag = drag.borrow_mut();
            let Some(drag) = drag.as_mut() else { return };
            drag.follow(at);
            if let (true, Some(ghost), Some(board)) =
                (drag.is_moving, ghost.cast::<HtmlElement>(), board.cast::<HtmlElement>())
            {
                show_ghost(&ghost, &board, at);
            }
        })
    };
    use_window_event("pointermove", moved);
    let ended = {
        let (drag, carried, parts) = (drag.clone(), carried.setter(), parts.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(drag) = drag.borrow_mut().take() else { return };
            carried.set(None);
            if drag.is_moving && event.type_() == "pointerup" {
                parts.drop(drag, point(&event));
            }
        })
    };
    use_window_event("pointerup", ended.clone());
    use_window_event("pointercancel", ended);
    (grab, *carried)
}

fn point(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

fn piece_class(piece: Piece) -> Classes {
    let color = if piece.color == Color::White { "white" } else { "black" };
    classes!("piece", color, piece.role.upper_char().to_string())
}

fn square_of(target: Option<web_sys::EventTarget>) -> Option<Square> {
    let cell = target?.dyn_into::<Element>().ok()?.closest("[data-square]").ok()??;
    cell.get_attribute("data-square")?.parse().ok()
}

impl EditorParts {
    /// Handles pointer down on the board.
    fn press(&self, event: &PointerEvent, grab: &Callback<(Piece, Option<Square>, (f64, f64))>) {
        let Some(square) = square_of(event.target()) else { return };
        if event.button() == 2 {
            self.on_action.emit(BoardEditorAction::Put(square, None));
            return;
        }
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        self.focus.set(square);
        let piece = self.setup.board.piece_at(square);
        // The second click of a move doesn't pick up a piece.
        let is_free = self.taken.is_none_or(|taken| taken == square);
        if let (EditorTool::Hand, Some(piece), true) = (*self.tool, piece, is_free) {
            grab.emit((piece, Some(square), point(event)));
        }
        self.choose(square);
    }

    /// Drops a dragged piece.
    fn drop(&self, drag: Drag, at: (f64, f64)) {
        let target =
            self.board.cast::<HtmlElement>().and_then(|board| square_at(&board, at, self.orientation));
        self.taken.set(None);
        match (drag.from, target) {
            (Some(from), Some(to)) if from == to => {}
            (Some(from), Some(to)) => self.on_action.emit(BoardEditorAction::Move(from, to)),
            // Dropping a piece off the board removes it.
            (Some(from), None) => self.on_action.emit(BoardEditorAction::Put(from, None)),
            (None, Some(to)) => self.on_action.emit(BoardEditorAction::Put(to, Some(drag.piece))),
            (None, None) => {}
        }
    }

    /// Handles a click or Enter on a square.
    fn choose(&self, square: Square) {
        let piece = self.setup.board.piece_at(square);
        match *self.tool {
            EditorTool::Hand => match *self.taken {
                Some(from) => {
                    self.taken.set(None);
                    if from != square {
                        self.on_action.emit(BoardEditorAction::Move(from, square));
                    }
                }
                None => self.taken.set(piece.map(|_| square)),
            },
            EditorTool::Eraser => self.on_action.emit(BoardEditorAction::Put(square, None)),
            EditorTool::Piece(tool) => {
                self.on_action.emit(BoardEditorAction::Put(square, (piece != Some(tool)).then_some(tool)));
            }
        }
    }

    /// Handles a key on the focused square: arrows move the focus, a FEN letter places that piece.
    fn key(&self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let square = square_of(event.target()).unwrap_or(*self.focus);
        let key = event.key();
        if let Some(next) = step_by_key(&key, square, self.orientation) {
            event.prevent_default();
            return self.focus_on(next);
        }
        match key.as_str() {
            "Enter" | " " => self.choose(square),
            "Delete" | "Backspace" => self.on_action.emit(BoardEditorAction::Put(square, None)),
            key => {
                let letter = key.chars().next().filter(|_| key.chars().count() == 1);
                let Some(piece) = letter.and_then(Piece::from_char) else { return };
                self.on_action.emit(BoardEditorAction::Put(square, Some(piece)));
            }
        }
        event.prevent_default();
    }

    fn focus_on(&self, square: Square) {
        self.focus.set(square);
        let cell = self
            .board
            .cast::<Element>()
            .and_then(|board| board.query_selector(&format!("[data-square=\"{square}\"]")).ok().flatten());
        if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
            // Squares are focusable.
            let _ = cell.focus();
        }
    }
}

fn cell(parts: &EditorParts, marked: Bitboard, column: usize, row: usize) -> Html {
    let Some(square) = square_in_slot(column, row, parts.orientation) else { return html! {} };
    let piece = parts.setup.board.piece_at(square);
    let mut label = format!("{square}, {}", piece.map_or_else(strings::empty_square, piece_name));
    let is_marked = marked.contains(square);
    let is_taken = *parts.taken == Some(square);
    for (is_so, words) in [(is_marked, strings::something_is_wrong()), (is_taken, strings::in_hand())] {
        if is_so {
            label.push_str(", ");
            label.push_str(words);
        }
    }
    let class = classes!(
        "cell",
        (!square.is_light()).then_some("dark"),
        is_taken.then_some("selected"),
        is_marked.then_some("faulty")
    );
    let tabindex = if *parts.focus == square { "0" } else { "-1" };
    let file = (row == 7).then(|| square.file().char().to_string());
    let rank = (column == 0).then(|| square.rank().char().to_string());
    html! {
        <div key={square.to_string()} {class} role="gridcell" {tabindex} aria-label={label} data-square={square.to_string()} data-file={file} data-rank={rank}>
            if let Some(piece) = piece { <span class={piece_class(piece)} /> }
        </div>
    }
}

fn spares(color: Color, parts: &EditorParts, grab: &Callback<(Piece, Option<Square>, (f64, f64))>) -> Html {
    let spare = |role: Role| {
        let piece = Piece::new(color, role);
        let is_on = *parts.tool == EditorTool::Piece(piece);
        let choose = {
            let (tool, taken) = (parts.tool.clone(), parts.taken.clone());
            Callback::from(move |_: MouseEvent| {
                taken.set(None);
                tool.set(if is_on { EditorTool::Hand } else { EditorTool::Piece(piece) });
            })
        };
        let onpointerdown = {
            let grab = grab.clone();
            Callback::from(move |event: PointerEvent| {
                if event.button() == 0 && event.is_primary() {
                    grab.emit((piece, None, point(&event)));
                }
            })
        };
        html! {
            <button key={role.index()} type="button" class={classes!("spare", is_on.then_some("on"))} aria-pressed={is_on.to_string()}
                    aria-label={strings::put_piece(&piece_name(piece))} title={strings::put_piece(&piece_name(piece))} onclick={choose} {onpointerdown}>
                <span class={piece_class(piece)} />
            </button>
        }
    };
    html! {
        <div class="spares" role="group" aria-label={if color == Color::White { strings::white_pieces() } else { strings::black_pieces() }}>
            { for ROLES.into_iter().map(spare) }
        </div>
    }
}

fn tool_button(parts: &EditorParts, tool: EditorTool, icon: Icon, label: &'static str) -> Html {
    let is_on = *parts.tool == tool;
    let (setter, taken) = (parts.tool.clone(), parts.taken.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        taken.set(None);
        setter.set(tool);
    });
    html! {
        <button type="button" class={classes!("button", "small", is_on.then_some("on"))} aria-pressed={is_on.to_string()} {onclick}>
            <IconView {icon} />{ label }
        </button>
    }
}
