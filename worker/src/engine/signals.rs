//! Flags in shared memory: the only way to reach an engine during a search.
//!
//! A searching worker receives no messages, so `stop` cannot be one. The host's `signal()` reads two numbers written by the page:
//! the newest search to stop, and the newest search whose ponder move was played. A third word holds whether every line of output
//! is requested. Search ids only increase, so nothing needs a reset between searches, and a signal can neither be lost nor hit
//! the search after the intended one.
//!
//! Shared memory needs a cross-origin isolated page (`COOP: same-origin`, `COEP: require-corp`) and a browser that supports it.
//! Without it there are no signals, and a search is aborted by terminating its worker.

use js_sys::{Atomics, Int32Array};
use wasm_bindgen::JsValue;

use super::messages::BatchId;
use crate::wire::SharedMemory;

/// Return value of `signal()`; the numbers are those of the ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Signal {
    /// Keep searching.
    Go = 0,
    /// Print `bestmove` and return.
    Stop = 1,
    /// The ponder move was played: continue as a normal search, with the limits given with `go ponder`.
    PonderHit = 2,
}

const STOP: u32 = 0;
const PONDER_HIT: u32 = 1;
const ALL_LINES: u32 = 2;
const WORDS: u32 = 3;

/// The flags, used by both the page and the worker.
#[derive(Debug, Clone)]
pub struct Signals {
    words: Int32Array,
}

impl Signals {
    /// Allocates new flags; `None` if there is no shared memory.
    pub fn allocate() -> Option<Self> {
        SharedMemory::allocate(WORDS * 4).map(|memory| Self::from_memory(&memory))
    }

    /// Uses flags in memory received from the page.
    pub fn from_memory(memory: &SharedMemory) -> Self {
        Self { words: Int32Array::new(&memory.0) }
    }

    /// Returns the memory, to send to a worker.
    pub fn memory(&self) -> SharedMemory {
        SharedMemory(JsValue::from(self.words.buffer()).into())
    }

    /// Page: stops `search` and all earlier ones.
    pub fn stop(&self, search: BatchId) {
        self.raise(STOP, search);
    }

    /// Page: notifies `search`, which began with `go ponder`, of the ponder hit.
    pub fn ponder_hit(&self, search: BatchId) {
        self.raise(PONDER_HIT, search);
    }

    /// Page: sets whether to post every line, or only the newest of each kind.
    pub fn want_all_lines(&self, is_wanted: bool) {
        let _ = Atomics::store(&self.words, ALL_LINES, i32::from(is_wanted));
    }

    /// Worker: returns whether every line is requested.
    pub fn all_lines_wanted(&self) -> bool {
        self.load(ALL_LINES) != 0
    }

    /// Worker: returns the signal for `search`.
    pub fn signal(&self, search: BatchId) -> Signal {
        if self.load(STOP) >= search {
            Signal::Stop
        } else if self.load(PONDER_HIT) >= search {
            Signal::PonderHit
        } else {
            Signal::Go
        }
    }

    /// Worker: sleeps for at most `time_ms` milliseconds unless `search` should stop; a signal ends the sleep at once.
    pub fn sleep(&self, search: BatchId, time_ms: f64) {
        let seen = self.load(STOP);
        if seen < search {
            // Fails only where blocking is not allowed, as on the page's main thread; then there is no sleep.
            let _ = Atomics::wait_with_timeout(&self.words, STOP, seen as i32, time_ms);
        }
    }

    // These fail only for a non-integer array or an index out of bounds.
    fn raise(&self, index: u32, search: BatchId) {
        let _ = Atomics::store(&self.words, index, search as i32);
        // The worker always sleeps on this word, whichever one was written.
        let _ = Atomics::notify(&self.words, STOP);
    }

    fn load(&self, index: u32) -> BatchId {
        Atomics::load(&self.words, index).map_or(0, |word| word as BatchId)
    }
}
