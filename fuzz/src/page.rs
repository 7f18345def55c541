//! What comes to the page: addresses. The module is the page's own file, compiled in here because it needs no browser.

use crate::allocation::bounded;
use crate::text;

#[path = "../../src/state/link.rs"]
#[allow(dead_code)]
mod links;

/// A link is read again from what is written of it.
pub(crate) fn link(data: &[u8]) {
    let text = text(data);
    if let Some(Ok(carried)) = bounded(data, 16, || links::Carried::of_hash(&text)) {
        // A position that has blanks at its ends, or escaped signs, is written plainly.
        let plain = links::Carried::of_hash(&carried.hash());
        if !matches!(&carried.what, links::Freight::Position(fen) if fen.contains(['&', '%', '+', '_']) || fen.trim() != fen)
        {
            assert_eq!(plain, Some(Ok(carried)), "{text}");
        }
    }
    if let Some(link) = links::game_link(&text) {
        assert!(link.starts_with("#/?game="));
    }
    let compact = links::compact(&text);
    assert!(compact.len() <= text.len() + 2);
}
