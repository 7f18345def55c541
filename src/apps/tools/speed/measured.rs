//! What was measured so far, and of what.

use std::rc::Rc;

use yew::prelude::*;

use crate::apps::tools::strings;
use crate::platform::processor;
use crate::services::engine_room::EngineRoom;
use crate::services::speed::measure::{Latencies, Moves, Perft, Search, Subject};

/// What was measured so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Perft, if it was counted.
    pub perft: Option<PerftResult>,
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
            Found::Perft(perft) => next.perft = Some(perft),
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
    /// Leaves a second at the last depth.
    pub fn rate(&self) -> f64 {
        self.depths.last().map_or(0.0, |last| last.nodes as f64 * 1000.0 / last.ms.max(0.1))
    }

    /// Whether the count of a depth, from 1, is the known one; `None` if none is known.
    pub fn is_right(&self, depth: usize) -> Option<bool> {
        let (counted, known) = (self.depths.get(depth.checked_sub(1)?)?, self.known.get(depth - 1)?);
        Some(counted.nodes == *known)
    }
}
