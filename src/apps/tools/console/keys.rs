//! Keyboard navigation in the list of lines, as in the table of a test suite.

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;

use super::lines::ShownLines;
use super::wanted::WantedLines;

/// Number of lines that Page Up and Page Down move by.
const PAGE: usize = 15;

/// Returns the target of a key press, given the selected line and the number of lines.
fn place_after(key: &str, here: Option<usize>, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    let place = match (key, here) {
        ("Home", _) => 0,
        // Without a selection, start at the newest line.
        ("End", _) | ("ArrowDown" | "ArrowUp" | "PageDown" | "PageUp", None) => last,
        ("ArrowDown", Some(here)) => here + 1,
        ("ArrowUp", Some(here)) => here.saturating_sub(1),
        ("PageDown", Some(here)) => here + PAGE,
        ("PageUp", Some(here)) => here.saturating_sub(PAGE),
        _ => return None,
    };
    Some(place.min(last))
}

/// Moves the selection from line to line; Escape clears it.
pub fn on_keys(
    shown: &Rc<RefCell<ShownLines>>,
    chosen: &UseStateHandle<Option<u64>>,
    wanted: &UseStateHandle<WantedLines>,
) -> Callback<KeyboardEvent> {
    let (shown, chosen, wanted) = (shown.clone(), chosen.clone(), wanted.clone());
    Callback::from(move |event: KeyboardEvent| {
        if event.alt_key() || event.ctrl_key() || event.meta_key() {
            return;
        }
        if event.key() == "Escape" && chosen.is_some() {
            event.prevent_default();
            return chosen.set(None);
        }
        let shown = shown.borrow();
        let here = chosen.and_then(|number| shown.numbers().position(|other| other == number));
        let number = place_after(&event.key(), here, shown.len()).and_then(|place| shown.number(place));
        if let Some(number) = number {
            event.prevent_default();
            chosen.set(Some(number));
            // New lines would scroll the selected one out of view.
            wanted.set(WantedLines { follows: false, ..(*wanted).clone() });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::place_after;

    #[test]
    fn keys_go_from_line_to_line_and_stay_among_them() {
        for (key, here, count, place) in [
            ("ArrowDown", Some(3), 10, Some(4)),
            ("ArrowDown", Some(9), 10, Some(9)),
            ("ArrowUp", Some(0), 10, Some(0)),
            ("ArrowUp", None, 10, Some(9)),
            ("PageUp", Some(20), 40, Some(5)),
            ("PageDown", Some(30), 40, Some(39)),
            ("Home", Some(5), 10, Some(0)),
            ("End", Some(5), 10, Some(9)),
            ("End", None, 0, None),
            ("a", Some(5), 10, None),
        ] {
            assert_eq!(place_after(key, here, count), place, "{key} at {here:?} of {count}");
        }
    }
}
