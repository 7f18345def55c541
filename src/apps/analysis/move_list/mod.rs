//! Move list with variations, comments and glyphs.
//!
//! The list is rendered when the game changes, page by page if it is long. The current move is marked directly in the DOM, so stepping
//! through a game costs two class changes, however long it is.

mod drawn;
mod layout;
mod page;
mod requests;

use crate::apps::analysis::strings;
use crate::components::roving::elements;
use crate::hooks::ByIdentity;
use crate::state::move_list::MoveRow;
use drawn::use_drawn;
use layout::{Block, blocks};
use page::{PAGE, Page, PageOf};
pub use requests::MenuRequest;
use requests::{index_of, use_menu_requests};
use std::rc::Rc;
use tabia_pgn::NodeId;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Properties of [`MoveList`].
#[derive(Properties)]
pub struct MoveListProps {
    /// Moves; compared by identity.
    pub rows: Rc<[MoveRow]>,
    /// Comments before the first move.
    pub opening_comments: Vec<String>,
    /// Result, if there is one.
    pub result: Option<AttrValue>,
    /// Current node.
    pub current: NodeId,
    /// Emits the clicked move.
    pub on_go: Callback<NodeId>,
    /// Marks the moves from the current one to this one.
    pub on_mark: Callback<NodeId>,
    /// Opens the menu of a move.
    pub on_menu: Callback<MenuRequest>,
}

impl PartialEq for MoveListProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.rows, &other.rows)
            && self.current == other.current
            && self.on_go == other.on_go
            && self.on_mark == other.on_mark
            && self.on_menu == other.on_menu
            && self.result == other.result
            && self.opening_comments == other.opening_comments
    }
}

/// Clickable move list.
#[component]
pub fn MoveList(props: &MoveListProps) -> Html {
    let scroller = use_node_ref();
    let rows = ByIdentity(Rc::clone(&props.rows));
    let focus = use_mut_ref(ListFocus::default);
    let blocks = use_memo((rows.clone(), props.opening_comments.clone()), |(rows, comments)| {
        blocks(comments, &rows.0)
    });
    let drawn = use_drawn(&props.rows, &blocks);
    let current = props.rows.iter().position(|row| row.node == props.current);
    // A move on a page not rendered yet is marked once it is.
    let is_drawn =
        current.is_none_or(|index| blocks[..drawn].iter().flat_map(Block::moves).any(|at| at == index));

    use_effect_with((rows.clone(), current, is_drawn), {
        let (scroller, focus) = (scroller.clone(), focus.clone());
        move |(_, current, _): &(ByIdentity<[MoveRow]>, Option<usize>, bool)| {
            if let Some(scroller) = scroller.cast::<HtmlElement>() {
                // The borrow must end before the focus moves.
                let has_focus = focus.borrow().is_here();
                mark_current(&scroller, *current, has_focus);
            }
        }
    });

    // One listener for all moves.
    let ways = (props.on_go.clone(), props.on_mark.clone());
    let onclick = use_callback((rows.clone(), ways), |event: MouseEvent, (rows, (on_go, on_mark))| {
        if let Some(row) = index_of(event.target()).and_then(|index| rows.0.get(index)) {
            let way = if event.shift_key() { on_mark } else { on_go };
            way.emit(row.node);
        }
    });
    let asked = use_callback((rows, props.on_menu.clone()), {
        |(index, x, y): (usize, f64, f64),
         (rows, on_menu): &(ByIdentity<[MoveRow]>, Callback<MenuRequest>)| {
            if let Some(row) = rows.0.get(index) {
                on_menu.emit(MenuRequest { node: row.node, at: (x, y) });
            }
        }
    });
    let requests = use_menu_requests(asked);
    let onfocusin = {
        let focus = focus.clone();
        Callback::from(move |_: FocusEvent| {
            focus.replace(ListFocus { is_inside: true, lost_at: None });
        })
    };
    let onfocusout = Callback::from(move |event: FocusEvent| {
        let lost_at = event.related_target().is_none().then(js_sys::Date::now);
        focus.replace(ListFocus { is_inside: false, lost_at });
    });

    html! {
        <div ref={scroller} class="moves-scroll" tabindex="-1" {onclick} {onfocusin} {onfocusout}
             oncontextmenu={requests.context_menu} onkeydown={requests.key} onpointerdown={requests.pointer_down}
             onpointermove={requests.pointer_move} onpointerup={requests.pointer_end.clone()} onpointercancel={requests.pointer_end}>
            if blocks.is_empty() {
                <p key="empty" class="moves-empty">{ strings::no_moves() }</p>
            } else {
                <div key="blocks" class={classes!("move-pages", (blocks.len() > LONG).then_some("long"))}>
                    { for (0..drawn).step_by(PAGE).map(|from| {
                        let of = PageOf { rows: Rc::clone(&props.rows), blocks: Rc::clone(&blocks), from };
                        html! { <Page key={from} {of} /> }
                    }) }
                </div>
                if let Some(result) = props.result.as_ref().filter(|_| drawn == blocks.len()) {
                    <p key="result" class="game-result">{ result }</p>
                }
            }
        </div>
    }
}

