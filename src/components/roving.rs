//! One tab stop for a group of controls, with arrow keys moving between them (WAI-ARIA Authoring Practices, "roving tabindex").

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// Returns where a key leads in rows of the given lengths; `None` if it is not a navigation key.
pub fn step(key: &str, (row, column): (usize, usize), rows: &[usize]) -> Option<(usize, usize)> {
    let here = *rows.get(row)?;
    let within = |row: usize| rows.get(row).filter(|&&len| len > 0).map(|len| (row, column.min(len - 1)));
    let stay = (row, column);
    Some(match key {
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, (column + 1).min(here.saturating_sub(1))),
        "ArrowUp" => row.checked_sub(1).and_then(within).unwrap_or(stay),
        "ArrowDown" => within(row + 1).unwrap_or(stay),
        "Home" => (row, 0),
        "End" => (row, here.saturating_sub(1)),
        _ => return None,
    })
}

/// Moves the focus among the controls of a group, given as rows of elements. Does nothing if the focus was set by a pointer: arrow keys
/// then step through the game, as elsewhere on the page.
pub fn move_focus(event: &KeyboardEvent, rows: &[Vec<HtmlElement>]) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
        return;
    }
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    if !target.matches(":focus-visible").unwrap_or(false) {
        return;
    }
    let place = rows.iter().enumerate().find_map(|(row, controls)| {
        let column = controls.iter().position(|control| **control == target)?;
        Some((row, column))
    });
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let Some((row, column)) = place.and_then(|place| step(&event.key(), place, &lengths)) else { return };
    event.prevent_default();
    event.stop_propagation();
    if let Some(control) = rows.get(row).and_then(|controls| controls.get(column)) {
        // Focusing an element of the page never fails.
        let _ = control.focus();
    }
}

/// Returns the descendants of `parent` that match a selector, in document order.
pub fn elements(parent: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = parent.query_selector_all(selector) else { return Vec::new() };
    (0..found.length())
        .filter_map(|index| found.item(index).and_then(|node| node.dyn_into::<HtmlElement>().ok()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_stay_among_the_controls() {
        let rows = [3, 1, 0];
        for (key, from, to) in [
            ("ArrowRight", (0, 0), (0, 1)),
            ("ArrowRight", (0, 2), (0, 2)),
            ("ArrowLeft", (0, 0), (0, 0)),
            ("ArrowDown", (0, 2), (1, 0)),
            ("ArrowDown", (1, 0), (1, 0)),
            ("ArrowUp", (0, 1), (0, 1)),
            ("End", (0, 0), (0, 2)),
            ("Home", (0, 2), (0, 0)),
        ] {
            assert_eq!(step(key, from, &rows), Some(to), "{key} from {from:?}");
        }
        assert_eq!(step("Enter", (0, 0), &rows), None);
        assert_eq!(step("Home", (7, 0), &rows), None);
    }
}
