//! Shares one worker between two senders: the page, which owns it, and commands typed by hand.
//!
//! Batches on the wire have their own increasing ids; the owner's ids are translated both ways. Replies to typed lines never reach the
//! owner, and the owner does not wait for a typed search: it is stopped.

use std::collections::VecDeque;

use tabia_worker::engine::messages::BatchId;

/// Sender of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchSender {
    /// The owner, with the owner's batch id.
    Owner(BatchId),
    /// Typed by hand.
    Hand,
}

/// Pending batches and their senders.
#[derive(Debug, Default)]
pub(super) struct Multiplex {
    last: BatchId,
    /// Unfinished batches of the worker, in order.
    in_flight: VecDeque<(BatchId, BatchSender)>,
    /// Latest batch of the owner, finished or not.
    newest_own: Option<(BatchId, BatchId)>,
}

impl Multiplex {
    /// Assigns a wire id to the owner's next batch. Also returns the typed batch to stop for it, if any.
    pub(super) fn own(&mut self, batch: BatchId) -> (BatchId, Option<BatchId>) {
        let typed = self.in_flight.iter().rev().find(|(_, source)| *source == BatchSender::Hand);
        let to_stop = typed.map(|&(wire, _)| wire);
        let wire = self.next(BatchSender::Owner(batch));
        self.newest_own = Some((wire, batch));
        (wire, to_stop)
    }

    /// Assigns a wire id to a typed batch.
    pub(super) fn next_console_batch(&mut self) -> BatchId {
        self.next(BatchSender::Hand)
    }

    fn next(&mut self, source: BatchSender) -> BatchId {
        self.last += 1;
        self.in_flight.push_back((self.last, source));
        self.last
    }

    /// Returns the wire id of a batch of the owner.
    pub(super) fn wire_of(&self, own: BatchId) -> Option<BatchId> {
        let waiting = self.in_flight.iter().map(|&(wire, source)| (wire, source));
        let newest = self.newest_own.map(|(wire, batch)| (wire, BatchSender::Owner(batch)));
        waiting.chain(newest).find(|(_, source)| *source == BatchSender::Owner(own)).map(|(wire, _)| wire)
    }

    /// Returns the latest unfinished batch.
    pub(super) fn newest(&self) -> Option<BatchId> {
        self.in_flight.back().map(|&(wire, _)| wire)
    }

    /// Returns whether the worker has unfinished batches.
    pub(super) fn is_busy(&self) -> bool {
        !self.in_flight.is_empty()
    }

    /// Returns whether the worker has unfinished typed batches.
    pub(super) fn is_busy_by_hand(&self) -> bool {
        self.in_flight.iter().any(|(_, source)| *source == BatchSender::Hand)
    }

    /// Handles a reply to a batch; `is_done` marks the last one. Returns the sender of the batch.
    pub(super) fn on_output(&mut self, wire: BatchId, is_done: bool) -> Option<BatchSender> {
        let place = self.in_flight.iter().position(|&(other, _)| other == wire)?;
        let source = self.in_flight.get(place).map(|&(_, source)| source);
        if is_done {
            self.in_flight.remove(place);
        }
        source
    }

    /// Resets for a new worker: nothing is in flight. Ids continue.
    pub(super) fn restart(&mut self) {
        self.in_flight.clear();
        self.newest_own = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_go_to_whoever_asked() {
        let mut plex = Multiplex::default();
        assert_eq!(plex.own(7), (1, None));
        assert!(plex.is_busy());
        assert_eq!(plex.next_console_batch(), 2);
        assert_eq!(plex.on_output(1, false), Some(BatchSender::Owner(7)));
        assert_eq!(plex.on_output(1, true), Some(BatchSender::Owner(7)));
        assert_eq!(plex.on_output(2, true), Some(BatchSender::Hand));
        assert!(!plex.is_busy());
        assert_eq!(plex.on_output(2, true), None, "nobody waits for it any more");
    }

    #[test]
    fn the_owner_does_not_wait_for_what_was_typed() {
        let mut plex = Multiplex::default();
        plex.own(1);
        plex.on_output(1, true);
        assert!(!plex.is_busy_by_hand());
        let typed = plex.next_console_batch();
        assert!(plex.is_busy_by_hand());
        assert_eq!(plex.newest(), Some(typed));
        let (wire, to_stop) = plex.own(2);
        assert_eq!(to_stop, Some(typed));
        assert!(wire > typed, "a signal to stop the one does not reach the other");
        assert_eq!(plex.wire_of(2), Some(wire));
    }

    #[test]
    fn a_signal_finds_the_newest_batch_also_when_it_is_finished() {
        let mut plex = Multiplex::default();
        let (wire, _) = plex.own(5);
        plex.on_output(wire, true);
        assert_eq!(plex.wire_of(5), Some(wire));
        assert_eq!(plex.wire_of(4), None);
        plex.restart();
        assert_eq!(plex.wire_of(5), None);
        assert_eq!(plex.own(1).0, wire + 1, "numbers go on: signals of before hit nothing");
    }
}
