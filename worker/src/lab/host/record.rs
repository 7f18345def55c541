//! Where the worker writes what the page may read at any time: the ledger and the log.

use js_sys::{Int32Array, Uint8Array};
use tabia_arena::Ply;

use crate::lab::ledger::{HEADER_WORDS, Phase, Words};
use crate::lab::log::{COUNTER_BYTES, places};
use crate::lab::messages::{FromLab, LogTarget, Shared};

/// How often the log is posted at most, in milliseconds.
const LOG_INTERVAL_MS: f64 = 100.0;

/// The ledger, in shared memory or posted.
pub(super) struct Ledger {
    words: Words,
    shared: Option<SharedWords>,
    /// Records that were not posted yet.
    unposted: Vec<i32>,
}

struct SharedWords {
    all: Int32Array,
    header: Int32Array,
}

impl Ledger {
    /// A ledger in this memory, or to be posted.
    pub(super) fn new(memory: Option<&Shared>) -> Self {
        let shared = memory.map(|Shared(buffer)| {
            let all = Int32Array::new(buffer);
            let header = all.subarray(0, HEADER_WORDS as u32);
            SharedWords { all, header }
        });
        Self { words: Words::default(), shared, unposted: Vec::new() }
    }

    pub(super) fn begin_game(&mut self, unit: usize, game: usize, post: &dyn Fn(&FromLab)) {
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
        post: &dyn Fn(&FromLab),
    ) {
        self.words.call(phase, player, deadline_ms, clocks_ms);
        self.publish(post);
    }

    /// The search brought a move, which stands in `ply` unless it was refused.
    pub(super) fn moved(&mut self, ply: Option<&Ply>, deadline_ms: f64, post: &dyn Fn(&FromLab)) {
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
    pub(super) fn idle(&mut self, post: &dyn Fn(&FromLab)) {
        self.words.idle();
        self.publish(post);
    }

    fn publish(&mut self, post: &dyn Fn(&FromLab)) {
        if let Some(shared) = &self.shared {
            shared.header.copy_from(self.words.header());
        } else {
            let mut words = Vec::with_capacity(HEADER_WORDS + self.unposted.len());
            words.extend_from_slice(self.words.header());
            words.append(&mut self.unposted);
            post(&FromLab::Facts(Int32Array::from(words.as_slice())));
        }
    }
}

/// The lines between worker and engines.
pub(super) enum Log {
    /// Not kept.
    Off,
    /// Written to shared memory.
    Shared { counter: Int32Array, ring: Uint8Array, written: u32 },
    /// Collected, and posted now and then.
    Posted { text: String, last_post_ms: f64 },
}

impl Log {
    pub(super) fn new(target: &LogTarget) -> Self {
        match target {
            LogTarget::Off => Self::Off,
            LogTarget::Shared(Shared(buffer)) => {
                let counter = Int32Array::new_with_byte_offset_and_length(buffer, 0, 1);
                Self::Shared {
                    // A worker goes on where the one before it was ended.
                    written: counter.get_index(0) as u32,
                    counter,
                    ring: Uint8Array::new_with_byte_offset(buffer, COUNTER_BYTES as u32),
                }
            }
            LogTarget::Posted => Self::Posted { text: String::new(), last_post_ms: 0.0 },
        }
    }

    pub(super) fn is_on(&self) -> bool {
        !matches!(self, Self::Off)
    }

    /// Adds a line, which ends with a line end.
    pub(super) fn write(&mut self, line: &str) {
        match self {
            Self::Off => {}
            Self::Shared { counter, ring, written } => {
                for (at, range) in places(*written, line.len()) {
                    let place = ring.subarray(at as u32, (at + range.len()) as u32);
                    place.copy_from(&line.as_bytes()[range]);
                }
                *written = written.wrapping_add(line.len() as u32);
                counter.set_index(0, *written as i32);
            }
            Self::Posted { text, .. } => text.push_str(line),
        }
    }

    /// Posts what was collected: before every call that may never return, but not too often.
    pub(super) fn post(&mut self, now_ms: f64, post: &dyn Fn(&FromLab)) {
        if let Self::Posted { text, last_post_ms } = self
            && !text.is_empty()
            && now_ms - *last_post_ms >= LOG_INTERVAL_MS
        {
            *last_post_ms = now_ms;
            post(&FromLab::Log(std::mem::take(text)));
        }
    }
}
