//! Opens the menu of a move: right click, long press or menu key.

use gloo_timers::callback::Timeout;
use tabia_pgn::NodeId;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Duration of a long press, in milliseconds, as usual on mobile systems.
const LONG_PRESS_MS: u32 = 500;

/// Maximum movement during a long press, in CSS pixels.
const STILL_PX: f64 = 10.0;

/// Request to open the menu of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MenuRequest {
    /// The move.
    pub node: NodeId,
    /// Position of the menu, in CSS pixels of the window.
    pub at: (f64, f64),
}

/// Event listeners of the list.
pub struct MenuListeners {
    /// Context menu, by right click or the browser's equivalent.
    pub context_menu: Callback<MouseEvent>,
    /// Key press.
    pub key: Callback<KeyboardEvent>,
    /// Pointer down.
    pub pointer_down: Callback<PointerEvent>,
    /// Pointer move.
    pub pointer_move: Callback<PointerEvent>,
    /// Pointer up, or the browser started scrolling.
    pub pointer_end: Callback<PointerEvent>,
}

/// Long press in progress.
struct LongPress {
    at: (f64, f64),
    _timer: Timeout,
}

/// Listens for menu requests; emits the index of the move in the rows and the position.
#[hook]
pub fn use_menu_requests(asked: Callback<(usize, f64, f64)>) -> MenuListeners {
    let press = use_mut_ref(|| None::<LongPress>);
    let context_menu = {
        let (asked, press) = (asked.clone(), press.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(index) = index_of(event.target()) else { return };
            event.prevent_default();
            // Some browsers also detect the long press: don't open the menu twice.
            press.borrow_mut().take();
            let at = (f64::from(event.client_x()), f64::from(event.client_y()));
            // A key press has no position.
            let (x, y) = if at == (0.0, 0.0) { below(event.target()).unwrap_or(at) } else { at };
            asked.emit((index, x, y));
        })
    };
    let key = {
        let asked = asked.clone();
        Callback::from(move |event: KeyboardEvent| {
            let is_menu_key = event.key() == "ContextMenu" || (event.key() == "F10" && event.shift_key());
            if let Some((index, (x, y))) =
                index_of(event.target()).zip(below(event.target())).filter(|_| is_menu_key)
            {
                event.prevent_default();
                asked.emit((index, x, y));
            }
        })
    };
    let pointer_down = {
        let press = press.clone();
        Callback::from(move |event: PointerEvent| {
            press.borrow_mut().take();
            let index =
                index_of(event.target()).filter(|_| event.pointer_type() != "mouse" && event.is_primary());
            let Some(index) = index else { return };
            let at = (f64::from(event.client_x()), f64::from(event.client_y()));
            let asked = asked.clone();
            let timer = Timeout::new(LONG_PRESS_MS, move || asked.emit((index, at.0, at.1)));
            press.replace(Some(LongPress { at, _timer: timer }));
        })
    };
    let pointer_move = {
        let press = press.clone();
        Callback::from(move |event: PointerEvent| {
            let at = (f64::from(event.client_x()), f64::from(event.client_y()));
            let has_moved = |press: &LongPress| (at.0 - press.at.0).hypot(at.1 - press.at.1) > STILL_PX;
            let mut press = press.borrow_mut();
            if press.as_ref().is_some_and(has_moved) {
                *press = None;
            }
        })
    };
    let pointer_end = Callback::from(move |_: PointerEvent| {
        press.borrow_mut().take();
    });
    MenuListeners { context_menu, key, pointer_down, pointer_move, pointer_end }
}

/// Returns the bottom left corner of an element.
fn below(target: Option<web_sys::EventTarget>) -> Option<(f64, f64)> {
    let place = target?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
    Some((place.left(), place.bottom()))
}

/// Returns the row index of the move that an event belongs to, including events on its annotations.
pub fn index_of(target: Option<web_sys::EventTarget>) -> Option<usize> {
    let target = target?.dyn_into::<Element>().ok()?;
    let cell = target.closest("[data-move], [data-about-move]").ok()??;
    cell.get_attribute("data-move").or_else(|| cell.get_attribute("data-about-move"))?.parse().ok()
}
