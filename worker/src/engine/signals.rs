//! Flags in shared memory: the only thing that reaches an engine in the middle of a search.
//!
//! A worker that is inside a search receives no messages, so `stop` cannot be one. The host's `signal()` reads
//! two numbers that the page writes: the newest search to stop, and the newest search whose ponder move was
//! played. A third word tells the host whether every line of output is wanted. Because they are ids of searches and only grow, there is nothing to reset between searches and a
//! signal can neither be lost nor hit the search after the one it was meant for.
//!
//! Shared memory needs a cross-origin isolated page (`COOP: same-origin`, `COEP: require-corp`), and a browser that has it. Without
//! it there are no signals, and a search is cut short by terminating its worker.

use js_sys::{Atomics, Int32Array};
use wasm_bindgen::JsValue;

use super::messages::BatchId;
use crate::wire::SharedMemory;

/// The values of `signal()`; the numbers are the ABI's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Signal {
    /// Search on.
    Go = 0,
    /// Print `bestmove` and return.
    Stop = 1,
    /// The ponder move was played: go on as in a normal search, by the limits given with `go ponder`.
    PonderHit = 2,
}

const STOP: u32 = 0;
const PONDER_HIT: u32 = 1;
const ALL_LINES: u32 = 2;
const WORDS: u32 = 3;

/// The flags, seen from the page or from the worker.
#[derive(Debug, Clone)]
pub struct Signals {
    words: Int32Array,
}

impl Signals {
    /// Makes fresh flags; `None` where no memory can be shared.
    pub fn allocate() -> Option<Self> {
        SharedMemory::allocate(WORDS * 4).map(|memory| Self::from_memory(&memory))
    }

    /// The flags in memory that came from the page.
    pub fn from_memory(memory: &SharedMemory) -> Self {
        Self { words: Int32Array::new(&memory.0) }
    }

    /// The memory, to be sent to a worker.
    pub fn memory(&self) -> SharedMemory {
        SharedMemory(JsValue::from(self.words.buffer()).into())
    }

    /// Page: stops `search`, and every one before it.
    pub fn stop(&self, search: BatchId) {
        self.raise(STOP, search);
    }

    /// Page: notifies `search`, which began with `go ponder`, of the ponder hit.
    pub fn ponder_hit(&self, search: BatchId) {
        self.raise(PONDER_HIT, search);
    }

    /// Page: whether every line is wanted, or the newest of each kind.
    pub fn want_all_lines(&self, is_wanted: bool) {
        let _ = Atomics::store(&self.words, ALL_LINES, i32::from(is_wanted));
    }

    /// Worker: whether every line is wanted.
    pub fn all_lines_wanted(&self) -> bool {
        self.load(ALL_LINES) != 0
    }

    /// Worker: the signal for `search`.
    pub fn signal(&self, search: BatchId) -> Signal {
        if self.load(STOP) >= search {
            Signal::Stop
        } else if self.load(PONDER_HIT) >= search {
            Signal::PonderHit
        } else {
            Signal::Go
        }
    }

    /// Worker: sleeps for at most `time_ms` milliseconds unless `search` is to stop; a signal wakes it at once.
    pub fn sleep(&self, search: BatchId, time_ms: f64) {
        let seen = self.load(STOP);
        if seen < search {
            // Refused only where sleeping is not allowed, as on the page's own thread; then there is no sleep.
            let _ = Atomics::wait_with_timeout(&self.words, STOP, seen as i32, time_ms);
        }
    }

    // These fail only on an array that is not of integers or on an index outside of it.
    fn raise(&self, index: u32, search: BatchId) {
        let _ = Atomics::store(&self.words, index, search as i32);
        // The worker sleeps on the one word, whichever was written.
        let _ = Atomics::notify(&self.words, STOP);
    }

    fn load(&self, index: u32) -> BatchId {
        Atomics::load(&self.words, index).map_or(0, |word| word as BatchId)
    }
}
