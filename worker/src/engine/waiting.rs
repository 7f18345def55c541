//! Tells an engine that waits from one that searches, by how it polls `signal()`.
//!
//! In `go infinite` an engine that has nothing left to search (a mate is found, a depth is reached) may only
//! poll until it is stopped. Left alone it would keep a core busy with that.

/// Number of polls without work in between that makes an engine one that waits.
const POLLS: u32 = 2_000;
/// The time that so many polls take at most when nothing is done between them, in milliseconds: about ten
/// times what a poll costs. An engine that searches polls once in a millisecond or two.
const WITHIN_MS: f64 = 4.0;
/// Longest sleep of a waiting engine, in milliseconds.
pub const SLEEP_MS: f64 = 20.0;

/// Counts the polls of one engine.
#[derive(Debug, Default, Clone, Copy)]
pub struct Waiting {
    polls: u32,
    since_ms: f64,
}

impl Waiting {
    /// Notes a poll at `now_ms` and returns whether the engine may be put to sleep for [`SLEEP_MS`].
    pub fn poll(&mut self, now_ms: f64) -> bool {
        if self.polls == 0 {
            self.since_ms = now_ms;
        }
        self.polls += 1;
        if self.polls < POLLS {
            return false;
        }
        self.polls = 0;
        now_ms - self.since_ms <= WITHIN_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of sleeps of an engine that polls 100,000 times, once in `every_ms`.
    fn sleeps(every_ms: f64) -> usize {
        let mut waiting = Waiting::default();
        (0..100_000).filter(|&poll| waiting.poll(7.0 + f64::from(poll) * every_ms)).count()
    }

    #[test]
    fn an_engine_that_only_polls_sleeps() {
        assert_eq!(sleeps(0.0), 50);
        assert_eq!(sleeps(0.0005), 50);
    }

    #[test]
    fn an_engine_that_works_between_polls_does_not() {
        assert_eq!(sleeps(0.01), 0);
        assert_eq!(sleeps(1.0), 0);
    }

    #[test]
    fn work_before_the_waiting_is_forgotten() {
        let mut waiting = Waiting::default();
        for poll in 0..3_000 {
            assert!(!waiting.poll(f64::from(poll)));
        }
        assert!((0..2 * POLLS).any(|_| waiting.poll(3_000.0)));
    }
}
