//! Restores the keyboard focus when the focused button or field disappears or is disabled, so that focus never falls to the body.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};
use yew::prelude::*;

/// Selectors for where the focus goes: the first of these on the page.
const TARGETS: [&str; 3] = [".play-result > h2", ".play-game .board-grid", ".play-form h2"];

/// Last focused element of the page. Compared by identity.
#[derive(Clone, Default)]
pub struct FocusReturn(Rc<RefCell<Option<Element>>>);

impl PartialEq for FocusReturn {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl FocusReturn {
    /// Returns the callbacks for `focusin` and `focusout` on the page's root element.
    pub fn listeners(&self) -> (Callback<FocusEvent>, Callback<FocusEvent>) {
        let entered = {
            let focus = self.clone();
            Callback::from(move |event: FocusEvent| {
                focus.0.replace(event.target().and_then(|target| target.dyn_into().ok()));
            })
        };
        let left = {
            let focus = self.clone();
            Callback::from(move |_: FocusEvent| {
                let focus = focus.clone();
                // When the browser fires the event, an element being removed is still in the document.
                Timeout::new(0, move || focus.forget_if_left()).forget();
            })
        };
        (entered, left)
    }

    /// Returns whether the element that had the focus can no longer have it.
    fn is_gone(&self) -> bool {
        let last = self.0.borrow();
        last.as_ref().is_some_and(|last| !last.is_connected() || last.matches(":disabled").unwrap_or(false))
    }

    /// Forgets an element that could still have the focus but doesn't: the user moved on.
    fn forget_if_left(&self) {
        let active = document().and_then(|document| document.active_element());
        if !self.is_gone() && *self.0.borrow() != active {
            self.0.replace(None);
        }
    }

    fn restore(&self) {
        let Some(document) = document() else { return };
        if !self.is_gone() || has_focus(&document) {
            return;
        }
        let find = |selector: &str| document.query_selector(selector).ok().flatten();
        if let Some(target) = TARGETS.into_iter().find_map(find) {
            give_focus(&target);
        }
    }
}

/// Restores a lost focus after each rendering of the component.
#[hook]
pub fn use_focus_return(focus: &FocusReturn) {
    let focus = focus.clone();
    use_effect(move || {
        if focus.0.borrow().is_some() {
            // A closing dialog has restored the focus itself by then.
            Timeout::new(0, move || focus.restore()).forget();
        }
    });
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Returns whether a usable element has the focus.
fn has_focus(document: &Document) -> bool {
    let active = document.active_element();
    active.is_some_and(|active| active.tag_name() != "BODY" && !active.matches(":disabled").unwrap_or(false))
}

/// Focuses a heading or the board: after a click the board as a whole, so that the arrow keys still step through the moves; after
/// keyboard use its current square.
fn give_focus(target: &Element) {
    let focus = |element: &Element| element.dyn_ref::<HtmlElement>().map(HtmlElement::focus);
    focus(target);
    if target.matches(":focus-visible").unwrap_or(false)
        && let Ok(Some(square)) = target.query_selector("[tabindex='0']")
    {
        focus(&square);
    }
}
