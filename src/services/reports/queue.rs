//! Queue of the reports still to make: the pure core.

use serde::{Deserialize, Serialize};

/// Report to make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QueuedReport {
    /// The report's id.
    pub id: String,
    /// The players, or another name of the game.
    pub title: String,
    /// Its batch run; empty for none.
    pub run: String,
}

/// The reports to make, with the one in progress first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Queue {
    /// The reports.
    pub waiting: Vec<QueuedReport>,
    /// Whether the user has paused all of it.
    pub is_paused: bool,
}

impl Queue {
    /// Returns the report in progress, or the next one.
    pub fn first(&self) -> Option<&QueuedReport> {
        self.waiting.first()
    }

    /// Adds a report at the end, or leaves it where it is. A single game doesn't wait for a batch run: it goes before the run's games that
    /// are not in progress yet.
    pub fn add(&mut self, waiting: QueuedReport) {
        if self.waiting.iter().any(|other| other.id == waiting.id) {
            return;
        }
        let of_runs =
            self.waiting.iter().skip(1).position(|other| !other.run.is_empty()).map(|place| place + 1);
        match of_runs.filter(|_| waiting.run.is_empty()) {
            Some(place) => self.waiting.insert(place, waiting),
            None => self.waiting.push(waiting),
        }
    }

    /// Removes reports. Returns whether the one in progress was among them.
    pub fn remove(&mut self, is_meant: impl Fn(&QueuedReport) -> bool) -> bool {
        let is_first = self.first().is_some_and(&is_meant);
        self.waiting.retain(|waiting| !is_meant(waiting));
        if self.waiting.is_empty() {
            self.is_paused = false;
        }
        is_first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(id: &str, run: &str) -> QueuedReport {
        QueuedReport { id: id.to_owned(), title: String::new(), run: run.to_owned() }
    }

    fn ids(queue: &Queue) -> Vec<&str> {
        queue.waiting.iter().map(|waiting| waiting.id.as_str()).collect()
    }

    #[test]
    fn a_single_game_goes_before_the_rest_of_a_run() {
        let mut queue = Queue::default();
        for (id, run) in [("r1", "r"), ("r2", "r"), ("a", ""), ("r3", "r"), ("b", ""), ("a", "")] {
            queue.add(waiting(id, run));
        }
        assert_eq!(ids(&queue), ["r1", "a", "b", "r2", "r3"]);
    }

    #[test]
    fn what_is_taken_off_is_gone_and_an_empty_queue_does_not_rest() {
        let mut queue = Queue { is_paused: true, ..Queue::default() };
        for (id, run) in [("a", ""), ("r1", "r"), ("r2", "r")] {
            queue.add(waiting(id, run));
        }
        assert!(!queue.remove(|waiting| waiting.run == "r"));
        assert!(queue.is_paused && ids(&queue) == ["a"]);
        assert!(queue.remove(|waiting| waiting.id == "a"));
        assert!(!queue.is_paused && queue.first().is_none());
    }
}
