//! What was measured so far, and of what.

use std::rc::Rc;

use yew::prelude::*;

use super::known::KNOWN;
use crate::apps::tools::strings;
use crate::platform::processor;
use crate::services::engine_room::EngineRoom;
use crate::services::speed::measure::{Latencies, Moves, Perft, Search, Subject};

/// The depth that other machines counted (`FIGURES`).
const COMPARED_DEPTH: usize = 6;

/// What was measured so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Perft, if it was counted.
    pub perft: Option<PerftResult>,
    /// Leaves a second where the count can be compared with those of other machines ([`PerftResult::comparable_rate`]).
    pub leaves: Option<f64>,
    /// Moves a second.
    pub moves: Option<Moves>,
    /// The search with one engine, and with all cores.
    pub search: Vec<Search>,
    /// How soon engines do something.
    pub latencies: Option<Latencies>,
}

/// What changes what was measured.
pub enum Found {
    /// Perft.
    Perft(PerftResult),
    /// Moves a second.
    Moves(Moves),
    /// The search begins anew.
    NoSearch,
    /// The search.
    Search(Search),
    /// Latencies.
    Latencies(Latencies),
}

impl Reducible for Measured {
    type Action = Found;

    fn reduce(self: Rc<Self>, found: Found) -> Rc<Self> {
        let mut next = (*self).clone();
        match found {
            Found::Perft(perft) => {
                next.leaves = perft.comparable_rate().or(next.leaves);
                next.perft = Some(perft);
            }
            Found::Moves(moves) => next.moves = Some(moves),
            Found::NoSearch => next.search.clear(),
            Found::Search(search) => next.search.push(search),
            Found::Latencies(latencies) => next.latencies = Some(latencies),
        }
        Rc::new(next)
    }
}

/// The engine that is measured: that of the app.
///
/// # Errors
/// When it cannot be had.
pub async fn subject(room: &EngineRoom) -> Result<Subject, String> {
    let engines = room.list().await.map_err(|error| error.to_string())?;
    let first = engines.first().ok_or_else(|| strings::NO_ENGINE.to_owned())?;
    let module = room.module(&first.id).await.map_err(|error| error.to_string())?;
    let module = module.ok_or_else(|| strings::NO_ENGINE.to_owned())?;
    Ok(Subject { worker_url: room.worker_url().to_owned(), module })
}

/// The processor's cores, as far as the browser tells.
pub fn cores() -> usize {
    processor::cores().min(64)
}

/// What was counted of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerftResult {
    /// What the position is called.
    pub name: String,
    /// The position.
    pub fen: String,
    /// Depth 1, 2, …
    pub depths: Vec<Perft>,
    /// What is known of them.
    pub known: Vec<u64>,
}

impl PerftResult {
    /// Leaves a second of `perft 6` from the start position, which is what other machines counted; `None` if it was not counted.
    /// Shallower counts are over before a clock can tell, and other positions have trees of another kind.
    pub fn comparable_rate(&self) -> Option<f64> {
        let counted = self.depths.get(COMPARED_DEPTH - 1).filter(|_| self.fen == KNOWN[0].fen)?;
        Some(counted.nodes as f64 * 1000.0 / counted.ms.max(0.1))
    }

    /// Whether the count of a depth, from 1, is the known one; `None` if none is known.
    pub fn is_right(&self, depth: usize) -> Option<bool> {
        let (counted, known) = (self.depths.get(depth.checked_sub(1)?)?, self.known.get(depth - 1)?);
        Some(counted.nodes == *known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A count of a position to a depth; each depth takes a second.
    fn counted(known: usize, depth: usize) -> Found {
        let depths = (1..=depth).map(|depth| Perft { nodes: depth as u64, ms: 1000.0, ..Perft::default() });
        let fen = KNOWN[known].fen.to_owned();
        Found::Perft(PerftResult { fen, depths: depths.collect(), ..PerftResult::default() })
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
