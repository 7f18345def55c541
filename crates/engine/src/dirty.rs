//! Clearing large tables after short use.
//!
//! A game at a few nodes per move writes hundreds of entries in tables of hundreds of thousands; clearing
//! whole tables before each game would take longer than the game.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// The indices of a table that were written since it was cleared, as long as they are few. Several threads
/// may add to it at once.
pub struct DirtyList {
    places: Box<[AtomicU32]>,
    /// Number of indices stored; when the list is full, no more are added.
    count: AtomicUsize,
}

impl DirtyList {
    /// Tracks nothing: its table is always cleared as a whole.
    pub fn untracked() -> Self {
        Self { places: Box::default(), count: AtomicUsize::new(0) }
    }

    /// Tracks up to `limit` writes.
    pub fn with_capacity(limit: usize) -> Self {
        Self { places: (0..limit).map(|_| AtomicU32::new(0)).collect(), count: AtomicUsize::new(0) }
    }

    /// Adds an index, which must be less than 2^32.
    #[inline(always)]
    pub fn mark(&self, place: usize) {
        if self.count.load(Ordering::Relaxed) < self.places.len() {
            self.mark_within_capacity(place);
        }
    }

    #[cold]
    fn mark_within_capacity(&self, place: usize) {
        // Each write gets its own slot, whichever thread makes it.
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        if let Some(marked) = self.places.get(number) {
            marked.store(place as u32, Ordering::Relaxed);
        }
    }

    /// The indices that were written, possibly with duplicates; `None` if they were too many. The list is
    /// empty afterwards.
    pub fn take(&mut self) -> Option<impl Iterator<Item = usize>> {
        let (count, limit) = (std::mem::take(self.count.get_mut()), self.places.len());
        let marked = if count < limit { self.places.get_mut(..count) } else { None };
        marked.map(|marked| marked.iter_mut().map(|place| *place.get_mut() as usize))
    }

    /// Clears the table with `reset`: only what was written, or all of it. The list is empty afterwards.
    pub fn clear<T>(&mut self, table: &mut [T], reset: impl Fn(&mut T)) {
        match self.take() {
            Some(places) => {
                for place in places {
                    if let Some(entry) = table.get_mut(place) {
                        reset(entry);
                    }
                }
            }
            None => table.iter_mut().for_each(reset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_was_written_is_cleared() {
        for (mut dirty, writes) in [
            (DirtyList::untracked(), 3),
            (DirtyList::with_capacity(8), 0),
            (DirtyList::with_capacity(8), 7),
            (DirtyList::with_capacity(8), 50),
        ] {
            for round in 0..2 {
                let mut table = [0_u8; 64];
                for write in 0..writes {
                    let place = (write * 13 + round) % table.len();
                    table[place] = 1;
                    dirty.mark(place);
                }
                dirty.clear(&mut table, |entry| *entry = 0);
                assert_eq!(table, [0; 64], "{writes} writes");
            }
        }
    }
}
