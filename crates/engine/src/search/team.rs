//! Several threads on one search, each with histories of its own and all with one transposition table, through which they
//! help each other ("lazy SMP", see the Chess Programming Wiki's "Parallel Search").
//!
//! The engine starts no threads. Whoever owns it and can start some gives it a [`RunBeside`]. Which thread comes first to an
//! entry of the table is chance, so with more than one a search cannot be repeated node by node.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tabia_chess::Position;

use super::root::RootMove;
use super::worker::{Shared, Worker};
use super::{Memory, SearchResult};
use crate::control::{Control, Report, Signal};
use crate::limits::Limits;
use crate::value::{MATE_IN_MAX_PLY, Value};

/// The work of one helping thread. It ends by itself soon after the main thread's has.
pub type Helper<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs `main` here and every helper on a thread of its own, as far as threads can be had, and returns when all have ended.
/// A helper may be left out; `main` must be run once.
pub type RunBeside = for<'a> fn(main: &mut (dyn FnMut() + 'a), helpers: Vec<Helper<'a>>);

/// What the threads of a search tell each other besides what stands in the transposition table.
#[derive(Default)]
pub(super) struct Team {
    is_over: AtomicBool,
    nodes: AtomicU64,
    quiescence_nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Team {
    /// Whether the main thread has ended.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// The nodes of all helpers, as far as they have told.
    pub(super) fn effort(&self) -> Effort {
        Effort {
            nodes: self.nodes.load(Ordering::Relaxed),
            quiescence_nodes: self.quiescence_nodes.load(Ordering::Relaxed),
            table_hits: self.table_hits.load(Ordering::Relaxed),
        }
    }

    /// Takes what a helper has done since it last told.
    pub(super) fn add(&self, effort: Effort) {
        self.nodes.fetch_add(effort.nodes, Ordering::Relaxed);
        self.quiescence_nodes.fetch_add(effort.quiescence_nodes, Ordering::Relaxed);
        self.table_hits.fetch_add(effort.table_hits, Ordering::Relaxed);
    }
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) nodes: u64,
    pub(super) quiescence_nodes: u64,
    pub(super) table_hits: u64,
}

/// What a thread is to the others.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// There are no others.
    Alone,
    /// It keeps the limits, reports and answers.
    Leader(&'a Team),
    /// It searches until the leader has ended.
    Helper(&'a Team),
}

/// What a helper found.
pub(super) struct Outcome {
    /// The last depth that it finished.
    pub(super) depth: i32,
    pub(super) score: Value,
    pub(super) root_moves: Vec<RootMove>,
}

impl Outcome {
    /// Whether it is better to play than what was found with this depth and score: a better score at the same depth,
    /// a nearer mate, or a greater depth, unless that gave up a mate. The rule is Ethereal's.
    pub(super) fn beats(&self, depth: i32, score: Value) -> bool {
        let is_mate = self.score >= MATE_IN_MAX_PLY;
        (self.score > score && (self.depth >= depth || is_mate))
            || (self.depth > depth && score < MATE_IN_MAX_PLY)
    }
}

/// Ends the helpers however the main thread ends.
struct EndOfSearch<'a>(&'a Team);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// A worker's window to the world. A helper has none: no clock, and nobody listens to it. Both are one type, so that the search
/// is compiled once.
pub(super) struct Window<'a, C>(pub(super) Option<&'a mut C>);

impl<C: Control> Control for Window<'_, C> {
    fn now_ms(&mut self) -> f64 {
        self.0.as_mut().map_or(0.0, |control| control.now_ms())
    }

    fn signal(&mut self) -> Signal {
        self.0.as_mut().map_or(Signal::Go, |control| control.signal())
    }

    fn report(&mut self, report: &Report<'_>) {
        if let Some(control) = &mut self.0 {
            control.report(report);
        }
    }

    fn wait(&mut self) {
        if let Some(control) = &mut self.0 {
            control.wait();
        }
    }
}

/// Searches with a helping thread for every one of `helpers`.
#[allow(clippy::too_many_arguments)] // What a search is made of.
pub(super) fn search<C: Control>(
    shared: Shared<'_>,
    memory: &mut Memory,
    helpers: &mut [Memory],
    run_beside: RunBeside,
    root: &Position,
    history: &[u64],
    limits: &Limits,
    control: &mut C,
) -> SearchResult {
    let team = Team::default();
    // A helper's search ends with the leader's, whatever that is limited by.
    let unlimited =
        Limits { infinite: limits.infinite, search_moves: limits.search_moves.clone(), ..Limits::default() };
    let mut outcomes: Vec<Option<Outcome>> = helpers.iter().map(|_| None).collect();
    let mut leader = Worker::new(shared, memory, root, history, limits, Some(control), Part::Leader(&team));
    let tasks = helpers.iter_mut().zip(&mut outcomes).enumerate().map(|(index, (memory, outcome))| {
        let (team, unlimited) = (&team, &unlimited);
        let task = move || {
            let helper: Worker<'_, C> =
                Worker::new(shared, memory, root, history, unlimited, None, Part::Helper(team));
            // Half of them are a ply ahead, so that not all search the same.
            *outcome = helper.help(1 + (index as i32 + 1) % 2);
        };
        Box::new(task) as Helper<'_>
    });
    let tasks = tasks.collect();
    run_beside(
        &mut || {
            let _end = EndOfSearch(&team);
            leader.think();
        },
        tasks,
    );
    leader.adopt_best(outcomes.into_iter().flatten());
    leader.conclude()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{mate_in, mated_in};

    #[test]
    fn the_best_outcome_is_played() {
        let outcome = |depth, score| Outcome { depth, score, root_moves: Vec::new() };
        assert!(outcome(10, 30).beats(10, 20) && !outcome(10, 20).beats(10, 20));
        assert!(outcome(11, 10).beats(10, 20), "deeper");
        assert!(!outcome(9, 90).beats(10, 20), "less deep");
        assert!(!outcome(12, 500).beats(10, mate_in(5)), "a mate is not given up");
        assert!(outcome(9, mate_in(3)).beats(10, mate_in(5)), "a nearer mate");
        assert!(outcome(11, mated_in(4)).beats(10, 0), "what is deeper knows better");
    }
}
