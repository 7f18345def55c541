//! Inputs of the page: engine builds and addresses. The modules are the page's own files, included here because they need no browser.

use wasmparser::{Parser, Payload, Validator};

use crate::allocation::bounded;
use crate::text;

#[path = "../../src/services/matches/carried.rs"]
#[allow(dead_code)]
mod lab_links;
#[path = "../../src/state/link.rs"]
#[allow(dead_code)]
mod links;
#[path = "../../src/services/engine/memory.rs"]
#[allow(dead_code)]
mod memory;

/// Memory limit of a build here, in MiB and in pages.
const LIMIT_MB: u32 = 64;
const LIMIT_PAGES: u64 = 1024;

/// A valid build has only bounded memories, and only with 32-bit addresses.
pub(crate) fn module(data: &[u8]) {
    let Ok(build) = bounded(data, 64, || memory::with_memory_limit(data, LIMIT_MB)) else { return };
    if Validator::new().validate_all(&build).is_err() {
        return;
    }
    let mut memories = 0;
    for payload in Parser::new(0).parse_all(&build) {
        let Ok(Payload::MemorySection(section)) = payload else { continue };
        for memory in section.into_iter().flatten() {
            memories += 1;
            let is_plain = !memory.memory64 && !memory.shared && memory.page_size_log2.is_none();
            assert!(is_plain, "a memory of another kind: {memory:?}");
            assert!(memory.maximum.is_some_and(|pages| pages <= LIMIT_PAGES), "unbounded: {memory:?}");
        }
    }
    assert!(memories <= 1, "{memories} memories");
}

/// A link survives a round trip.
pub(crate) fn link(data: &[u8]) {
    let text = text(data);
    if let Some(Ok(carried)) = bounded(data, 16, || links::Carried::of_hash(&text)) {
        // A position with leading or trailing spaces, or with escaped characters, is written in plain form.
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

/// The contents of a Lab link are within the bounds of a match, and survive a round trip.
pub(crate) fn lab_link(data: &[u8]) {
    let text = text(data);
    let Ok(link) = bounded(data, 4000, || lab_links::read(&text)) else { return };
    let written = lab_links::text(&link);
    let again = lab_links::read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again, link, "{written}");
    if let lab_links::Link::Part { header, share } = link {
        assert!(share.part < share.of);
        // It can be stored and played without changes.
        assert!(
            tabia_arena::MatchProgress::new(header, tabia_arena::Openings::default()).is_ok(),
            "{written}"
        );
    }
}
