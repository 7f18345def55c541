//! Distinguishes a waiting engine from a searching one by how it polls `signal()`.
//!
//! In `go infinite`, an engine that has nothing left to search (mate found, depth limit reached) may do nothing but poll until it
//! is stopped, which would keep a core busy.

/// Number of polls without work in between after which an engine counts as waiting.
const POLLS: u32 = 2_000;
/// Maximum time for [`POLLS`] polls with no work between them, in milliseconds: about ten times the cost of the polls. A
/// searching engine polls once every millisecond or two.
const WITHIN_MS: f64 = 4.0;
/// Longest sleep of a waiting engine, in milliseconds.
pub const SLEEP_MS: f64 = 20.0;

/// Poll counter of one engine.
#[derive(Debug, Default, Clone, Copy)]
pub struct Waiting {
    polls: u32,
    since_ms: f64,
}

impl Waiting {
    /// Records a poll at `now_ms` and returns whether the engine may sleep for [`SLEEP_MS`].
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

    /// Counts the sleeps of an engine that polls 100,000 times, once every `every_ms`.
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
