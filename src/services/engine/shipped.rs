//! Engine builds shipped with the page, and the choice among them. `index.html` names them; a release build adds content hashes to their
//! URLs (`scripts/build/version-assets.mjs`).
//!
//! Each comes in two variants: one evaluates with the net and needs SIMD, the other with the classical terms. `www/start.js` detects which
//! can run, and whether the net builds are cached already.

use super::service::{EngineFiles, OwnBuilds};
use crate::platform::document::{attribute, meta};
use crate::platform::isolation::shares_engine_memory;
use crate::platform::processor;

/// Availability of the net builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetState {
    /// The browser lacks SIMD.
    Unusable,
    /// Not cached yet: the classical terms evaluate until all files of the page have been fetched for offline use.
    Coming,
    /// Cached.
    Here,
}

/// Returns whether a net build can be used on the board now.
pub fn net_state() -> NetState {
    match attribute(":root", "data-net").as_deref() {
        Some("coming") if !is_fetching_over() => NetState::Coming,
        Some("here" | "coming") => NetState::Here,
        _ => NetState::Unusable,
    }
}

/// Returns whether the page's files have been fetched, or will not be until requested (`www/offline.js`).
pub fn is_fetching_over() -> bool {
    matches!(attribute(":root", "data-offline").as_deref(), Some("whole" | "none"))
}

/// Returns the URL of the single-threaded engine, with the net where it can run.
pub fn single() -> String {
    match net_state() {
        NetState::Unusable => terms(),
        NetState::Coming | NetState::Here => meta("tabia-engine-net").unwrap_or_else(terms),
    }
}

/// Returns the URL of the single-threaded engine that evaluates by the classical terms.
pub fn terms() -> String {
    attribute("link[data-engine]", "href").unwrap_or(EngineFiles::default().terms.build_url)
}

/// Returns the URL of the engine worker script.
pub fn worker() -> String {
    meta("tabia-worker").unwrap_or(EngineFiles::default().worker_url)
}

/// Selectable build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedBuild {
    /// URL of the build.
    pub url: String,
    /// URL of its multi-threaded variant, where that can run.
    pub threads_url: Option<String>,
}

/// Returns the builds selectable for games and matches. The first is the default; the second is its opponent in the Lab's first match.
pub fn to_choose() -> Vec<SelectedBuild> {
    let material = meta("tabia-engine-material").map(|url| SelectedBuild { url, threads_url: None });
    let terms = SelectedBuild { url: terms(), threads_url: threaded("tabia-engine-threads") };
    let is_net_usable = net_state() != NetState::Unusable;
    match meta("tabia-engine-net").filter(|_| is_net_usable) {
        Some(url) => {
            let net = SelectedBuild { url, threads_url: threaded("tabia-engine-net-threads") };
            [Some(net), material, Some(terms)].into_iter().flatten().collect()
        }
        None => [Some(terms), material].into_iter().flatten().collect(),
    }
}

/// Returns the URL of the multi-threaded build that `index.html` lists under `name`, if threads are available and there are cores for
/// them.
fn threaded(name: &str) -> Option<String> {
    let has_threads = processor::cores() > 1 && shares_engine_memory();
    meta(name).filter(|_| has_threads)
}

/// Returns the engine of the board; multi-threaded if threads are available and there are cores for them.
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
