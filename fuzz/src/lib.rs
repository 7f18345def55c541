//! Properties that must hold for any input, one function per kind of input. A violated property panics.
//!
//! The libFuzzer targets (`fuzz_targets`) and the test of the saved corpus (`tests/corpus.rs`) call [`check`].

mod allocation;
mod books;
mod matches;
mod nets;
mod notation;
mod page;
mod pgn;
mod tables;
mod uci;

#[path = "../../src/language.rs"]
#[allow(dead_code, unused_imports, unused_macros)]
mod language;

/// Source files of the page that need no browser, under their names there.
#[path = "../../src/state"]
#[allow(dead_code, unused_imports)]
mod state {
    pub(crate) mod input;
    pub(crate) mod reading;
    pub(crate) mod text;
}

/// Check of a property for any bytes.
type Target = fn(&[u8]);

/// All targets: name and check.
pub const TARGETS: &[(&str, Target)] = &[
    ("fen", notation::fen),
    ("san", notation::san),
    ("pgn", pgn::whole),
    ("pgn_slices", pgn::slices),
    ("epd", pgn::epd),
    ("uci_lines", uci::lines),
    ("uci_session", uci::session),
    ("player", uci::player),
    ("book", books::book),
    ("stats", books::stats),
    ("recipe", books::recipe),
    ("learned", books::learned),
    ("match_file", matches::match_file),
    ("settings", matches::settings),
    ("openings", matches::openings),
    ("syzygy", tables::syzygy),
    ("index", tables::index),
    ("module", page::module),
    ("link", page::link),
    ("lab_link", page::lab_link),
    ("net", nets::net),
    ("training", nets::training),
];

/// Checks one input.
///
/// # Panics
/// If a property does not hold, or the name is not in [`TARGETS`].
pub fn check(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(target, _)| *target == name).expect("a target");
    target(data);
}

/// Decodes an input as a file or a line would be.
fn text(data: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(data)
}
