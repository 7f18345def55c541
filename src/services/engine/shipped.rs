//! The engine builds that come with the page, and which of them is used: `index.html` names them, and a release build adds a hash
//! of their content to these addresses (`scripts/version-assets.mjs`).
//!
//! Each comes twice: one evaluates with the net and needs SIMD instructions, the other by the classical terms. `www/start.js`
//! finds out which can run, and whether that with the net is in the browser already.

use super::service::{EngineFiles, OwnBuilds};
use crate::platform::document::{attribute, meta};
use crate::platform::isolation::shares_engine_memory;
use crate::platform::processor;

/// What is known of the builds with the net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetState {
    /// The browser has no SIMD instructions.
    Unusable,
    /// They are not in the browser yet: the terms evaluate until the page's files have all been fetched for later.
    Coming,
    /// They are in the browser.
    Here,
}

/// Whether a build with the net can be used on the board now.
pub fn net_state() -> NetState {
    match attribute(":root", "data-net").as_deref() {
        Some("coming") if !is_fetching_over() => NetState::Coming,
        Some("here" | "coming") => NetState::Here,
        _ => NetState::Unusable,
    }
}

/// Whether the page's files have been fetched, or will not be before they are asked for (`www/offline.js`).
pub fn is_fetching_over() -> bool {
    matches!(attribute(":root", "data-offline").as_deref(), Some("whole" | "none"))
}

/// The engine with one thread: that with the net wherever it can run.
pub fn single() -> String {
    match net_state() {
        NetState::Unusable => terms(),
        NetState::Coming | NetState::Here => meta("tabia-engine-net").unwrap_or_else(terms),
    }
}

/// The engine with one thread that evaluates by the classical terms.
pub fn terms() -> String {
    attribute("link[data-engine]", "href").unwrap_or(EngineFiles::default().terms.build_url)
}

/// The script of the engine worker.
pub fn worker() -> String {
    meta("tabia-worker").unwrap_or(EngineFiles::default().worker_url)
}

/// A build that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its address.
    pub url: String,
    /// That of the same engine with threads, where it can run.
    pub threads_url: Option<String>,
}

/// The builds that can be chosen for games and matches. The first is the usual one; the second is the other of the Lab's first match.
pub fn to_choose() -> Vec<Choice> {
    let material = meta("tabia-engine-material").map(|url| Choice { url, threads_url: None });
    let terms = Choice { url: terms(), threads_url: threaded("tabia-engine-threads") };
    let is_net_usable = net_state() != NetState::Unusable;
    match meta("tabia-engine-net").filter(|_| is_net_usable) {
        Some(url) => {
            let net = Choice { url, threads_url: threaded("tabia-engine-net-threads") };
            [Some(net), material, Some(terms)].into_iter().flatten().collect()
        }
        None => [Some(terms), material].into_iter().flatten().collect(),
    }
}

/// The address of a build with threads that `index.html` names so, where threads can be had and there are cores for them.
fn threaded(name: &str) -> Option<String> {
    let has_threads = processor::cores() > 1 && shares_engine_memory();
    meta(name).filter(|_| has_threads)
}

/// The engine of the board: with threads where threads can be had and there are cores for them.
pub fn of_board() -> EngineFiles {
    let defaults = EngineFiles::default();
    let terms = OwnBuilds {
        build_url: threaded("tabia-engine-threads").unwrap_or_else(terms),
        tables_build_url: meta("tabia-engine-tables").unwrap_or(defaults.terms.tables_build_url),
    };
    let net = || {
        Some(OwnBuilds {
            build_url: threaded("tabia-engine-net-threads").or_else(|| meta("tabia-engine-net"))?,
            tables_build_url: meta("tabia-engine-net-tables")?,
        })
    };
    let state = net_state();
    EngineFiles {
        worker_url: worker(),
        terms,
        net: net().filter(|_| state != NetState::Unusable),
        is_net_here: state == NetState::Here,
    }
}
