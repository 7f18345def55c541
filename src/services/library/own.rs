//! The user's own games that the worker needs before a request about them.

use std::collections::BTreeSet;

use tabia_worker::wire::Generation;

/// Maximum lag of the explorer behind changes, in milliseconds: the game on the board is saved with every move.
const PATIENCE_MS: f64 = 10_000.0;

/// What to send to the worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncWork {
    /// Nothing: it has everything.
    Nothing,
    /// Every game, replacing what it has.
    All,
    /// These games, changed or deleted.
    Some(Vec<String>),
}

/// Games changed since they were sent to the worker.
#[derive(Debug, Clone, Default)]
pub struct OwnChanges {
    /// Number of the worker that has them; 0 is none.
    generation: Generation,
    is_any: bool,
    ids: BTreeSet<String>,
    /// Time of the last transfer to the worker, in milliseconds.
    given_ms: f64,
}

impl OwnChanges {
    /// Notes that a game was changed or deleted.
    pub fn changed(&mut self, id: String) {
        self.ids.insert(id);
    }

    /// Notes that any game may have changed.
    pub fn any_changed(&mut self) {
        self.is_any = true;
    }

    /// Returns what to send to a worker now. `is_patient`: it may lack recent changes.
    pub fn work(&self, generation: Generation, now_ms: f64, is_patient: bool) -> SyncWork {
        if self.generation != generation || self.is_any {
            SyncWork::All
        } else if self.ids.is_empty() || (is_patient && now_ms - self.given_ms < PATIENCE_MS) {
            SyncWork::Nothing
        } else {
            SyncWork::Some(self.ids.iter().cloned().collect())
        }
    }

    /// Notes the start of a transfer: later changes need another one.
    pub fn begin(&mut self, generation: Generation, now_ms: f64) {
        *self = Self { generation, given_ms: now_ms, ..Self::default() };
    }

    /// Notes a failed transfer: everything has to be sent again.
    pub fn fail(&mut self) {
        self.is_any = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_is_given_what_changed_since() {
        let mut own = OwnChanges::default();
        assert_eq!(own.work(1, 0.0, true), SyncWork::All, "it has nothing");
        own.begin(1, 0.0);
        assert_eq!(own.work(1, 5.0, false), SyncWork::Nothing);
        own.changed("b".into());
        own.changed("a".into());
        own.changed("b".into());
        assert_eq!(own.work(1, 5.0, false), SyncWork::Some(vec!["a".into(), "b".into()]));
        assert_eq!(own.work(1, 5.0, true), SyncWork::Nothing, "a moment ago");
        assert_eq!(own.work(1, 20_000.0, true), SyncWork::Some(vec!["a".into(), "b".into()]));
        assert_eq!(own.work(2, 5.0, true), SyncWork::All, "another worker");
        own.begin(1, 6.0);
        own.any_changed();
        assert_eq!(own.work(1, 7.0, true), SyncWork::All);
        own.begin(1, 8.0);
        own.fail();
        assert_eq!(own.work(1, 9.0, true), SyncWork::All);
    }
}
