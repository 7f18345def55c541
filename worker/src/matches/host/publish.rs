//! Data that the page can read at any time: the state of the running game and the log.

use js_sys::{Int32Array, Uint8Array};
use tabia_arena::Ply;

use crate::matches::log::{COUNTER_BYTES, places};
use crate::matches::messages::{FromMatch, LogTarget};
use crate::matches::shared_state::{HEADER_WORDS, Phase, StateWriter};
use crate::wire::SharedMemory;

/// Interval between posts of the log while it grows slowly, in milliseconds.
const LOG_INTERVAL_MS: f64 = 100.0;

/// Size of unposted log text that triggers a post, in bytes.
const MAX_UNPOSTED: usize = 1 << 17;

/// State of the running game, in shared memory or posted.
pub(super) struct SharedState {
    words: StateWriter,
    shared: Option<SharedWords>,
    /// Records not posted yet.
    unposted: Vec<i32>,
}

struct SharedWords {
    all: Int32Array,
    header: Int32Array,
}

impl SharedState {
    /// Creates a state in this memory, or one to be posted.
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

    /// Records the move of the search, which is in `ply` unless it was rejected.
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

    /// Records that no engine is called for now.
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

/// Lines between worker and engines.
pub(super) struct Log {
    is_on: bool,
    ring: Option<SharedRing>,
    /// Lines not posted yet.
    text: String,
    last_post_ms: f64,
}

/// Ring in shared memory.
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
                    // A worker continues where its terminated predecessor stopped.
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

    /// Adds a line, including its line end. Posts long text at once, so that an engine with endless output doesn't fill the memory.
    pub(super) fn write(&mut self, line: &str, post: &dyn Fn(FromMatch)) {
        if let Some(ring) = &mut self.ring {
            ring.write(line);
        }
        self.text.push_str(line);
        if self.text.len() >= MAX_UNPOSTED {
            self.post_now(post);
        }
    }

    /// Posts the pending lines; called before every call that may never return. Limits the rate if the page can read the rest from
    /// shared memory.
    pub(super) fn post(&mut self, now_ms: f64, post: &dyn Fn(FromMatch)) {
        if self.ring.is_none() || now_ms - self.last_post_ms >= LOG_INTERVAL_MS {
            self.last_post_ms = now_ms;
            self.post_now(post);
        }
    }

    /// Posts the pending lines at once.
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
