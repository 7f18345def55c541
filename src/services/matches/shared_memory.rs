//! Worker state that the page can read at any time, even while the worker is stuck: in shared memory, or as last posted where memory
//! cannot be shared.

use std::cell::{Cell, RefCell};

use js_sys::{Int32Array, Uint8Array};
use tabia_worker::matches::log::{self, COUNTER_BYTES, Ring};
use tabia_worker::matches::messages::LogTarget;
use tabia_worker::matches::shared_state::{
    self, GameSnapshot, HEADER_WORDS, PostedState, StateWriter, used_words,
};
use tabia_worker::wire::SharedMemory;

/// Current game of a worker.
pub(super) enum SharedState {
    Shared(SharedMemory, Int32Array),
    Posted(RefCell<PostedState>),
}

impl SharedState {
    /// Creates the state in shared memory if `can_share` and the allocation succeeds; otherwise a posted one.
    pub(super) fn new(can_share: bool) -> Self {
        let Some(memory) = can_share.then(|| SharedMemory::allocate(shared_state::BYTES)).flatten() else {
            return Self::Posted(RefCell::default());
        };
        let words = Int32Array::new(&memory.0);
        // Start with the initial header, where missing values are not zero.
        words.subarray(0, HEADER_WORDS as u32).copy_from(StateWriter::default().header());
        Self::Shared(memory, words)
    }

    /// Returns the memory for the worker to write to.
    pub(super) fn memory(&self) -> Option<SharedMemory> {
        match self {
            Self::Shared(memory, _) => Some(memory.clone()),
            Self::Posted(_) => None,
        }
    }

    /// Stores posted words.
    pub(super) fn take(&self, words: &Int32Array) {
        if let Self::Posted(posted) = self {
            posted.borrow_mut().take(&words.to_vec());
        }
    }

    /// Returns the current game; `None` during a write.
    pub(super) fn snapshot(&self) -> Option<GameSnapshot> {
        match self {
            Self::Shared(_, words) => {
                let header = words.subarray(0, HEADER_WORDS as u32).to_vec();
                let used = used_words(&header) as u32;
                let all = words.subarray(0, used).to_vec();
                // The records are older than the header that counts them.
                shared_state::read(&all).filter(|_| all.get(..HEADER_WORDS) == Some(&header))
            }
            Self::Posted(posted) => shared_state::read(posted.borrow().words()),
        }
    }
}

/// Latest lines between a worker and its engines.
pub(super) enum SharedLog {
    Off,
    /// Written by the worker, with the number of bytes already received by post.
    Shared(SharedMemory, Int32Array, Uint8Array, Cell<u32>),
    Posted(RefCell<Ring>),
}

impl SharedLog {
    /// Creates a log if `is_on`; in shared memory if `can_share` and the allocation succeeds.
    pub(super) fn new(is_on: bool, can_share: bool) -> Self {
        if !is_on {
            return Self::Off;
        }
        let Some(memory) = can_share.then(|| SharedMemory::allocate(log::BYTES)).flatten() else {
            return Self::Posted(RefCell::default());
        };
        let counter = Int32Array::new_with_byte_offset_and_length(&memory.0, 0, 1);
        let ring = Uint8Array::new_with_byte_offset(&memory.0, COUNTER_BYTES as u32);
        Self::Shared(memory, counter, ring, Cell::new(0))
    }

    /// Returns the log target to send to the worker.
    pub(super) fn target(&self) -> LogTarget {
        match self {
            Self::Off => LogTarget::Off,
            Self::Shared(memory, ..) => LogTarget::On(Some(memory.clone())),
            Self::Posted(_) => LogTarget::On(None),
        }
    }

    /// Stores posted lines.
    pub(super) fn take(&self, lines: &str) {
        match self {
            Self::Off => {}
            Self::Shared(.., posted) => posted.set(posted.get().wrapping_add(lines.len() as u32)),
            Self::Posted(ring) => ring.borrow_mut().write(lines),
        }
    }

    /// Returns the lines, newest last; `None` if logging is off.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Off => None,
            Self::Shared(_, counter, ring, _) => Some(log::text(counter.get_index(0) as u32, &ring.to_vec())),
            Self::Posted(ring) => Some(ring.borrow().text()),
        }
    }

    /// Returns what a terminated worker had written but not posted.
    pub(super) fn rest(&self) -> Option<String> {
        let Self::Shared(_, counter, ring, posted) = self else { return None };
        let written = counter.get_index(0) as u32;
        let before = posted.replace(written);
        (before != written).then(|| log::text_since(before, written, &ring.to_vec()))
    }
}