/// Keyboard focus of the list.
#[derive(Clone, Copy, Default)]
struct ListFocus {
    is_inside: bool,
    /// Time at which the focus was lost to nothing, as when its move is deleted; Unix time in milliseconds.
    lost_at: Option<f64>,
}

/// Number of blocks from which only the visible part is laid out; games by humans have fewer.
const LONG: usize = 10 * PAGE;

/// Maximum time since the focus was lost, in milliseconds, to assume that its move was deleted.
const LOST_WITH_ITS_MOVE_MS: f64 = 400.0;

impl ListFocus {
    fn is_here(self) -> bool {
        self.is_inside || self.lost_at.is_some_and(|at| js_sys::Date::now() - at < LOST_WITH_ITS_MOVE_MS)
    }
}

/// Expands the variations around a move. Their toggles become tab stops: those of all variations would be too many.
fn reveal(cell: &Element) {
    let mut inside = cell.closest("details").ok().flatten();
    while let Some(variation) = inside {
        let _ = variation.set_attribute("open", "");
        if let Some(toggle) = variation.first_element_child() {
            let _ = toggle.set_attribute("tabindex", "0");
        }
        inside = variation.parent_element().and_then(|around| around.closest("details").ok().flatten());
    }
}

/// Marks the move with this index, scrolls it into view and unmarks the previous one. `has_focus` means that a move of the list has the
/// keyboard focus, or had it until it was deleted.
fn mark_current(scroller: &HtmlElement, index: Option<usize>, has_focus: bool) {
    if let Ok(Some(old)) = scroller.query_selector(".move[tabindex=\"0\"]") {
        // These cannot fail for valid names.
        let _ = old.class_list().remove_1("current");
        let _ = old.remove_attribute("aria-current");
        let _ = old.set_attribute("tabindex", "-1");
    }
    for toggle in elements(scroller, "summary[tabindex=\"0\"]") {
        let _ = toggle.set_attribute("tabindex", "-1");
    }
    let Some(index) = index else {
        scroller.set_scroll_top(0);
        // At the start of the game, Tab goes to the first move.
        if let Ok(Some(first)) = scroller.query_selector(".move") {
            let _ = first.set_attribute("tabindex", "0");
        }
        if has_focus {
            // The list itself takes over the focus of its move.
            let _ = scroller.focus();
        }
        return;
    };
    let Ok(Some(cell)) = scroller.query_selector(&format!("[data-move=\"{index}\"]")) else { return };
    let _ = cell.class_list().add_1("current");
    let _ = cell.set_attribute("aria-current", "step");
    let _ = cell.set_attribute("tabindex", "0");
    reveal(&cell);
    // The focus stays on the current move when stepping with the focus in the list.
    if has_focus && let Some(cell) = cell.dyn_ref::<HtmlElement>() {
        let _ = cell.focus();
    }
    // Scroll only the list: scrollIntoView would also scroll the page on a phone.
    let (cell, list) = (cell.get_bounding_client_rect(), scroller.get_bounding_client_rect());
    let margin = cell.height() * 1.5;
    let above = list.top() + margin - cell.top();
    let below = cell.bottom() + margin - list.bottom();
    if above > 0.0 {
        scroller.set_scroll_top(scroller.scroll_top() - above as i32);
    } else if below > 0.0 {
        scroller.set_scroll_top(scroller.scroll_top() + below as i32);
    }
}
