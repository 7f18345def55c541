//! Returns the keyboard's focus when the button or field that has it disappears or is disabled, so that it never falls to the body.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};
use yew::prelude::*;

/// Where the focus returns to: the first of these on the page.
const TARGETS: [&str; 3] = [".play-result > h2", ".play-game .board-grid", ".play-form h2"];

/// Remembers which element of the page has the focus. Compared by identity.
#[derive(Clone, Default)]
pub struct FocusReturn(Rc<RefCell<Option<Element>>>);

impl PartialEq for FocusReturn {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl FocusReturn {
    /// The callbacks for `focusin` and `focusout` on the page's outermost element.
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
                // An element that is being removed is still there while the browser says so.
                Timeout::new(0, move || focus.forget_if_left()).forget();
            })
        };
        (entered, left)
    }

    /// Whether the element that had the focus can no longer have it.
    fn is_gone(&self) -> bool {
        let last = self.0.borrow();
        last.as_ref().is_some_and(|last| !last.is_connected() || last.matches(":disabled").unwrap_or(false))
    }

    /// Forgets an element that can still have the focus, but has not: the user went elsewhere.
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

/// Returns the focus, if it was lost, after each rendering of the component.
#[hook]
pub fn use_focus_return(focus: &FocusReturn) {
    let focus = focus.clone();
    use_effect(move || {
        if focus.0.borrow().is_some() {
            // A dialog that closes has then returned the focus itself.
            Timeout::new(0, move || focus.restore()).forget();
        }
    });
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Whether an element that can be used has the focus.
fn has_focus(document: &Document) -> bool {
    let active = document.active_element();
    active.is_some_and(|active| active.tag_name() != "BODY" && !active.matches(":disabled").unwrap_or(false))
}

/// Focuses a heading, or the board: as a whole after a click, so that the arrow keys still step through the moves; with the keyboard,
/// its current square.
fn give_focus(target: &Element) {
    let focus = |element: &Element| element.dyn_ref::<HtmlElement>().map(HtmlElement::focus);
    focus(target);
    if target.matches(":focus-visible").unwrap_or(false)
        && let Ok(Some(square)) = target.query_selector("[tabindex='0']")
    {
        focus(&square);
    }
}
