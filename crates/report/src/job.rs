//! A report in progress: which engine analyses what, and what is done.

use std::ops::Range;

use crate::analysis::Analysis;
use crate::plan::{Item, Plan};

/// A position for an engine to analyse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Index in [`Plan::items`].
    pub index: usize,
    /// Whether the engine must clear its state first (`ucinewgame`), because a chunk begins.
    pub begins_chunk: bool,
}

/// State of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    /// An engine is working on it; `next` is its next position.
    Running {
        worker: usize,
        next: usize,
    },
    Done,
}

/// A report in progress. Engines are numbered by their owner; each requests its next position after submitting the previous one.
///
/// An interrupted chunk starts again, so that a report has the same numbers whether it was interrupted or not. Only the
/// [results](Job::results) of a report are saved; [`Job::resume`] uses the complete chunks in them.
#[derive(Clone, Debug)]
pub struct Job {
    plan: Plan,
    chunks: Vec<(Range<usize>, State)>,
    results: Vec<Option<Analysis>>,
}

impl Job {
    /// Creates a job with nothing analysed.
    pub fn new(plan: Plan) -> Self {
        let results = vec![None; plan.items.len()];
        Self::resume(plan, results)
    }

    /// Resumes from earlier results, one entry per position of the plan; absent entries count as missing.
    pub fn resume(plan: Plan, mut results: Vec<Option<Analysis>>) -> Self {
        results.resize(plan.items.len(), None);
        let state = |chunk: Range<usize>| {
            let is_done = results[chunk.clone()].iter().all(Option::is_some);
            (chunk, if is_done { State::Done } else { State::Waiting })
        };
        let chunks = plan.chunks().into_iter().map(state).collect();
        let mut job = Self { plan, chunks, results };
        for (chunk, state) in &job.chunks {
            if *state == State::Waiting {
                job.results[chunk.clone()].fill(None);
            }
        }
        job
    }

    /// The plan of the job.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The next position for an engine; `None` if there is nothing left for it. Games are analysed from the end.
    pub fn next(&mut self, worker: usize) -> Option<Order> {
        let own = self.chunks.iter().find_map(|(chunk, state)| match state {
            State::Running { worker: of, next } if *of == worker => Some((chunk.end, *next)),
            _ => None,
        });
        if let Some((end, next)) = own {
            return Some(Order { index: next, begins_chunk: next + 1 == end });
        }
        let (chunk, state) = self.chunks.iter_mut().rev().find(|(_, state)| *state == State::Waiting)?;
        let index = chunk.end - 1;
        *state = State::Running { worker, next: index };
        Some(Order { index, begins_chunk: true })
    }

    /// The position of an order.
    pub fn item(&self, order: Order) -> &Item {
        &self.plan.items[order.index]
    }

    /// Whether this order completes its chunk.
    pub fn ends_chunk(&self, order: Order) -> bool {
        self.chunks.iter().any(|(chunk, _)| chunk.start == order.index)
    }

    /// Stores an engine's result for its current position.
    pub fn done(&mut self, worker: usize, analysis: Analysis) {
        for (chunk, state) in &mut self.chunks {
            let State::Running { worker: of, next } = *state else { continue };
            if of == worker {
                self.results[next] = Some(analysis);
                *state =
                    if next == chunk.start { State::Done } else { State::Running { worker, next: next - 1 } };
                return;
            }
        }
    }

    /// Releases an engine that has stopped or is needed elsewhere: its chunk starts again with the next engine that requests one.
    pub fn abandon(&mut self, worker: usize) {
        for (chunk, state) in &mut self.chunks {
            if matches!(*state, State::Running { worker: of, .. } if of == worker) {
                *state = State::Waiting;
                self.results[chunk.clone()].fill(None);
            }
        }
    }

    /// Number of analysed positions, and total.
    pub fn progress(&self) -> (usize, usize) {
        (self.results.iter().flatten().count(), self.results.len())
    }

    /// Whether all positions are analysed.
    pub fn is_done(&self) -> bool {
        self.chunks.iter().all(|(_, state)| *state == State::Done)
    }

    /// The results so far, one entry per position of the plan.
    pub fn results(&self) -> &[Option<Analysis>] {
        &self.results
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Eval;
    use crate::plan::{CHUNK, Scope};

    /// The evaluations of a chunk depend on what the engine remembers of later positions, so half a chunk is useless.
    #[test]
    fn a_chunk_that_is_half_done_begins_again() {
        let game = tabia_pgn::read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *").games.remove(0);
        let plan = Plan::new(&game, &Scope::default());
        let found = Analysis { eval: Eval::Cp(30), depth: 9, nodes: 1, line: Vec::new() };
        // The last chunk is complete; of the first, only the last two positions are.
        let is_found = |index: usize| index >= CHUNK - 2;
        let results = (0..plan.items.len()).map(|index| is_found(index).then(|| found.clone()));
        let mut job = Job::resume(plan.clone(), results.collect());
        assert_eq!(job.progress(), (plan.items.len() - CHUNK, plan.items.len()));
        assert!(job.results()[..CHUNK].iter().all(Option::is_none));
        assert_eq!(job.next(0), Some(Order { index: CHUNK - 1, begins_chunk: true }));
        assert_eq!(job.next(1), None);
    }
}
