//! State that the threads of a search share besides the transposition table, and the roles of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use super::root_move::{RootMove, ThreadResult};
use crate::control::{Control, Report, Signal};

/// The end of the search, the deepest iteration that any thread has completed, and the node counts of the helpers.
#[derive(Default)]
pub(super) struct SharedSearch {
    is_over: AtomicBool,
    /// The depth of `completed`, for threads that only look.
    completed_depth: AtomicI32,
    completed: Mutex<Option<ThreadResult>>,
    nodes: AtomicU64,
    quiescence_nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl SharedSearch {
    /// Whether the main thread has ended.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the search of every helper.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Offers an iteration that the calling thread has completed.
    pub(super) fn complete(&self, depth: i32, root_moves: &[RootMove]) {
        if self.completed_depth() >= depth {
            return;
        }
        // Never waits: a thread that was lost in the browser may hold the lock for ever.
        let Ok(mut completed) = self.completed.try_lock() else { return };
        if completed.as_ref().is_none_or(|before| before.depth < depth) {
            *completed = ThreadResult::of(depth, root_moves.to_vec(), None);
            self.completed_depth.store(depth, Ordering::Relaxed);
        }
    }

    /// The deepest iteration completed so far if its depth is at least `depth`, unless another thread is just looking at it.
    pub(super) fn completed(&self, depth: i32) -> Option<ThreadResult> {
        if self.completed_depth() < depth {
            return None;
        }
        self.completed.try_lock().ok()?.clone()
    }

    /// The greatest depth in plies that any thread has completed; 0 before the first.
    fn completed_depth(&self) -> i32 {
        self.completed_depth.load(Ordering::Relaxed)
    }

    /// The counts that all helpers have published so far.
    pub(super) fn node_counts(&self) -> NodeCounts {
        NodeCounts {
            nodes: self.nodes.load(Ordering::Relaxed),
            quiescence_nodes: self.quiescence_nodes.load(Ordering::Relaxed),
            tb_hits: self.tb_hits.load(Ordering::Relaxed),
        }
    }

    /// Adds the counts of a helper since it last published.
    pub(super) fn add(&self, counts: NodeCounts) {
        self.nodes.fetch_add(counts.nodes, Ordering::Relaxed);
        self.quiescence_nodes.fetch_add(counts.quiescence_nodes, Ordering::Relaxed);
        self.tb_hits.fetch_add(counts.tb_hits, Ordering::Relaxed);
    }
}

/// Nodes and tablebase hits of a thread, or of several.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeCounts {
    pub(super) nodes: u64,
    pub(super) quiescence_nodes: u64,
    pub(super) tb_hits: u64,
}

/// The role of a thread.
#[derive(Clone, Copy)]
pub(super) enum ThreadRole<'a> {
    /// The only thread.
    Single,
    /// Checks the limits, reports and decides on the result.
    Main(&'a SharedSearch),
    /// Searches until the main thread has ended.
    Helper(&'a SharedSearch),
}

impl<'a> ThreadRole<'a> {
    /// State shared by the threads, if there are several.
    pub(super) fn shared(self) -> Option<&'a SharedSearch> {
        match self {
            ThreadRole::Single => None,
            ThreadRole::Main(shared) | ThreadRole::Helper(shared) => Some(shared),
        }
    }
}

/// The host as one thread sees it. A helper has none: no clock and no reports. The search is compiled once for all hosts, because it
/// speaks to them rarely, and a second copy would be loaded, compiled and warmed up by itself in the browser.
pub(super) struct ThreadControl<'a>(pub(super) Option<&'a mut (dyn Control + 'a)>);

impl Control for ThreadControl<'_> {
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
