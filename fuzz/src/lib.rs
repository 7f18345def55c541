//! What must hold for any input, one function for each kind of it. A broken property is a panic.
//!
//! The targets of libFuzzer (`fuzz_targets`) and the test of the kept corpus (`tests/corpus.rs`) call [`check`].

mod allocation;
mod books;
mod matches;
mod nets;
mod notation;
mod page;
mod pgn;
mod tables;
mod uci;

/// Files of the page that need no browser, by the names that they have there.
#[path = "../../src/state"]
#[allow(dead_code, unused_imports)]
mod state {
    pub(crate) mod input;
    pub(crate) mod reading;
    pub(crate) mod text;
}

/// A property of any bytes.
type Target = fn(&[u8]);

/// All targets: name, and what is checked.
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
/// When a property does not hold, or the name is none of [`TARGETS`].
pub fn check(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(target, _)| *target == name).expect("a target");
    target(data);
}

/// The text of an input, as a file or a line would be taken.
fn text(data: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(data)
}
