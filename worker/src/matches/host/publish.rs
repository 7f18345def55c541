//! Data that the page may read at any time: the state of the running game and the log.

use js_sys::{Int32Array, Uint8Array};
use tabia_arena::Ply;

use crate::matches::log::{COUNTER_BYTES, places};
use crate::matches::messages::{FromMatch, LogTarget};
use crate::matches::shared_state::{HEADER_WORDS, Phase, StateWriter};
use crate::wire::SharedMemory;

/// Interval at which the log is posted, in milliseconds, while it does not grow by much.
const LOG_INTERVAL_MS: f64 = 100.0;

/// Number of bytes of the log posted at once.
const MAX_UNPOSTED: usize = 1 << 17;

/// The state, in shared memory or posted.
pub(super) struct SharedState {
    words: StateWriter,
    shared: Option<SharedWords>,
    /// Records that were not posted yet.
    unposted: Vec<i32>,
}

struct SharedWords {
    all: Int32Array,
    header: Int32Array,
}

impl SharedState {
    /// A state in this memory, or to be posted.
    pub(super) fn new(memory: Option<&SharedMemory>) -> Self {
        let shared = memory.map(|SharedMemory(buffer)| {
            let all = Int32Array::new(buffer);
            let header = all.subarray(0, HEADER_WORDS as u32);
            SharedWords { all, header }
        });
        Self { words: StateWriter::default(), shared, unposted: Vec::new() }
    }

    pub(super) fn begin_game(&mut self, unit: usize, game: usize, post: &dyn Fn(FromMatch)) {
        self.unposted.clear();
        self.words.begin_game(unit, game);
        self.publish(post);
    }

    pub(super) fn call(
        &mut self,
        phase: Phase,
        player: usize,
        deadline_ms: f64,
        clocks_ms: [Option<f64>; 2],
        post: &dyn Fn(FromMatch),
    ) {
        self.words.call(phase, player, deadline_ms, clocks_ms);
        self.publish(post);
    }

    /// The search brought a move, which is in `ply` unless it was refused.
    pub(super) fn moved(&mut self, ply: Option<&Ply>, deadline_ms: f64, post: &dyn Fn(FromMatch)) {
        if let Some((at, record)) = ply.and_then(|ply| self.words.ply(ply)) {
            match &self.shared {
                Some(shared) => {
                    let at = at as u32;
                    shared.all.subarray(at, at + record.len() as u32).copy_from(&record);
                }
                None => self.unposted.extend(record),
            }
        }
        self.words.moved(deadline_ms);
        self.publish(post);
    }

    /// No engine is called for a while.
    pub(super) fn idle(&mut self, post: &dyn Fn(FromMatch)) {
        self.words.idle();
        self.publish(post);
    }

    fn publish(&mut self, post: &dyn Fn(FromMatch)) {
        if let Some(shared) = &self.shared {
            shared.header.copy_from(self.words.header());
        } else {
            let mut words = Vec::with_capacity(HEADER_WORDS + self.unposted.len());
            words.extend_from_slice(self.words.header());
            words.append(&mut self.unposted);
            post(FromMatch::State(Int32Array::from(words.as_slice())));
        }
    }
}

/// The lines between worker and engines.
pub(super) struct Log {
    is_on: bool,
    ring: Option<SharedRing>,
    /// Lines that were not posted yet.
    text: String,
    last_post_ms: f64,
}

/// The ring in shared memory.
struct SharedRing {
    counter: Int32Array,
    ring: Uint8Array,
    written: u32,
}

impl Log {
    pub(super) fn new(target: &LogTarget) -> Self {
        let ring = match target {
            LogTarget::On(Some(SharedMemory(buffer))) => {
                let counter = Int32Array::new_with_byte_offset_and_length(buffer, 0, 1);
                Some(SharedRing {
                    // A worker goes on where the one before it was ended.
                    written: counter.get_index(0) as u32,
                    counter,
                    ring: Uint8Array::new_with_byte_offset(buffer, COUNTER_BYTES as u32),
                })
            }
            _ => None,
        };
        Self { is_on: !matches!(target, LogTarget::Off), ring, text: String::new(), last_post_ms: 0.0 }
    }

    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Adds a line, which ends with a line end. Much text is posted at once, lest an engine that talks on
    /// and on fills the memory.
    pub(super) fn write(&mut self, line: &str, post: &dyn Fn(FromMatch)) {
        if let Some(ring) = &mut self.ring {
            ring.write(line);
        }
        self.text.push_str(line);
        if self.text.len() >= MAX_UNPOSTED {
            self.post_now(post);
        }
    }

    /// Posts what was collected: before every call that may never return. Not too often where the page can
    /// read the rest from shared memory.
    pub(super) fn post(&mut self, now_ms: f64, post: &dyn Fn(FromMatch)) {
        if self.ring.is_none() || now_ms - self.last_post_ms >= LOG_INTERVAL_MS {
            self.last_post_ms = now_ms;
            self.post_now(post);
        }
    }

    /// Posts what was collected.
    pub(super) fn post_now(&mut self, post: &dyn Fn(FromMatch)) {
        if !self.text.is_empty() {
            post(FromMatch::Log(std::mem::take(&mut self.text)));
        }
    }
}

impl SharedRing {
    fn write(&mut self, line: &str) {
        for (at, range) in places(self.written, line.len()) {
            let place = self.ring.subarray(at as u32, (at + range.len()) as u32);
            place.copy_from(&line.as_bytes()[range]);
        }
        self.written = self.written.wrapping_add(line.len() as u32);
        self.counter.set_index(0, self.written as i32);
    }
}
