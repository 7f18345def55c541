//! Measurements taken so far, and the engine they are taken with.

use std::rc::Rc;

use yew::prelude::*;

use super::known::KNOWN;
use crate::apps::tools::strings;
use crate::platform::processor;
use crate::services::engine_loader::EngineLoader;
use crate::services::speed::measure::{Latencies, MoveSpeed, Perft, SearchSpeed, SpeedTarget};

/// Depth of the reference counts (`FIGURES`).
const COMPARED_DEPTH: usize = 6;

/// Measurements taken so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Perft, if run.
    pub perft: Option<PerftResult>,
    /// Leaf nodes per second, if comparable with other machines ([`PerftResult::comparable_rate`]).
    pub leaves: Option<f64>,
    /// Moves per second.
    pub moves: Option<MoveSpeed>,
    /// Search speed with one engine and with all cores.
    pub search: Vec<SearchSpeed>,
    /// Engine latencies.
    pub latencies: Option<Latencies>,
}

/// Update of the measurements.
pub enum Measurement {
    /// Perft.
    Perft(PerftResult),
    /// Moves per second.
    Moves(MoveSpeed),
    /// Clears the search results before a new search.
    NoSearch,
    /// Search result.
    Search(SearchSpeed),
    /// Engine latencies.
    Latencies(Latencies),
}

impl Reducible for Measured {
    type Action = Measurement;

    fn reduce(self: Rc<Self>, found: Measurement) -> Rc<Self> {
        let mut next = (*self).clone();
        match found {
            Measurement::Perft(perft) => {
                next.leaves = perft.comparable_rate().or(next.leaves);
                next.perft = Some(perft);
            }
            Measurement::Moves(moves) => next.moves = Some(moves),
            Measurement::NoSearch => next.search.clear(),
            Measurement::Search(search) => next.search.push(search),
            Measurement::Latencies(latencies) => next.latencies = Some(latencies),
        }
        Rc::new(next)
    }
}

/// Returns the engine to measure, the built-in one.
///
/// # Errors
/// If it is not available.
pub async fn subject(loader: &EngineLoader) -> Result<SpeedTarget, String> {
    let engines = loader.list().await.map_err(|error| error.to_string())?;
    let first = engines.first().ok_or_else(|| strings::no_engine().to_owned())?;
    let module = loader.module(&first.id).await.map_err(|error| error.to_string())?;
    let module = module.ok_or_else(|| strings::no_engine().to_owned())?;
    Ok(SpeedTarget { worker_url: loader.worker_url().to_owned(), module })
}

/// Number of processor cores, as reported by the browser.
pub fn cores() -> usize {
    processor::cores().min(64)
}

/// Perft result of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerftResult {
    /// Name of the position.
    pub name: String,
    /// Position.
    pub fen: String,
    /// Counts at depth 1, 2, …
    pub depths: Vec<Perft>,
    /// Known counts.
    pub known: Vec<u64>,
}

impl PerftResult {
    /// Returns the leaf nodes per second of `perft 6` from the starting position, which is what other machines counted; `None` if it was
    /// not counted. Shallower counts are too fast to time, and the trees of other positions aren't comparable.
    pub fn comparable_rate(&self) -> Option<f64> {
        let counted = self.depths.get(COMPARED_DEPTH - 1).filter(|_| self.fen == KNOWN[0].fen)?;
        Some(counted.nodes as f64 * 1000.0 / counted.ms.max(0.1))
    }

    /// Returns whether the count at a depth (from 1) matches the known one; `None` if unknown.
    pub fn is_right(&self, depth: usize) -> Option<bool> {
        let (counted, known) = (self.depths.get(depth.checked_sub(1)?)?, self.known.get(depth - 1)?);
        Some(counted.nodes == *known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds the count of a position to a depth; each depth takes a second.
    fn counted(known: usize, depth: usize) -> Measurement {
        let depths = (1..=depth).map(|depth| Perft { nodes: depth as u64, ms: 1000.0, ..Perft::default() });
        let fen = KNOWN[known].fen.to_owned();
        Measurement::Perft(PerftResult { fen, depths: depths.collect(), ..PerftResult::default() })
    }

    #[test]
    fn only_what_other_machines_counted_stands_beside_their_figures() {
        let after = |found: &[(usize, usize)]| {
            let begun = Rc::new(Measured::default());
            found
                .iter()
                .fold(begun, |measured, (known, depth)| measured.reduce(counted(*known, *depth)))
                .leaves
        };
        assert_eq!(after(&[(0, 5)]), None, "not deep enough");
        assert_eq!(after(&[(2, 6)]), None, "another position");
        assert_eq!(after(&[(0, 6)]), Some(6.0));
        assert_eq!(after(&[(0, 7)]), Some(6.0), "its depth 6");
        assert_eq!(after(&[(0, 6), (2, 3)]), Some(6.0), "what was measured stays");
    }
}
